import type { PlayParts } from '../parts.ts';
import { newTerminalId } from './liveness.ts';
import { recoverCutReply } from './recover.ts';

const beatMs = 1000;
const lookAgainMs = 250;

/** The right to generate in a chat: of all terminals, whatever their process, one has it at a time. */
export class Lease {
  /** Tells this terminal from all others. */
  readonly terminal: string;
  readonly #parts: PlayParts;
  readonly #chat: string;
  readonly #kept: () => void;
  #stopBeating: (() => void) | null = null;
  #isTaken = false;

  /** `kept` is called when a line that could not be written was kept as cut short. */
  constructor(parts: PlayParts, chat: string, kept: () => void) {
    this.#parts = parts;
    this.#chat = chat;
    this.#kept = kept;
    this.terminal = newTerminalId(parts);
  }

  /** Whether this terminal has it still: one that stood still for long was taken for dead and replaced. */
  get isHeld(): boolean {
    return this.#parts.store.leases.of(this.#chat)?.terminal === this.terminal;
  }

  /** Takes it as soon as no other terminal has it. Resolves to false when the signal aborts before. Throws SottoError `no_such_chat`. */
  async take(signal: AbortSignal): Promise<boolean> {
    if (this.#taken()) return true;
    let wake = () => {};
    const unwatch = this.#parts.store.watch(() => wake());
    signal.addEventListener('abort', () => wake(), { once: true });
    try {
      for (;;) {
        await new Promise<void>((resolve) => {
          const cancel = this.#parts.after(lookAgainMs, resolve);
          wake = () => {
            cancel();
            resolve();
          };
        });
        if (signal.aborted) return false;
        if (this.#taken()) return true;
      }
    } finally {
      unwatch();
    }
  }

  #taken(): boolean {
    const { store, pid } = this.#parts;
    const { terminal } = this;
    return store.atomically(() => {
      store.chats.require(this.#chat);
      if (!this.#isTaken) store.leases.release({ chat: this.#chat, terminal });
      recoverCutReply(this.#parts, this.#chat);
      if (store.leases.of(this.#chat)) return false;
      store.leases.hand({ chat: this.#chat, terminal, pid, beat: Date.now() });
      this.#isTaken = true;
      this.#beatSoon();
      return true;
    });
  }

  #beatSoon(): void {
    this.#stopBeating = this.#parts.after(beatMs, () => {
      const { store } = this.#parts;
      const beat = { chat: this.#chat, terminal: this.terminal, beat: Date.now() };
      let isOurs = true;
      store.ifWritable(() => {
        isOurs = store.leases.beat(beat);
      });
      if (isOurs) this.#beatSoon();
    });
  }

  /** Gives it back, as soon as the store can be written; a line that could not be written meanwhile is kept as cut short. */
  release(): void {
    const { store, after } = this.#parts;
    this.#stopBeating?.();
    this.#isTaken = false;
    let isKept = false;
    const isReleased = store.ifWritable(() => {
      store.leases.release({ chat: this.#chat, terminal: this.terminal });
      isKept = recoverCutReply(this.#parts, this.#chat);
    });
    if (isKept) this.#kept();
    if (!isReleased) this.#stopBeating = after(beatMs, () => this.release());
  }
}
