import { setTimeout as sleep } from 'node:timers/promises';
import { isSottoError } from '../../domain/errors.ts';
import type { CacheOwner, PromptToKeep } from '../backend.ts';
import type { Ask } from '../detection/probe.ts';
import { type Props, readProps, readSlots, type SlotSeen } from '../dialects/llamacpp-wire.ts';
import { isLocalServer } from '../local-server.ts';
import { type Once, once } from '../once.ts';
import { callJson, type Server } from '../transport/http.ts';
import type { Keeping, ServerInfoStore } from '../transport/request.ts';
import { queueOf, type Room } from '../transport/server-queue.ts';
import { isPassing } from '../transport/while-loading.ts';
import { KeptPrompts, modelMark, type SlotAsk } from './kept-prompts.ts';
import { SlotRetention, type Trial, tryRetention } from './slot-retention.ts';
import { type Cells, type SlotAssignment, Slots } from './slots.ts';

const askMs = 5000;
const lookAgainMs = 250;
/** A slot may be as large as a disk writes in this time. */
const fileMs = 60_000;
/** Tokens that a count may be off by. */
const slack = 4;

interface Found {
  readonly slots: Slots;
  readonly room: Room;
  /** Prompts in files; null where nothing is kept. */
  readonly kept: KeptPrompts | null;
  /** Whether a slot was at work, so that the next request may find out more. */
  readonly isBusy: boolean;
  /** Remembers that there is no room for two requests at once. */
  readonly tighten: () => void;
}

/** How one llama.cpp server keeps what it has read: which slot to ask for, and how much to ask at once. */
export class ServerCache {
  readonly #server: Server;
  readonly #infoStore: ServerInfoStore | undefined;
  readonly #keeping: Keeping | undefined;
  readonly #found: Once<Found>;

  constructor(server: Server, infoStore?: ServerInfoStore, keeping?: Keeping) {
    this.#server = server;
    this.#infoStore = infoStore;
    this.#keeping = keeping;
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
      const { slots, kept } = await this.#known(signal);
      const seen = slots.isChoosing ? await this.#seen(slots, signal) : [];
      if (kept && slots.isChoosing && !slots.isBegun(owner)) {
        const choose = () => slots.choice(owner, seen);
        const held = await kept.restore(owner, prompt, choose, signal).catch(() => null);
        if (held) slots.hold(owner, held);
      }
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

  /** Keeps in files what slots hold of these prompts, one for each owner; what does not work is left. Rejects when the signal aborts. */
  async keep(prompts: ReadonlyMap<CacheOwner, PromptToKeep>, signal: AbortSignal): Promise<void> {
    const found = await this.#known(signal).catch(() => null);
    if (!found?.kept || !found.slots.isChoosing) return;
    const { kept, slots } = found;
    const seen = await this.#seen(slots, signal).catch(() => []);
    for (const [owner, prompt] of prompts) {
      const held = slots.contents(owner);
      const now = seen.find(({ id, isBusy }) => id === held?.slot && !isBusy)?.tokens ?? 0;
      if (!held || Math.abs(now - held.tokens) > slack) continue;
      const free = slots.occupy(held.slot);
      const left = await kept.keep(owner, prompt, held, signal).catch(() => null);
      free();
      signal.throwIfAborted();
      if (left) slots.hold(owner, left);
    }
    await kept.empty(signal).catch(() => undefined);
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
      return {
        ...{ slots: new Slots(0, 'unknown'), room: { places: 1 }, kept: null },
        ...{ isBusy: false, tighten: () => {} },
      };
    const retention = new SlotRetention(this.#server.url, props, this.#infoStore);
    const trial = await this.#trial(retention, ask);
    signal?.throwIfAborted();
    const cells = cellsBy[trial];
    const room = retention.isTight ? { places: 1 } : roomOf(cells, props);
    queueOf(this.#server.url).resize(room);
    const givesUp = (): void => {
      retention.learn(false);
      queueOf(this.#server.url).resize({ places: 1 });
    };
    const slots = new Slots(props.slots, cells, {
      givesUp,
      ...(retention.places && { places: retention.places }),
    });
    const kept = cells === 'apart' ? await this.#kept(props, signal) : null;
    return { slots, room, kept, isBusy: trial === 'busy', tighten: () => retention.learnTight() };
  }

  async #kept(props: Props, signal?: AbortSignal): Promise<KeptPrompts | null> {
    if (!this.#keeping) return null;
    const mark = await modelMark((path) => this.#ask(path, undefined, signal), props);
    const ask: SlotAsk = (path, body, stop) => {
      const call = { path, body, timeoutMs: fileMs };
      return callJson(this.#server, stop ? { ...call, signal: stop } : call);
    };
    const kept = new KeptPrompts({ url: this.#server.url, ask }, this.#keeping, mark);
    await kept.empty(signal).catch(() => undefined);
    return kept;
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
