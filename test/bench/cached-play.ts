import type { App } from '../../src/app/run/app.ts';
import { bookkeeping } from '../../src/app/run/bookkeeping.ts';
import { openBackend } from '../../src/inference/servers/detect.ts';
import type { ServerInfoStore } from '../../src/inference/transport/request.ts';
import type { PlayParts } from '../../src/play/chat/parts.ts';
import { settleJobs } from '../../src/play/jobs/jobs.ts';
import { openPlay } from '../../src/play/open-play.ts';
import type { Play } from '../../src/play/play.ts';
import { Meter, type Reply } from './meter.ts';
import { newChat, type Scene, six } from './scene.ts';
import { sized } from './size.ts';
import { played as linesPlayed, utterances } from './story.ts';

const turns = sized(Number(process.env.SOTTO_BENCH_TURNS ?? 210), 3);
const replyTokens = 40;
const window = { hard: 8192, soft: 6144 };
/** How patient a bench is with a server, in milliseconds. */
export const patience = { firstTokenTimeoutMs: 600_000, silenceTimeoutMs: 600_000 };

/** Where lines come from: each from a process of its own, or from one screen, where somebody types before each reply. */
export type Source = 'scripts' | 'the screen';

/** How a play is played. */
export interface Way {
  readonly from: Source;
  readonly order: 'cache' | 'classic';
  /** Whether the state of the fiction is followed, scenes close and older chats come back to mind. */
  readonly world: boolean;
  /** One line in so many is answered by two; 0 = none. */
  readonly secondEach: number;
  /** Whether an author's note stands at depth 4 in each prompt. */
  readonly note: boolean;
  /** Whether six characters play instead of three. */
  readonly isSix: boolean;
}

/** The everyday: the defaults, three characters and "You". */
export const everyday: Way = {
  from: 'the screen',
  order: 'cache',
  world: true,
  secondEach: sized(5, 3),
  note: false,
  isSix: false,
};

/** What a play cost: its replies, and the tokens that its bookkeeping read anew and wrote. */
export interface Costs {
  readonly replies: readonly Reply[];
  readonly read: number;
  readonly written: number;
}

/** Where a server is, and its key. */
export interface ServerAt {
  readonly url: string;
  readonly apiKey?: string;
}

/** Who plays on what: the parts but for the server, and the chat. */
interface Game {
  readonly parts: PlayParts;
  readonly chat: string;
  readonly at: ServerAt;
  readonly infoStore: ServerInfoStore;
  readonly way: Way;
  readonly meter: Meter;
}

/** A play with a server opened for it alone, as every process has one. */
async function opened({ parts, chat, at, infoStore, meter }: Game): Promise<Play> {
  const backend = meter.of(await openBackend({ kind: 'llamacpp', ...at, infoStore, ...patience }));
  return openPlay({ ...parts, backend: async () => backend }, chat);
}

async function settled(play: Play): Promise<void> {
  for await (const _ of settleJobs(play.chat));
}

/** The characters answer in turn, now and then two to one line; one line in seven is whispered. */
async function playedBy(game: Game): Promise<Costs> {
  const { meter, way } = game;
  const { from, secondEach } = way;
  let play = await opened(game);
  await play.connect();
  if (from === 'the screen') play.attend();
  const { cast, playing } = play.state();
  const nameOf = new Map(cast.map((member) => [member.id, member.name]));
  const ids = [playing.id, ...cast.map(({ id }) => id).filter((id) => id !== playing.id)];
  const names = ids.slice(1).map((id) => nameOf.get(id) ?? '');
  const nameAt = (n: number) => names[n % names.length] ?? '';
  const said = utterances(ids, turns * ids.length).filter((_, at) => at % ids.length === 0);
  let count = 0;
  for (let turn = 0; count < turns; turn += 1) {
    if (from === 'scripts') play = await opened(game);
    const { text, knownTo } = said[turn] ?? { text: '', knownTo: [] };
    const first = nameAt(turn);
    const isTwo = secondEach > 0 && turn % secondEach === secondEach - 1 && knownTo.length === 0;
    const reply = isTwo ? [first, nameAt(turn + 1)] : [first];
    const to = knownTo.length > 0 ? { to: [first] } : {};
    if (from === 'the screen') {
      await meter.still();
      meter.rested();
      play.chooseNext(first);
      play.drafting(text);
      await meter.still();
      meter.typed(`${game.chat}/${ids[1 + (turn % names.length)]}`);
      play.drafting('');
    }
    meter.turn();
    await play.say(text, { reply, ...to });
    count += reply.length;
    if (way.world) await settled(play);
    if (from === 'scripts') await play.close();
  }
  await play.close();
  const { replies, read, written } = meter;
  return { replies: replies.slice(sized(names.length, 0)), read, written };
}

/** Older chats of the same characters, which come back to mind. */
function addPast(context: App, isSix: boolean): void {
  for (const count of [sized(60, 6), sized(90, 9)]) {
    const { id, cast } = newChat(context, 'You', isSix ? six : undefined);
    context.store.chats.append(id, { actor: 'import', at: context.now() }, () => [
      ...linesPlayed(cast, count),
    ]);
  }
}

const begins = Date.parse('2026-01-01T18:00:00Z');
const turnMs = 60_000;

/** Plays a new chat of characters and "You" on this server; what it costs, from the second round on. */
export async function played(scene: Scene, at: ServerAt, way: Way): Promise<Costs> {
  const context = scene.context(scene.emptyFolder(), new Date(begins).toISOString());
  try {
    if (way.world) addPast(context, way.isSix);
    const { id: chat } = newChat(context, 'You', way.isSix ? six : undefined);
    const meter = new Meter();
    const { settings } = context.playParts;
    const kept = new Map<string, Readonly<Record<string, unknown>>>();
    const infoStore: ServerInfoStore = {
      read: (url) => kept.get(url) ?? null,
      write: (url, known) => void kept.set(url, { ...kept.get(url), ...known }),
    };
    const { jobs: _, ...bare } = context.playParts;
    const parts: PlayParts = {
      ...bare,
      clock: () => 0,
      now: () => new Date(begins + meter.turns * turnMs).toISOString(),
      ...(way.world && bookkeeping(context.config, context.playParts.after, () => '')),
      settings: {
        ...settings,
        memory: { ...settings.memory, scope: way.world ? 'all' : 'off' },
        loreIsExact: way.note,
        layout: { ...settings.layout, order: way.order },
        budget: { context: 0, ...window },
        maxTokens: replyTokens,
      },
    };
    const game: Game = { parts, chat, at, infoStore, way, meter };
    if (way.note) await noted(game);
    return await playedBy(game);
  } finally {
    context.close();
  }
}

async function noted({ parts, chat }: Game): Promise<void> {
  const play = openPlay(parts, chat);
  const text = 'Keep to the scene, answer what was said last, and leave the others room.';
  await play.setNote({ text, depth: 4, role: 'system', every: 1, to: [] });
  await play.close();
}
