import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const windowBytes = 1 << 20;

/** That a file does not hold what it says. */
export class Malformed extends Error {}

/** A file read from its beginning on, in bounds: nothing past its end or past `most` bytes. Throws Malformed. */
export class Bytes {
  readonly size: number;
  readonly #descriptor: number;
  readonly #end: number;
  #buffer: Buffer = Buffer.alloc(0);
  #start = 0;
  #at = 0;

  /** Throws what Node says of a file that cannot be read. */
  constructor(file: string, most: number) {
    this.#descriptor = openSync(file, 'r');
    this.size = fstatSync(this.#descriptor).size;
    this.#end = Math.min(this.size, most);
  }

  /** The next bytes; they are overwritten by what is read later. */
  take(count: number): Buffer {
    if (!(count >= 0 && this.#at + count <= this.#end)) throw new Malformed('it ends too early');
    const from = this.#at - this.#start;
    if (from < 0 || from + count > this.#buffer.length) this.#fill(count);
    const begin = this.#at - this.#start;
    this.#at += count;
    return this.#buffer.subarray(begin, begin + count);
  }

  #fill(count: number): void {
    const wanted = Math.min(Math.max(count, windowBytes), this.#end - this.#at);
    const buffer = Buffer.alloc(wanted);
    const got = readSync(this.#descriptor, buffer, 0, wanted, this.#at);
    if (got < count) throw new Malformed('it ends too early');
    this.#buffer = buffer.subarray(0, got);
    this.#start = this.#at;
  }

  /** Leaves these out. */
  skip(count: number): void {
    if (!(count >= 0 && this.#at + count <= this.#end)) throw new Malformed('it ends too early');
    this.#at += count;
  }

  uint32(): number {
    return this.take(4).readUInt32LE();
  }

  /** A whole number of 64 bits; what is too large for any count is Infinity. */
  uint64(): number {
    const value = Number(this.take(8).readBigUInt64LE());
    return Number.isSafeInteger(value) ? value : Number.POSITIVE_INFINITY;
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}
