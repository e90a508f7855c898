import { identityOf } from '../../src/app/run/ids.ts';
import { isSottoError } from '../../src/domain/errors.ts';
import { opened } from '../../src/domain/world/world.ts';
import type { Classifier } from '../../src/inference/questions/classifier.ts';
import { diceOf } from '../../src/inference/understudy/dice.ts';
import type { PlayParts } from '../../src/play/chat/parts.ts';
import { startChat } from '../../src/play/new-chat.ts';
import { openPlay } from '../../src/play/open-play.ts';
import type { Play } from '../../src/play/play.ts';
import { statePass } from '../../src/play/world/pass/state-pass.ts';
import type { Store } from '../../src/store/store.ts';
import { startFakeServer } from '../fake-server/server.ts';
import { settings } from '../histories.ts';
import { clientOf, type Endpoint } from '../inference/dialects.ts';
import { askedFor, echoOf } from '../play/passed.ts';
import { anyAct } from './acts.ts';
import { Attribution, somebody } from './attributed.ts';
import { Hearsay, wordsIn } from './hearsay.ts';
import { classifierOn, classifierOver } from './questions.ts';
import { book, characters, names, town } from './town.ts';
import { endpointOf, isWatched, variantOf } from './variant.ts';
import { watch } from './watched.ts';
import { layWire, type Wire } from './wire.ts';

/** A word that reached the server, or a screen, in the name of somebody who may not know it. */
export interface Leak {
  readonly chat: number;
  readonly turn: number;
  readonly act: string;
  readonly where: 'wire' | 'screen';
  readonly who: string;
  readonly word: string;
}

/** What came of one chat. */
export interface Flown {
  readonly leaks: readonly Leak[];
  /** Requests that were read, words that some may not know, and acts that a person was refused. */
  readonly requests: number;
  readonly secrets: number;
  readonly refused: number;
  /** Words that were read, each time that they were. */
  readonly read: Readonly<Record<Leak['where'], number>>;
  readonly failures: readonly string[];
}

/** One chat of the town over a real wire, and who learned of what. */
class Flight {
  readonly leaks: Leak[] = [];
  readonly failures: string[] = [];
  refused = 0;
  readonly read = { wire: 0, screen: 0 };
  readonly #chat: number;
  readonly #isWatched: boolean;
  readonly #parts: PlayParts;
  readonly #id: string;
  readonly #hearsay: Hearsay;
  readonly #attribution = new Attribution((name) => this.#idOf(name));
  /** What has been read since the last act, and for whom. */
  #seen: Pick<Leak, 'where' | 'who' | 'word'>[] = [];
  /** Words of each request since then that counts texts. */
  #counted: string[][] = [];
  #at = Date.parse('2026-01-31T12:00:00Z');

  constructor(store: Store, chat: number, wire: () => Wire) {
    this.#chat = chat;
    this.#isWatched = isWatched(chat);
    const { ids, seedFor } = identityOf(`${chat}`);
    const now = () => new Date(this.#at).toISOString();
    const endpoint = endpointOf(chat);
    this.#parts = {
      store,
      settings: { ...settings, ...variantOf(chat) },
      backend: async () => this.#attribution.of(clientOf(endpoint, wire().url), wire()),
      ...(chat % 3 === 0 && { classifier: async () => this.#classifier(endpoint, wire()) }),
      jobs: [statePass({ pinsMost: () => 2, over: async (backend) => classifierOver(backend) })],
      character: ({ index }) => characters[index] ?? null,
      books: () => [{ id: 'town', rank: 'chat', book }],
      inserts: ({ speaker }) => {
        this.#attribution.planFor(speaker.id);
        return [];
      },
      now,
      seedFor,
      idFor: (about) => ids(about, 0),
      pid: process.pid,
      pidSpace: 'town',
      clock: () => performance.now(),
      after: (milliseconds, run) => {
        const timer = setTimeout(run, milliseconds);
        return () => clearTimeout(timer);
      },
    };
    const start = { store, now, userName: 'Alice', castMax: 8, idFor: (about: string) => ids(about, 0) };
    this.#id = startChat(start, {
      cards: [{ id: 'town', card: town }],
      title: `Town ${chat}`,
      as: 'Alice',
      ...(chat % 4 === 2 && { untagged: 'public' }),
    });
    this.#hearsay = new Hearsay(store, this.#id);
  }

  #classifier(endpoint: Endpoint, wire: Wire): Classifier {
    const backend = this.#attribution.of(clientOf(endpoint, wire.url), wire);
    return classifierOn(backend, this.#attribution, (name) => this.#idOf(name));
  }

  /** Takes in the whole of a request. */
  hear(request: string): void {
    const who = this.#attribution.owner ?? 'nobody';
    if (who === somebody) this.#counted.push([...wordsIn(request)]);
    else for (const word of wordsIn(request)) this.#seen.push({ where: 'wire', who, word });
  }

  /** Whom a character's id means. */
  nameOf(id: string): string {
    return opened(this.#parts.store.chats.read(this.#id).world).cast.find((one) => one.id === id)?.name ?? id;
  }

  async fly(turns: number): Promise<number> {
    const dice = diceOf(this.#chat, 'canary');
    const play = this.#open();
    const leave = this.#isWatched ? await watch(play, (bytes) => this.#paint(play, bytes)) : null;
    for (let turn = 0; turn < turns; turn += 1) {
      this.#at += 60_000;
      const act = anyAct(dice);
      try {
        await act(play, dice);
      } catch (error) {
        this.#refusal(error);
      }
      this.#judge(turn, String(act));
    }
    await leave?.();
    await play.close();
    this.#judge(turns, 'close');
    return this.#hearsay.secrets(names.length);
  }

  #open(): Play {
    const play = openPlay(this.#parts, this.#id);
    const describe = (name: string): Promise<string> => {
      this.#attribution.planFor(this.#idOf(name));
      return play.describe(name);
    };
    return { ...play, describe };
  }

  #idOf(name: string): string {
    return (
      opened(this.#parts.store.chats.read(this.#id).world).cast.find((one) => one.name === name)?.id ?? ''
    );
  }

  #paint(play: Play, bytes: string): void {
    const who = play.state().playing.id;
    for (const word of wordsIn(bytes)) this.#seen.push({ where: 'screen', who, word });
  }

  #refusal(error: unknown): void {
    if (!isSottoError(error)) throw error;
    if (error.family === 'usage' || error.family === 'not_found') this.refused += 1;
    else this.failures.push(error.message);
  }

  /** Whether one of them may know all these words. */
  #isKnown(words: readonly string[]): boolean {
    const { cast } = opened(this.#parts.store.chats.read(this.#id).world);
    return cast.some(({ id }) => words.every((word) => this.#hearsay.knows(id, word)));
  }

  #judge(turn: number, act: string): void {
    this.#hearsay.catchUp();
    for (const words of this.#counted) {
      this.read.wire += words.length;
      const leak = { chat: this.#chat, turn, act, where: 'wire', who: somebody } as const;
      if (!this.#isKnown(words)) this.leaks.push({ ...leak, word: words.join(' ') });
    }
    this.#counted = [];
    for (const { where, who, word } of this.#seen) {
      this.read[where] += 1;
      if (who.split(' ').every((one) => this.#hearsay.knows(one, word))) continue;
      this.leaks.push({ chat: this.#chat, turn, act, where, who: this.nameOf(who), word });
    }
    this.#seen = [];
  }
}

/** Plays one chat of so many turns and tells of every word that went where it may not. */
export async function fly(store: Store, chat: number, turns: number): Promise<Flown> {
  const endpoint = endpointOf(chat);
  const served = await startFakeServer({
    dialect: endpoint.dialect,
    whispers: true,
    uniqueWords: true,
    reasoning: chat % 2 === 0,
    slots: 4,
    contextSize: 4096,
    script: (prompt) => (askedFor(prompt) === '' ? null : { text: echoOf(prompt) }),
  });
  let wire: Wire | null = null;
  const flight = new Flight(store, chat, () => wire as Wire);
  wire = await layWire(served.url, (request) => flight.hear(request));
  try {
    const secrets = await flight.fly(turns);
    const { leaks, refused, failures, read } = flight;
    return { leaks, refused, failures, read, secrets, requests: wire.arrived };
  } finally {
    await wire.close();
    await served.close();
  }
}
