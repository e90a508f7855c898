import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** After so many bytes where texts are long: what is made of them and no longer used is several times as much. */
const often = 4 * 1024 * 1024;

let collect: (() => void) | null = null;

function collector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

/**
 * Keeps the memory bounded while much is read: the engine would let what is no longer used grow to several hundred MB
 * before it looks.
 */
export class Freeing {
  readonly #every: number;
  #since = 0;

  /** Frees after so many bytes; from now on what is new has little room, where the engine would give it more and more. */
  constructor(every = often) {
    this.#every = every;
    setFlagsFromString('--semi-space-growth-factor=1');
  }

  /** Takes note of bytes that were read and are done with. */
  read(bytes: number): void {
    this.#since += bytes;
    if (this.#since < this.#every) return;
    this.#since = 0;
    collect ??= collector();
    collect();
  }
}
