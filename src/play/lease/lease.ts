import { isSottoError } from '../../domain/errors.ts';
import type { PlayParts } from '../chat/parts.ts';
import { newTerminalId, takingId } from './liveness.ts';
import { recoverCutReply } from './recover.ts';
import { type Waiting, whenWritable } from './when-writable.ts';

const beatMs = 1000;
const lookAgainMs = 250;

/** The chat that is generated in; `moved` hears that a line was written which could not be before. */
type LeasedChat = Waiting & { readonly id: string; moved(): void };

/**
 * The right to generate in a chat: of all terminals, whatever their process, one has it at a time. Each taking has an id
 * of its own, and is given back by that id.
 */
export class Lease {
  /** Tells this terminal from all others. */
  readonly terminal: string;
  readonly #chat: LeasedChat;
  readonly #parts: PlayParts;
  /** Takings that could not be given back yet, and how not to try again. */
  readonly #leftover = new Map<string, () => void>();
  #takings = 0;
  #taking: string | null = null;
  #stopBeating: (() => void) | null = null;

  constructor(chat: LeasedChat) {
    this.#chat = chat;
    this.#parts = chat.parts;
    this.terminal = newTerminalId(chat.parts);
  }

  /** Whether this terminal has it still: one that stood still for long was taken for dead and replaced. */
  get isHeld(): boolean {
    return this.#taking !== null && this.#parts.store.leases.of(this.#chat.id)?.terminal === this.#taking;
  }

  /** Takes it as soon as no other terminal has it. Resolves to false when it is aborted before. Throws SottoError `no_such_chat`. */
  async take(abort: AbortController): Promise<boolean> {
    const { signal } = abort;
    const taken = () => whenWritable(this.#chat, () => this.#taken(), abort);
    if (await taken()) return true;
    let wake = () => {};
    const unwatch = this.#parts.store.watch(() => wake());
    signal.addEventListener('abort', () => wake(), { once: true });
    try {
      while (!signal.aborted) {
        await new Promise<void>((resolve) => {
          const cancel = this.#parts.after(lookAgainMs, resolve);
          wake = () => {
            cancel();
            resolve();
          };
        });
        if (!signal.aborted && (await taken())) return true;
      }
      return false;
    } finally {
      unwatch();
    }
  }

  #taken(): boolean {
    const { store, pid } = this.#parts;
    const { id: chat } = this.#chat;
    const terminal = takingId(this.terminal, this.#takings + 1);
    const isTaken = store.atomically(() => {
      store.chats.require(chat);
      for (const leftover of this.#leftover.keys()) store.leases.release({ chat, terminal: leftover });
      recoverCutReply(this.#parts, chat);
      if (store.leases.of(chat)) return false;
      store.leases.hand({ chat, terminal, pid, beat: Date.now() });
      return true;
    });
    this.#forgetLeftovers();
    if (!isTaken) return false;
    this.#takings += 1;
    this.#taking = terminal;
    this.#beatSoon(terminal);
    return true;
  }

  #beatSoon(terminal: string): void {
    this.#stopBeating = this.#parts.after(beatMs, () => {
      const { store } = this.#parts;
      let isOurs = true;
      store.ifWritable(() => {
        isOurs = store.leases.beat({ chat: this.#chat.id, terminal, beat: Date.now() });
      });
      if (isOurs) this.#beatSoon(terminal);
    });
  }

  /** Gives it back, as soon as the store can be written; a line that could not be written meanwhile is kept as cut short. */
  release(): void {
    this.#stopBeating?.();
    const taking = this.#taking;
    this.#taking = null;
    if (taking !== null) this.#giveBack(taking);
  }

  #giveBack(terminal: string): void {
    const { store, after } = this.#parts;
    const { id: chat } = this.#chat;
    let isKept = false;
    const isReleased = store.ifWritable(() => {
      store.leases.release({ chat, terminal });
      isKept = recoverCutReply(this.#parts, chat);
    });
    if (isReleased) this.#leftover.delete(terminal);
    else
      this.#leftover.set(
        terminal,
        after(lookAgainMs, () => this.#giveBack(terminal)),
      );
    if (isKept) this.#chat.moved();
  }

  #forgetLeftovers(): void {
    for (const cancel of this.#leftover.values()) cancel();
    this.#leftover.clear();
  }

  /** Tries a last time to give back what could not be given back yet; what then is left, is replaced when the process has ended. */
  close(): void {
    const { store } = this.#parts;
    const { id: chat } = this.#chat;
    const leftovers = [...this.#leftover.keys()];
    this.#forgetLeftovers();
    if (leftovers.length === 0) return;
    try {
      store.atomically(() => {
        for (const terminal of leftovers) store.leases.release({ chat, terminal });
        recoverCutReply(this.#parts, chat);
      });
    } catch (error) {
      if (!isSottoError(error) || error.family !== 'store') throw error;
    }
  }
}
