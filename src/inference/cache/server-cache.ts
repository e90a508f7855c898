import { setTimeout as sleep } from 'node:timers/promises';
import { isSottoError } from '../../domain/errors.ts';
import type { CacheOwner } from '../backend.ts';
import type { Ask } from '../detection/probe.ts';
import { type Props, readProps, readSlots, type SlotSeen } from '../dialects/llamacpp-wire.ts';
import { isLocalServer } from '../local-server.ts';
import { type Once, once } from '../once.ts';
import { callJson, type Server } from '../transport/http.ts';
import type { ServerInfoStore } from '../transport/request.ts';
import { queueOf, type Room } from '../transport/server-queue.ts';
import { isPassing } from '../transport/while-loading.ts';
import { SlotRetention, type Trial, tryRetention } from './slot-retention.ts';
import { type Cells, type SlotAssignment, Slots } from './slots.ts';

const askMs = 5000;
const lookAgainMs = 250;

interface Found {
  readonly slots: Slots;
  readonly room: Room;
  /** Whether a slot was at work, so that the next request may find out more. */
  readonly isBusy: boolean;
  /** Remembers that there is no room for two requests at once. */
  readonly tighten: () => void;
}

/** How one llama.cpp server keeps what it has read: which slot to ask for, and how much to ask at once. */
export class ServerCache {
  readonly #server: Server;
  readonly #infoStore: ServerInfoStore | undefined;
  readonly #found: Once<Found>;

  constructor(server: Server, infoStore?: ServerInfoStore) {
    this.#server = server;
    this.#infoStore = infoStore;
    this.#found = once((signal) => this.#find(signal));
  }

  /** The server is gone, and may come back as another. */
  forget(): void {
    this.#found.forget();
  }

  /** Rejects with SottoError while the server does not tell. */
  async room(signal?: AbortSignal): Promise<Room> {
    return (await this.#known(signal)).room;
  }

  /** The slot to ask for; null where the server chooses. What the person should know comes with it. Rejects with SottoError only where that passes by itself. */
  async assign(
    owner: CacheOwner,
    prompt: string,
    signal: AbortSignal,
  ): Promise<{ readonly assignment: SlotAssignment | null; readonly news: readonly string[] }> {
    try {
      const { slots } = await this.#known(signal);
      const seen = slots.isChoosing ? await this.#seen(slots, signal) : [];
      return { assignment: slots.assign(owner, prompt, seen), news: slots.takeNews() };
    } catch (error) {
      if (isSottoError(error) && isPassing(error.code)) throw error;
      return { assignment: null, news: [] };
    }
  }

  /** How many characters of a prompt need not be read anew; null where nobody knows. */
  async held(owner: CacheOwner, prompt: string, signal: AbortSignal): Promise<number | null> {
    const found = await this.#known(signal).catch(() => null);
    return found?.slots.held(owner, prompt) ?? null;
  }

  /** There was no room for all that was asked at once: from now on one request comes after another. */
  async tighten(): Promise<void> {
    const found = await this.#known().catch(() => null);
    found?.tighten();
    queueOf(this.#server.url).resize({ places: 1 });
  }

  async #known(signal?: AbortSignal): Promise<Found> {
    const found = await this.#found(signal);
    if (found.isBusy) this.#found.forget();
    return found;
  }

  async #find(signal?: AbortSignal): Promise<Found> {
    const ask: Ask = (path, body) => this.#ask(path, body, signal);
    const props = readProps(await ask('/props'));
    if (!props || props.slots < 2)
      return { slots: new Slots(0, 'unknown'), room: { places: 1 }, isBusy: false, tighten: () => {} };
    const retention = new SlotRetention(this.#server.url, props, this.#infoStore);
    const trial = await this.#trial(retention, ask);
    signal?.throwIfAborted();
    const cells = cellsBy[trial];
    const room = retention.isTight ? { places: 1 } : roomOf(cells, props);
    queueOf(this.#server.url).resize(room);
    const share = (): void => {
      retention.learn(false);
      queueOf(this.#server.url).resize({ places: 1 });
    };
    const slots = new Slots(props.slots, cells, share);
    return { slots, room, isBusy: trial === 'busy', tighten: () => retention.learnTight() };
  }

  /** What is known of it, else what a trial finds; nothing is tried at an address of somebody else's. */
  async #trial(retention: SlotRetention, ask: Ask): Promise<Trial> {
    const { keeps } = retention;
    if (keeps !== null) return keeps ? 'keeps' : 'clears';
    if (!isLocalServer(this.#server.url)) return 'untold';
    const found = await tryRetention(ask).catch(() => 'untold' as const);
    if (found === 'keeps' || found === 'clears') retention.learn(found === 'keeps');
    return found;
  }

  /** What the slots hold; where all share one cache, once nobody is at work: one comes after another there. */
  async #seen(slots: Slots, signal: AbortSignal): Promise<readonly SlotSeen[]> {
    for (;;) {
      const seen = readSlots(await this.#ask('/slots', undefined, signal)) ?? [];
      if (slots.cells !== 'shared' || !seen.some(({ isBusy }) => isBusy)) return seen;
      await sleep(lookAgainMs, undefined, { signal });
    }
  }

  #ask(path: string, body: unknown, signal?: AbortSignal): Promise<unknown> {
    const call = (stop: AbortSignal) =>
      callJson(this.#server, { path, body, timeoutMs: askMs, signal: stop });
    return this.#server.patience.within(this.#server, call, signal);
  }
}

const cellsBy: Readonly<Record<Trial, Cells>> = {
  keeps: 'apart',
  clears: 'shared',
  busy: 'unknown',
  untold: 'unknown',
};

/** Where nobody knows whether the slots share their cells, they may. */
const roomOf = (cells: Cells, { slots, contextSize }: Props): Room => {
  if (cells === 'shared') return { places: 1 };
  return { places: slots, ...(cells === 'unknown' && contextSize > 0 && { tokens: contextSize }) };
};
