import { SottoError } from '../errors.ts';
import { isFields } from './fields.ts';

/** What reading JSON text would come to; nothing is parsed. */
export interface JsonSize {
  /** How deep objects and lists nest. */
  readonly depth: number;
  /** Commas between values. */
  readonly commas: number;
  /** Objects and lists. */
  readonly containers: number;
  /** Texts that are no names of fields. */
  readonly texts: number;
  /** Different names of fields, about; none are counted of a text that is too short for many. */
  readonly names: number;
  /** Letters of the longest text. */
  readonly longest: number;
}

/** What may be of each, so that reading takes neither long nor the memory. */
const most: readonly (readonly [keyof JsonSize, limit: number, what: string])[] = [
  ['commas', 4_000_000, 'values'],
  ['containers', 1_000_000, 'objects and lists'],
  ['texts', 2_000_000, 'texts'],
  ['names', 300_000, 'different names of fields'],
  ['longest', 8 * 1024 * 1024, 'letters in one text'],
];

const ofMany: ReadonlySet<keyof JsonSize> = new Set(['commas', 'containers', 'texts', 'names'] as const);

/**
 * What a JSON text has too much of to be read, in words; null where it has not. One of many, as a line is, may hold a part of
 * what one alone may: one in so many.
 */
export function excessOf(size: JsonSize, part = 1): string | null {
  for (const [of, limit, what] of most) {
    const here = ofMany.has(of) ? limit / part : limit;
    if (size[of] > here) return `more than ${here} ${what}`;
  }
  return null;
}

const [quote, backslash, colon, comma] = [0x22, 0x5c, 0x3a, 0x2c];
/** Names are told apart by a bit of so many. */
const bits = 1 << 22;
const shortest = 1 << 20;

/** Where a text ends that begins here: at its quote, or at the end of all. */
function endOfText(json: string, from: number): number {
  for (let end = json.indexOf('"', from); end >= 0; end = json.indexOf('"', end + 1)) {
    let first = end;
    while (first > from && json.charCodeAt(first - 1) === backslash) first -= 1;
    if ((end - first) % 2 === 0) return end;
  }
  return json.length;
}

/** Counts different names by hashes of them. */
class Names {
  count = 0;
  readonly #seen = new Uint8Array(bits >> 3);

  add(json: string, from: number, to: number): void {
    let hash = to - from;
    for (let at = from; at < to; at++) hash = Math.imul(hash ^ json.charCodeAt(at), 0x01000193);
    const bit = (hash ^ (hash >>> 15)) & (bits - 1);
    const [place, mask] = [bit >> 3, 1 << (bit & 7)];
    const before = this.#seen[place] as number;
    if ((before & mask) !== 0) return;
    this.#seen[place] = before | mask;
    this.count += 1;
  }
}

/** What reading a JSON text would come to. */
export const jsonSize = (json: string): JsonSize => {
  const names = json.length < shortest ? null : new Names();
  let [deepest, depth, commas, containers, texts] = [0, 0, 0, 0, 0];
  let [from, to, longest] = [0, 0, 0];
  for (let at = 0; at < json.length; at++) {
    const letter = json.charCodeAt(at);
    if (letter === quote) {
      [from, to] = [at + 1, endOfText(json, at + 1)];
      longest = Math.max(longest, to - from);
      texts += 1;
      at = to;
    } else if (letter === comma) commas += 1;
    else if (letter === colon) {
      names?.add(json, from, to);
      texts -= 1;
    } else if (letter === 0x7d || letter === 0x5d) depth -= 1;
    else if (letter === 0x7b || letter === 0x5b) {
      containers += 1;
      deepest = Math.max(deepest, ++depth);
    }
  }
  return { depth: deepest, commas, containers, texts, names: names?.count ?? 0, longest };
};

/** So much of a lorebook is read in a few seconds. */
const mostOfBook = { entries: 250_000, keys: 1_000_000 };
const keyFields = ['keys', 'key', 'secondary_keys', 'keysecondary', 'secondkey', 'keywords'] as const;

/** How many keys a list holds, or a text with commas between them. */
function keysIn(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  if (typeof value !== 'string') return 0;
  let count = 1;
  for (let at = value.indexOf(','); at >= 0; at = value.indexOf(',', at + 1)) count += 1;
  return count;
}

/** Counts what a lorebook of any program holds, and refuses entries that are too many, or have too many keys. */
export class BookSize {
  #entries = 0;
  #keys = 0;

  /** Throws SottoError `too_large`. */
  add(entry: unknown): void {
    this.#entries += 1;
    if (this.#entries > mostOfBook.entries) tooMany('entries', mostOfBook.entries);
    if (isFields(entry)) for (const field of keyFields) this.#keys += keysIn(entry[field]);
    if (this.#keys > mostOfBook.keys) tooMany('keys', mostOfBook.keys);
  }
}

function tooMany(what: string, limit: number): never {
  const message = `the lorebook holds more than ${limit} ${what}, which would take too long to read; split it`;
  throw new SottoError('usage', 'too_large', message);
}

/** Refuses, before they are read, entries of any program's lorebook that are too many, or have too many keys. Throws SottoError `too_large`. */
export function refuseTooMany(entries: unknown): void {
  const list = Array.isArray(entries) ? entries : isFields(entries) ? Object.values(entries) : [];
  if (list.length > mostOfBook.entries) tooMany('entries', mostOfBook.entries);
  const size = new BookSize();
  for (const entry of list) size.add(entry);
}
