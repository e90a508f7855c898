import type { PlayEvent, PlayState } from '../../play/chat/play-state.ts';

const restMs = 700;

/** What the fill is found from, and who hears that it is another. */
interface FillParts {
  readonly find: () => Promise<number | null>;
  /** Whether somebody writes or types: what takes a while waits for that. */
  readonly isBusy: () => boolean;
  readonly changed: () => void;
}

/** How full the context of whom one plays is: found anew when the chat has gone on and rests. */
export class Fill {
  readonly #parts: FillParts;
  #isStale = false;
  #timer: NodeJS.Timeout | null = null;
  #share: number | null = null;

  constructor(parts: FillParts) {
    this.#parts = parts;
  }

  /** From 0 to 1; null before it was found, or where there is none. */
  get share(): number | null {
    return this.#share;
  }

  /** News from the chat. */
  hear(event: PlayEvent, { generating }: Pick<PlayState, 'generating'>): void {
    if (event.type === 'message' || event.type === 'reload') this.#isStale = true;
    if (this.#isStale && this.#timer === null && generating === null) this.#wait();
  }

  /** Forgets it: somebody else is played. */
  clear(): void {
    this.#share = null;
    this.#isStale = true;
  }

  #wait(): void {
    this.#timer = setTimeout(() => void this.#find(), restMs);
    this.#timer.unref();
  }

  async #find(): Promise<void> {
    this.#timer = null;
    if (this.#parts.isBusy()) return this.#wait();
    this.#isStale = false;
    const share = await this.#parts.find();
    if (share === this.#share) return;
    this.#share = share;
    this.#parts.changed();
  }
}
