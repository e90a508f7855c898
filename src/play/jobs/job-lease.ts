import type { PlayParts } from '../chat/parts.ts';
import { isGone, newTerminalId, takingId } from '../lease/liveness.ts';

const beatMs = 1000;

/** The right to run the jobs of a chat: of all terminals one has it at a time; whoever died with it is replaced. */
export class JobLease {
  readonly #parts: PlayParts;
  readonly #chat: string;
  readonly #terminal: string;
  #takings = 0;
  #taking: string | null = null;
  #stopBeating: (() => void) | null = null;

  constructor(parts: PlayParts, chat: string) {
    this.#parts = parts;
    this.#chat = chat;
    this.#terminal = newTerminalId(parts);
  }

  /**
   * Takes it, where no living terminal has it and the store can be written; what runs there without it waits again. False
   * when it cannot be taken now. `also` is written with it.
   */
  take(also: () => void = () => {}): boolean {
    const { store, pid, now } = this.#parts;
    const chat = this.#chat;
    const taking = takingId(this.#terminal, this.#takings + 1);
    let isTaken = false;
    store.ifWritableUnsynced(() => {
      const holder = store.jobs.leases.of(chat);
      if (!store.chats.has(chat) || (holder && !isGone(this.#parts, holder))) return;
      store.jobs.leases.hand({ chat, terminal: taking, pid, beat: Date.now() });
      for (const { id } of store.jobs.of(chat, ['running']))
        store.jobs.change(id, now(), { state: 'waiting' });
      also();
      isTaken = true;
    });
    if (!isTaken) return false;
    this.#takings += 1;
    this.#taking = taking;
    this.#beatSoon(taking);
    return true;
  }

  #beatSoon(taking: string): void {
    this.#stopBeating = this.#parts.after(beatMs, () => {
      const { store } = this.#parts;
      const beat = { chat: this.#chat, terminal: taking, beat: Date.now() };
      let isOurs = true;
      store.ifWritableUnsynced(() => {
        isOurs = store.jobs.leases.beat(beat);
      });
      if (isOurs) this.#beatSoon(taking);
    });
  }

  /** Gives it back inside the caller's transaction, as far as that comes to its end; `release` is called all the same. */
  leave(): void {
    const terminal = this.#taking;
    if (terminal !== null) this.#parts.store.jobs.leases.release({ chat: this.#chat, terminal });
  }

  /** Gives it back, where `leave` has not; where the store cannot be written now it is replaced later, as a dead terminal's is. */
  release(): void {
    this.#stopBeating?.();
    const { store } = this.#parts;
    const terminal = this.#taking;
    this.#taking = null;
    if (terminal !== null && store.jobs.leases.of(this.#chat)?.terminal === terminal)
      store.ifWritableUnsynced(() => store.jobs.leases.release({ chat: this.#chat, terminal }));
  }
}
