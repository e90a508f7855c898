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
  #stopBeating: (() => void) | null = null;

  constructor(parts: PlayParts, chat: string) {
    this.#parts = parts;
    this.#chat = chat;
    this.terminal = newTerminalId(parts);
  }

  /** Whether this terminal has it still: one that stood still for long was taken for dead and replaced. */
  get isHeld(): boolean {
    return this.#parts.store.leases.of(this.#chat)?.terminal === this.terminal;
  }

  /** Takes it as soon as no other terminal has it. Resolves to false when the signal aborts before. */
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
      recoverCutReply(this.#parts, this.#chat);
      if (store.leases.of(this.#chat)) return false;
      store.leases.hand({ chat: this.#chat, terminal, pid, beat: Date.now() });
      this.#beatSoon();
      return true;
    });
  }

  #beatSoon(): void {
    this.#stopBeating = this.#parts.after(beatMs, () => {
      const { terminal } = this;
      if (this.#parts.store.leases.beat({ chat: this.#chat, terminal, beat: Date.now() })) this.#beatSoon();
    });
  }

  /** Gives it back. */
  release(): void {
    this.#stopBeating?.();
    this.#parts.store.leases.release({ chat: this.#chat, terminal: this.terminal });
  }
}
