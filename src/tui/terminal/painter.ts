import { type Frame, frameBytes } from './frame.ts';

/** Where frames go; `write` returns false when the reader is behind, then `drain` follows. */
export interface Output {
  write(text: string): boolean;
  once(event: 'drain', listener: () => void): unknown;
}

/** Time, handed in. `after` returns the way to call it off. */
export interface Clock {
  now(): number;
  after(milliseconds: number, run: () => void): () => void;
}

const frameMilliseconds = 1000 / 40;

/**
 * Keeps the screen equal to the newest frame: at most 40 a second, of an expensive one fewer, so that it takes no more than
 * half of the time; only changed rows, never ahead of the reader.
 */
export class Painter {
  readonly #output: Output;
  readonly #clock: Clock;
  readonly #frame: () => Frame;
  readonly #bytes: typeof frameBytes;
  #shown: Frame | null = null;
  #nextAt = Number.NEGATIVE_INFINITY;
  #cancel: (() => void) | null = null;
  #blocked = false;
  #dirty = false;
  #stopped = false;

  /** `bytes` turns what is on the screen into a frame. */
  constructor(output: Output, clock: Clock, frame: () => Frame, bytes = frameBytes) {
    this.#output = output;
    this.#clock = clock;
    this.#frame = frame;
    this.#bytes = bytes;
  }

  /** What is on the screen; null where that is unknown. */
  get shown(): Frame | null {
    return this.#shown;
  }

  /** Something changed: paint the newest frame as soon as the rate allows. */
  invalidate(): void {
    this.#dirty = true;
    if (this.#stopped || this.#blocked || this.#cancel !== null) return;
    const wait = this.#nextAt - this.#clock.now();
    this.#cancel = this.#clock.after(Math.max(0, wait), () => this.#paint());
  }

  /** Paints the newest frame now, however long the one before took: the next one waits again. */
  paintNow(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#dirty = true;
    if (!this.#stopped && !this.#blocked) this.#paint();
  }

  /** What is on the screen is unknown (resize, return from another program): the next frame is drawn whole. */
  reset(): void {
    this.#shown = null;
    this.invalidate();
  }

  /** Holds all painting while another program has the terminal, or for good. */
  stop(): void {
    this.#stopped = true;
    this.#cancel?.();
    this.#cancel = null;
  }

  /** Paints again after `stop`, the whole frame. */
  resume(): void {
    this.#stopped = false;
    this.reset();
  }

  #paint(): void {
    this.#cancel = null;
    if (!this.#dirty) return;
    this.#dirty = false;
    const began = this.#clock.now();
    const frame = this.#frame();
    const bytes = this.#bytes(this.#shown, frame);
    this.#nextAt = began + Math.max(frameMilliseconds, 2 * (this.#clock.now() - began));
    this.#shown = frame;
    if (bytes === '' || this.#output.write(bytes)) return;
    this.#blocked = true;
    this.#output.once('drain', () => {
      this.#blocked = false;
      if (this.#dirty) this.invalidate();
    });
  }
}
