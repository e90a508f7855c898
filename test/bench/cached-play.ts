import type { Backend, Usage } from '../../src/inference/backend.ts';
import { openBackend } from '../../src/inference/servers/detect.ts';
import type { ServerInfoStore } from '../../src/inference/transport/request.ts';
import type { PlayParts } from '../../src/play/chat/parts.ts';
import { openPlay } from '../../src/play/open-play.ts';
import type { Play } from '../../src/play/play.ts';
import type { Insert } from '../../src/prompt/input.ts';
import { newChat, type Scene } from './scene.ts';
import { sized } from './size.ts';
import { utterances } from './story.ts';

const turnsPlayed = sized(Number(process.env.SOTTO_BENCH_TURNS ?? 210), 6);
const speakers = 3;
const replyTokens = 40;
const window = { hard: 8192, soft: 6144 };
/** How patient a bench is with a server, in milliseconds. */
export const patience = { firstTokenTimeoutMs: 600_000, silenceTimeoutMs: 600_000 };

/** Where lines come from: each from a process of its own, or from one screen, where somebody types before each reply. */
export type Source = 'scripts' | 'the screen';

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

/** What one reply cost, and what was read ahead for it; null where nobody typed before it. */
export interface Reply {
  readonly usage: Usage;
  readonly ahead: Usage | null;
}

/** Counts what the replies of a play cost, and tells when a prompt has been read ahead. */
class Meter {
  readonly replies: Reply[] = [];
  #ahead: Usage | null = null;
  #isRead = (): void => {};

  /** To be called before somebody types; resolves when the server has read ahead. */
  typing(): Promise<void> {
    return new Promise((resolve) => {
      this.#isRead = resolve;
    });
  }

  of(backend: Backend): Backend {
    const count = (usage: Usage, isAhead: boolean) => this.#count(usage, isAhead);
    const complete: Backend['complete'] = async function* (request, signal) {
      for await (const event of backend.complete(request, signal)) {
        if (event.type === 'finished') count(event.usage, request.maxTokens === 1);
        yield event;
      }
    };
    return { ...backend, complete };
  }

  #count(usage: Usage, isAhead: boolean): void {
    if (!isAhead) this.replies.push({ usage, ahead: this.#ahead });
    this.#ahead = isAhead ? usage : null;
    if (isAhead) this.#isRead();
  }
}

/** Who plays on what: the parts but for the server, the chat, and role in the prompt. */
interface Game {
  readonly parts: PlayParts;
  readonly chat: string;
  readonly url: string;
  readonly infoStore: ServerInfoStore;
  turn: number;
}

/** A play with a server opened for it alone, as every process has one. */
async function opened({ parts, chat, url, infoStore }: Game, meter: Meter): Promise<Play> {
  const backend = meter.of(await openBackend({ kind: 'llamacpp', url, infoStore, ...patience }));
  return openPlay({ ...parts, backend: async () => backend }, chat);
}

/** Three characters take turns; now and then the human says something, one time in seven in a whisper. */
async function playedBy(game: Game, from: Source): Promise<Reply[]> {
  const meter = new Meter();
  let play = await opened(game, meter);
  await play.connect();
  const { cast, playing } = play.state();
  const nameOf = new Map(cast.map((member) => [member.id, member.name]));
  const ids = [playing.id, ...cast.map(({ id }) => id).filter((id) => id !== playing.id)];
  const names = [...ids.slice(1), ...ids.slice(0, 1)].map((id) => nameOf.get(id) ?? '');
  const said = utterances(ids, turnsPlayed);
  for (; game.turn < turnsPlayed; game.turn += 1) {
    if (from === 'scripts') play = await opened(game, meter);
    const reply = names[game.turn % speakers] ?? '';
    const { text, knownTo } = said[game.turn] ?? { text: '', knownTo: [] };
    const to = knownTo.flatMap((id) => nameOf.get(id) ?? []);
    if (from === 'scripts' && game.turn % speakers > 0) {
      await play.reply(reply);
      continue;
    }
    if (from === 'the screen') {
      const isRead = meter.typing();
      play.chooseNext(reply);
      play.drafting(text);
      await isRead;
      play.drafting('');
    }
    await play.say(text, { reply: [reply], ...(to.length > 0 && { to }) });
  }
  return meter.replies;
}

/** Plays a new chat of three on this server; what its replies cost, from the second round on. */
export async function played(
  scene: Scene,
  url: string,
  how: { from: Source; order: 'cache' | 'classic' },
): Promise<Reply[]> {
  const context = scene.context(scene.emptyFolder());
  try {
    const { id: chat } = newChat(context);
    const { settings } = context.playParts;
    const kept = new Map<string, Readonly<Record<string, unknown>>>();
    const infoStore: ServerInfoStore = {
      read: (url) => kept.get(url) ?? null,
      write: (url, known) => void kept.set(url, known),
    };
    const parts: PlayParts = {
      ...context.playParts,
      inserts: () => insertsAt(game.turn),
      settings: {
        ...settings,
        layout: { ...settings.layout, order: how.order },
        budget: { context: 0, ...window },
        maxTokens: replyTokens,
      },
    };
    const game: Game = { parts, chat, url, infoStore, turn: 0 };
    const replies = await playedBy(game, how.from);
    return replies.slice(speakers);
  } finally {
    context.close();
  }
}
