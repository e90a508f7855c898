import type { PlayEvent, ReplyUsage } from '../../play/chat/play-state.ts';

/** What the last reply cost, as the status line tells it; how fast another's was written is taken from when its text came. */
export class Pace {
  readonly #now: () => number;
  #began: number | null = null;
  #usage: ReplyUsage | null = null;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The figures of the last reply; null before there was one. */
  get usage(): ReplyUsage | null {
    return this.#usage;
  }

  /** News from the chat. */
  hear(event: PlayEvent): void {
    if (event.type === 'delta') this.#began ??= this.#now();
    else if (event.type === 'usage') {
      const came = this.#began === null ? 0 : this.#now() - this.#began;
      const { usage } = event;
      this.#usage = usage.totalMs > 0 ? usage : { ...usage, totalMs: came };
      this.#began = null;
    }
  }

  /** Forgets it all: somebody else looks on, whose figures these are not. */
  clear(): void {
    this.#began = null;
    this.#usage = null;
  }
}
