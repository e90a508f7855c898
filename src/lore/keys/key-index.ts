import { fold } from './fold.ts';

/** So many letters from the beginning of a key are looked for first; all of a shorter one. */
const beginning = 8;
const base = 0x01000193;
/** Beginnings that a text holds by chance are told from others by a bit of so many. */
const bits = 1 << 22;
/** Of each key: the hash of its beginning, its own, its length, its entry. */
const columns = 4;

const mixed = (hash: number, length: number): number => {
  const one = Math.imul(hash + Math.imul(length, 0x9e3779b1), 0x2c1b3c6d);
  const other = Math.imul(one ^ (one >>> 15), 0x297a2d39);
  return (other ^ (other >>> 13)) >>> 0;
};

/** The hash of the first letters of a folded text. */
function hashOf(units: Uint16Array, length: number): number {
  let hash = 0;
  for (let at = 0; at < length; at++) hash = Math.imul(hash, base) + (units[at] as number) + 1;
  return mixed(hash, length);
}

/** The same hash of any stretch of a text, in a few steps whatever its length. */
class Stretches {
  readonly length: number;
  readonly #until: Uint32Array;
  readonly #powers: Uint32Array;

  constructor(text: string) {
    const units = fold(text);
    this.length = units.length;
    this.#until = new Uint32Array(units.length + 1);
    this.#powers = new Uint32Array(units.length + 1).fill(1);
    for (let at = 0; at < units.length; at++) {
      this.#until[at + 1] = Math.imul(this.#until[at] as number, base) + (units[at] as number) + 1;
      this.#powers[at + 1] = Math.imul(this.#powers[at] as number, base);
    }
  }

  /** The hash of so many letters from a place on. */
  at(from: number, length: number): number {
    const before = Math.imul(this.#until[from] as number, this.#powers[length] as number);
    return mixed((this.#until[from + length] as number) - before, length);
  }
}

/**
 * Makes an index of plain keys, as numbers that can be kept: their hashes without difference of case, sorted by those of their
 * beginnings.
 */
export class Indexing {
  #rows = new Uint32Array(1024 * columns);
  #length = 0;

  /** A key, and the number of the entry that it calls. */
  add(key: string, entry: number): void {
    if (this.#length === this.#rows.length) {
      const before = this.#rows;
      this.#rows = new Uint32Array(before.length * 2);
      this.#rows.set(before);
    }
    const units = fold(key);
    const { length } = units;
    const [rows, at] = [this.#rows, this.#length];
    rows[at] = hashOf(units, Math.min(length, beginning));
    rows[at + 1] = hashOf(units, length);
    rows[at + 2] = length;
    rows[at + 3] = entry;
    this.#length += columns;
  }

  end(): Uint32Array {
    const found = this.#rows.subarray(0, this.#length);
    const sorted = new Uint32Array(found.length);
    let to = 0;
    for (const number of orderOf(found, found.length / columns)) {
      const from = number * columns;
      for (let column = 0; column < columns; column++) sorted[to++] = found[from + column] as number;
    }
    return sorted;
  }
}

/** So many numbers can be told apart beside a hash in one that is exact. */
const mostBeside = 2 ** 21;

/** The numbers of the keys in the order of the hashes of their beginnings. */
function orderOf(found: Uint32Array, count: number): Uint32Array {
  const hashOfKey = (number: number): number => found[number * columns] as number;
  const numbers = Uint32Array.from({ length: count }, (_, number) => number);
  if (count > mostBeside) return numbers.sort((one, other) => hashOfKey(one) - hashOfKey(other));
  const both = Float64Array.from(numbers, (number) => hashOfKey(number) * mostBeside + number).sort();
  return numbers.map((_, at) => (both[at] as number) % mostBeside);
}

/** Tells which entries a text may call: those with a key in it, in any case and within words too, and by chance a few more. */
export class KeyIndex {
  readonly #rows: Uint32Array;
  readonly #isBeginning = new Uint8Array(bits >> 3);
  /** How long beginnings are. */
  readonly #lengths: readonly number[];

  /** Reads what `Indexing` made. */
  constructor(rows: Uint32Array) {
    this.#rows = rows;
    const lengths = new Set<number>();
    for (let row = 0; row < rows.length; row += columns) {
      const bit = (rows[row] as number) & (bits - 1);
      this.#isBeginning[bit >> 3] = (this.#isBeginning[bit >> 3] as number) | (1 << (bit & 7));
      lengths.add(Math.min(rows[row + 2] as number, beginning));
    }
    this.#lengths = [...lengths];
  }

  /** Adds to `found` the entries that a text may call. */
  call(text: string, found: Set<number>): void {
    const stretches = new Stretches(text);
    for (const length of this.#lengths) {
      for (let at = 0; at + length <= stretches.length; at++) {
        const hash = stretches.at(at, length);
        const bit = hash & (bits - 1);
        if ((this.#isBeginning[bit >> 3] as number) & (1 << (bit & 7)))
          this.#callFrom(hash, at, stretches, found);
      }
    }
  }

  /** Adds the entries whose keys have this beginning and go on as the text does from here. */
  #callFrom(hash: number, at: number, stretches: Stretches, found: Set<number>): void {
    const rows = this.#rows;
    for (let row = this.#first(hash); rows[row] === hash; row += columns) {
      const length = rows[row + 2] as number;
      if (at + length <= stretches.length && stretches.at(at, length) === rows[row + 1])
        found.add(rows[row + 3] as number);
    }
  }

  /** Where the keys begin whose beginning has at least this hash. */
  #first(hash: number): number {
    let [low, high] = [0, this.#rows.length / columns];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#rows[middle * columns] as number) < hash) low = middle + 1;
      else high = middle;
    }
    return low * columns;
  }
}
