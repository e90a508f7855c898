import { SottoError } from '../../src/domain/errors.ts';
import type { Backend, Usage } from '../../src/inference/backend.ts';
import { openBackend } from '../../src/inference/detect.ts';
import { serveUnderstudy } from '../../src/inference/understudy/server.ts';
import { openPlay } from '../../src/play/open-play.ts';
import type { PlayParts } from '../../src/play/parts.ts';
import type { Insert } from '../../src/prompt/input.ts';
import type { Measured } from './report.ts';
import { newChat, type Scene } from './scene.ts';
import { utterances } from './story.ts';

const turnsPlayed = 200;
const speakers = 3;
const replyTokens = 48;
const contexts = [8192, 32_768];
const realUrl = process.env.SOTTO_BENCH_URL;
const patience = { firstTokenTimeoutMs: 600_000, silenceTimeoutMs: 600_000 };

/** A note and lore that change as a scene goes on, as authors write them. */
const insertsAt = (turn: number): Insert[] => {
  const common = { source: 'bench', reason: 'bench', zone: 'live', tier: 'should' } as const;
  const weather = ['fog', 'rain', 'a still cold', 'wind from the north'][Math.floor(turn / 9) % 4];
  const note = `It is ${turn % 60} minutes past the hour, and there is ${weather} over the water. Keep to the scene, answer what was said last, and leave the others room.`;
  const lore = `The ferry: a flat boat on a chain, older than the town. Its lantern is trimmed at ${Math.floor(turn / 12)} and never goes out while somebody waits on the other side.`;
  return [
    { ...common, name: 'note', text: note },
    { ...common, name: 'lore', text: lore },
  ];
};

/** The backend, and what each of its replies cost. */
function metered(backend: Backend): { backend: Backend; usages: Usage[] } {
  const usages: Usage[] = [];
  const complete: Backend['complete'] = async function* (request, signal) {
    for await (const event of backend.complete(request, signal)) {
      if (event.type === 'finished') usages.push(event.usage);
      yield event;
    }
  };
  return { backend: { ...backend, complete }, usages };
}

/** Share of all prompt tokens that the server did not have to read again, from the second round on. */
const reusedShare = (usages: readonly Usage[]): number => {
  const counted = usages.slice(speakers);
  const sum = (of: (usage: Usage) => number) => counted.reduce((total, usage) => total + of(usage), 0);
  return sum(({ reusedTokens }) => reusedTokens) / sum(({ promptTokens }) => promptTokens);
};

interface Server {
  readonly url: string;
  readonly contextSize: number;
}

/** Three characters take turns; now and then the human says something, one time in seven in a whisper. */
async function playedOn(scene: Scene, server: Server, order: 'cache' | 'classic'): Promise<number> {
  const context = scene.context(scene.emptyFolder());
  try {
    const { id, cast } = newChat(context);
    const opened = await openBackend({ kind: 'llamacpp', url: server.url, ...patience });
    const { backend, usages } = metered(opened);
    let turn = 0;
    const hard = server.contextSize;
    const { settings } = context.playParts;
    const parts: PlayParts = {
      ...context.playParts,
      backend: async () => backend,
      inserts: () => insertsAt(turn),
      settings: {
        ...settings,
        layout: { ...settings.layout, order },
        budget: { context: 0, hard, soft: Math.floor(hard * 0.75) },
        maxTokens: replyTokens,
      },
    };
    const play = openPlay(parts, id);
    const nameOf = new Map(play.state().cast.map((member) => [member.id, member.name]));
    const names = [...cast.slice(1), ...cast.slice(0, 1)].map((id) => nameOf.get(id) ?? '');
    const said = utterances(cast, turnsPlayed);
    for (; turn < turnsPlayed; turn += 1) {
      const reply = names[turn % speakers] ?? '';
      const { text, knownTo } = said[turn] ?? { text: '', knownTo: [] };
      const to = knownTo.flatMap((id) => nameOf.get(id) ?? []);
      if (turn % speakers > 0) await play.reply(reply);
      else await play.say(text, { reply: [reply], ...(to.length > 0 && { to }) });
    }
    return reusedShare(usages);
  } finally {
    context.close();
  }
}

/** The context size that a real server has, where one is named. */
async function realServer(url: string): Promise<Server> {
  const backend = await openBackend({ kind: 'llamacpp', url, ...patience });
  const { ok, contextSize, finding } = await backend.probe();
  if (!ok) throw new SottoError('server', 'unreachable', finding);
  return { url, contextSize };
}

async function measured(scene: Scene, server: Server): Promise<Measured> {
  const classic = await playedOn(scene, server, 'classic');
  const ours = await playedOn(scene, server, 'cache');
  return { case: String(server.contextSize), unit: 'share', samples: [ours], baseline: [classic] };
}

/**
 * Share of prompt tokens that the server still has in its cache, against the literal order with a sliding
 * window; by the understudy's emulation of llama.cpp's cache, or by the llama.cpp server at $SOTTO_BENCH_URL.
 */
export async function cache(scene: Scene): Promise<Measured[]> {
  const url = realUrl;
  if (url) return [await measured(scene, await realServer(url))];
  const results: Measured[] = [];
  for (const contextSize of contexts) {
    const served = await serveUnderstudy({ slots: speakers, contextSize, whispers: true });
    results.push(await measured(scene, { url: served.url, contextSize }).finally(() => served.close()));
  }
  return results;
}
