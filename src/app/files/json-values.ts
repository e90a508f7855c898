import { Gathered, piecesOfFile } from './files.ts';

const [quote, backslash] = [0x22, 0x5c];
const isBlank = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
const isOpening = (byte: number): boolean => byte === 0x7b || byte === 0x5b;
const isClosing = (byte: number): boolean => byte === 0x7d || byte === 0x5d;

/** Finds where the objects and lists of JSON text begin and end that stand at the top, or in a list at the top. */
class Splitter {
  readonly #limit: number;
  #gathered = new Gathered();
  #depth = 0;
  #base = 0;
  #hasBegun = false;
  #isQuoted = false;
  #isEscaped = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The values that end in the next bytes; null = something else stands there, or a value is larger than the limit. */
  *take(chunk: Buffer): Generator<Buffer | null> {
    let start = this.#depth > this.#base ? 0 : -1;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] as number;
      if (this.#isQuoted) {
        at = this.#passText(chunk, at);
        continue;
      }
      if (byte === quote) this.#isQuoted = true;
      else if (isOpening(byte)) start = this.#open(byte, at, start);
      else if (isClosing(byte)) this.#depth -= 1;
      if (start < 0) {
        if (!this.#isBetween(byte)) yield null;
        continue;
      }
      if (isClosing(byte) && this.#depth === this.#base) {
        this.#gathered.add(chunk, start, at + 1);
        const value = this.#gathered.take();
        this.#gathered = new Gathered();
        yield value;
        start = -1;
      }
    }
    if (start < 0) return;
    this.#gathered.add(chunk, start);
    if (this.#gathered.size > this.#limit) yield null;
  }

  /** Whether every value was whole. */
  get isWhole(): boolean {
    return this.#depth === 0 && this.#gathered.size === 0 && !this.#isQuoted;
  }

  #open(byte: number, at: number, start: number): number {
    const isList = !this.#hasBegun && byte === 0x5b;
    this.#hasBegun = true;
    if (isList) this.#base = 1;
    this.#depth += 1;
    return start < 0 && !isList ? at : start;
  }

  /** Whether a byte may stand between values. */
  #isBetween(byte: number): boolean {
    if (this.#isQuoted) return false;
    return isBlank(byte) || (this.#base === 1 && (byte === 0x2c || isOpening(byte) || isClosing(byte)));
  }

  /** The last place of a text, or the end of the chunk. */
  #passText(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at];
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === backslash) this.#isEscaped = true;
      else if (byte === quote) {
        this.#isQuoted = false;
        return at;
      }
    }
    return chunk.length;
  }
}

/**
 * The objects and lists of a JSON file: what stands at its top, or in the list that it is, as bytes that are not parsed
 * yet. Null where something else stands, something larger than `limit` bytes, or the end of
 * a file that is cut off, and nothing after that. Throws SottoError `no_such_file`, `bad_file`.
 */
export function* jsonValuesOf(path: string, limit: number): Generator<Buffer | null> {
  const splitter = new Splitter(limit);
  let isFirst = true;
  for (const piece of piecesOfFile(path)) {
    const isMarked = isFirst && piece.subarray(0, 3).equals(byteOrderMark);
    isFirst = false;
    for (const value of splitter.take(isMarked ? piece.subarray(3) : piece)) {
      yield value;
      if (value === null) return;
    }
  }
  if (!splitter.isWhole) yield null;
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
