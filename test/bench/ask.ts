import type { App } from '../../src/app/run/app.ts';
import { bookkeeping } from '../../src/app/run/bookkeeping.ts';
import type { Backend, CompletionRequest, Usage } from '../../src/inference/backend.ts';
import { openBackend } from '../../src/inference/servers/detect.ts';
import { encode } from '../../src/inference/understudy/tokens.ts';
import type { PlayParts } from '../../src/play/chat/parts.ts';
import { settleJobs } from '../../src/play/jobs/jobs.ts';
import { openPlay } from '../../src/play/open-play.ts';
import type { Play } from '../../src/play/play.ts';
import { startFakeServer } from '../fake-server/server.ts';
import type { FakeServerOptions } from '../fake-server/server-state.ts';
import { patience } from './cached-play.ts';
import type { Measured } from './report.ts';
import { newChat, type Scene } from './scene.ts';
import { fewOf, sized } from './size.ts';
import { played, utterances } from './story.ts';

const title = 'The long crossing';
const tokensAbout = sized(20_000, 2000);
const turns = sized(24, 3);
const questions = sized(5, 1);
const replyTokens = 40;
const window = { hard: 8192, soft: 6144 };

/** The servers that are asked, by how they are started with `-c 32768`: all have a place for each who is asked. */
const servers: Readonly<Record<string, FakeServerOptions>> = {
  default: { slots: 4, contextSize: 32_768, unified: true },
  '-np 4': { slots: 4, contextSize: 8192 },
  '-np 1': { slots: 1, contextSize: 32_768 },
};

/** A request, and what it cost. */
interface Spent {
  readonly request: CompletionRequest;
  readonly usage: Usage;
}

function noting(backend: Backend, spent: Spent[]): Backend {
  return {
    ...backend,
    async *complete(request, signal) {
      for await (const event of backend.complete(request, signal)) {
        if (event.type === 'finished' && !request.standing) spent.push({ request, usage: event.usage });
        yield event;
      }
    },
  };
}

/** Puts a chat of so many tokens into the store, of the same cast. */
function addLongChat(context: App): void {
  const { id, cast } = newChat(context, 'You');
  const events = [...played(cast, tokensAbout)];
  let left = tokensAbout;
  const fitting = events.filter((event) => {
    const { text = '' } = event.payload as { text?: string };
    left -= encode(text).length;
    return left > 0;
  });
  const how = { actor: 'import' as const, at: context.now() };
  context.store.chats.append(id, how, () => [{ kind: 'chat_renamed', payload: { title } }, ...fitting]);
}

/** Of each request the tokens of the own prompt of whoever is asked that were read anew, and all that were read. */
const readBy = (spent: readonly Spent[]): { own: number; all: number }[] =>
  spent.map(({ request: { prompt, settled = 0 }, usage: { promptTokens, reusedTokens } }) => {
    const own = encode(prompt.slice(0, settled)).length;
    return { own: Math.max(0, own - reusedTokens), all: promptTokens - reusedTokens };
  });

async function asked(play: Play, names: readonly string[], spent: Spent[]): Promise<Measured[]> {
  const costs: ReturnType<typeof readBy> = [];
  const counts: number[] = [];
  for (let at = 0; at < questions; at += 1) {
    spent.length = 0;
    const name = names[at % names.length] ?? '';
    await play.ask(name, { text: `What was said of the lantern and the clock, ${at}?`, chat: title });
    counts.push(spent.length);
    costs.push(...readBy(spent));
  }
  return [
    { case: 'own prompt read anew', unit: 'tokens', samples: costs.map(({ own }) => own) },
    { case: 'read by a request', unit: 'tokens', samples: costs.map(({ all }) => all) },
    { case: 'requests', unit: 'count', samples: counts },
  ];
}

async function onServer(scene: Scene, serve: FakeServerOptions): Promise<Measured[]> {
  const context = scene.context(scene.emptyFolder());
  const server = await startFakeServer({ ...serve, script: (prompt) => answering(prompt) });
  try {
    addLongChat(context);
    const { id, cast } = newChat(context, 'You');
    const spent: Spent[] = [];
    const backend = noting(await openBackend({ kind: 'llamacpp', url: server.url, ...patience }), spent);
    const { settings } = context.playParts;
    const parts: PlayParts = {
      ...context.playParts,
      ...bookkeeping(context.config, context.playParts.after, () => ''),
      settings: { ...settings, budget: { context: 0, ...window }, maxTokens: replyTokens },
      backend: async () => backend,
    };
    const play = openPlay(parts, id);
    const names = cast
      .slice(1)
      .map((one) => play.state().cast.find((member) => member.id === one)?.name ?? '');
    for (const [at, { text }] of utterances(cast, turns).entries()) {
      await play.say(text, { reply: [names[at % names.length] ?? ''] });
      for await (const _ of settleJobs(play.chat));
    }
    const found = await asked(play, names, spent);
    await play.close();
    return found;
  } finally {
    await server.close();
    context.close();
  }
}

/** What the passes between lines are answered, and nothing to what is asked beside the play: the understudy does that. */
const answering = (prompt: string): { text: string } | null =>
  prompt.includes('<subquery ') || !prompt.includes('Beside the play: ') ? null : { text: '{}' };

/**
 * What a question beside the play reads that is about a chat of 20,000 tokens, where the characters have a slot each and the
 * bookkeeping is settled: of the own prompt of whoever is asked nothing, and the foreign text once.
 */
export async function ask(scene: Scene): Promise<Measured[]> {
  const results: Measured[] = [];
  for (const [name, serve] of fewOf(Object.entries(servers)))
    for (const one of await onServer(scene, serve)) results.push({ ...one, case: `${name}, ${one.case}` });
  return results;
}
