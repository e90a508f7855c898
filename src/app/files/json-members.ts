import { MiB } from '../../cards/limits.ts';
import { SottoError } from '../../domain/errors.ts';
import { usualDepth } from '../../interop/parse-json.ts';
import { Gathered, piecesOfFile } from './files.ts';
import { notJson, readJson } from './json-file.ts';

/** One of the values in a list or object that is read a value at a time. */
export interface Member {
  /** Names of the fields that lead to its list, with dots between them. */
  readonly place: string;
  /** Its name in an object; null in a list. */
  readonly key: string | null;
  /** Its JSON, until the next is asked for. */
  readonly json: () => string;
  /** What its JSON stands for, until the next is asked for. Throws SottoError `not_json`, `too_large`. */
  readonly value: () => unknown;
  /** Its length in bytes. */
  readonly size: number;
}

/** Largest value, and most of everything else. */
const most = { member: 16 * MiB, rest: 32 * MiB };
/** What has fewer bytes, and is not deep, can hold no more than may be read. */
const plain = MiB / 2;

const [quote, backslash, colon, comma] = [0x22, 0x5c, 0x3a, 0x2c];
const [openBrace, openBracket, closeBrace, closeBracket] = [0x7b, 0x5b, 0x7d, 0x5d];
const zero = Buffer.from('0');
/** So many names lead to a place at most. */
const deepestPlace = 2;

const tooLarge = (what: string, limit: number): SottoError =>
  new SottoError('usage', 'too_large', `${what} has more than ${limit} bytes; choose a smaller file`);

/** Whether a backslash stands before a place that is none of an escaped one, in what begins at `start`. */
function isEscapedAt(text: string, place: number, start: number): boolean {
  let from = place;
  while (from > start && text.charCodeAt(from - 1) === backslash) from -= 1;
  return (place - from) % 2 === 1;
}

/** Tells the objects and lists in the lists at some places of a JSON text from all else, which is kept with a 0 for each. */
class Splitter {
  readonly #places: readonly string[];
  readonly #rest = new Gathered();
  readonly #member = new Gathered();
  readonly #name = new Gathered();
  /** Whether the open ones outside of such lists are objects, and the name of the field that is open in each. */
  readonly #isObject: boolean[] = [];
  readonly #names: string[] = [];
  #depth = 0;
  /** How deep the members of the open list stand; 0 outside of one. */
  #within = 0;
  #place = '';
  #isText = false;
  #isEscaped = false;
  #isName = false;
  #expectsName = false;
  /** Where what is not gathered yet begins in the piece, and the name of a field. */
  #from = 0;
  #nameFrom = 0;

  /** The last member, where all of it stands in one piece. */
  #whole: Buffer | null = null;

  readonly #json = (): string => this.#whole?.toString('utf8') ?? this.#member.text();

  readonly #value = (): unknown => {
    const json = this.#json();
    if (json.length > plain) return readJson(json);
    try {
      return JSON.parse(json);
    } catch (error) {
      throw notJson(error);
    }
  };

  constructor(places: readonly string[]) {
    this.#places = places;
  }

  *take(piece: Buffer): Generator<Member> {
    const text = piece.toString('latin1');
    this.#from = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (this.#isText) {
        at = this.#passText(text, at, piece);
        continue;
      }
      if (code === quote) this.#beginText(at);
      else if (code === openBrace || code === openBracket) this.#open(piece, at, code === openBrace);
      else if (code === closeBrace || code === closeBracket) {
        const member = this.#close(piece, at);
        if (member) yield member;
      } else if (code === comma || code === colon) this.#separate(code === comma);
    }
    this.#gather(piece, text.length);
  }

  /** All but the members, when the text is over. */
  end(): string {
    return this.#rest.text();
  }

  get #isInMember(): boolean {
    return this.#within > 0 && this.#depth > this.#within;
  }

  #gather(piece: Buffer, to: number): void {
    const [into, limit] = this.#isInMember ? [this.#member, most.member] : [this.#rest, most.rest];
    into.add(piece, this.#from, to);
    this.#from = to;
    if (into.size > limit)
      throw tooLarge(this.#isInMember ? 'one entry of it' : 'what it holds beside its entries', limit);
  }

  #beginText(at: number): void {
    this.#isText = true;
    this.#isName = !this.#isInMember && this.#expectsName;
    this.#nameFrom = at + 1;
    if (this.#isName) this.#name.clear();
  }

  /** The last place of a text, or the end of the piece. */
  #passText(text: string, from: number, piece: Buffer): number {
    const start = this.#isEscaped ? from + 1 : from;
    let at = text.indexOf('"', start);
    while (at >= 0 && isEscapedAt(text, at, start)) at = text.indexOf('"', at + 1);
    this.#isText = at < 0;
    if (at < 0) at = text.length;
    this.#isEscaped = this.#isText && isEscapedAt(text, at, start);
    if (this.#isName) this.#name.add(piece, Math.min(this.#nameFrom, at), at);
    this.#nameFrom = 0;
    return at;
  }

  #open(piece: Buffer, at: number, isObject: boolean): void {
    const isMember = this.#within > 0 && this.#depth === this.#within;
    if (isMember) {
      this.#gather(piece, at);
      this.#member.clear();
    }
    const isFar = this.#within > 0 || this.#depth > deepestPlace;
    const place = isFar ? '' : placeOf(this.#names.slice(0, this.#depth));
    this.#depth += 1;
    if (this.#depth > usualDepth) throw notJson();
    if (this.#within > 0) return;
    const isWanted = this.#places.includes(isObject ? place : `${place}[]`) || this.#places.includes(place);
    if (isWanted) [this.#within, this.#place] = [this.#depth, place];
    this.#isObject[this.#depth - 1] = isObject;
    this.#names[this.#depth - 1] = isObject ? '' : '0';
    this.#expectsName = isObject;
  }

  #close(piece: Buffer, at: number): Member | null {
    const isEnd = this.#within > 0 && this.#depth === this.#within + 1;
    if (isEnd) this.#end(piece, at + 1);
    this.#depth -= 1;
    if (isEnd) {
      this.#rest.add(zero);
      const key = this.#isObject[this.#within - 1] ? (this.#names[this.#within - 1] ?? '') : null;
      const size = this.#whole?.length ?? this.#member.size;
      return { place: this.#place, key, json: this.#json, value: this.#value, size };
    }
    if (this.#depth < this.#within) this.#within = 0;
    return null;
  }

  /** Ends a member, which is copied only where pieces of it stand apart. */
  #end(piece: Buffer, to: number): void {
    this.#whole = this.#member.size === 0 ? piece.subarray(this.#from, to) : null;
    if (this.#whole) this.#from = to;
    else this.#gather(piece, to);
  }

  #separate(isComma: boolean): void {
    if (this.#isInMember) return;
    const isObject = this.#isObject[this.#depth - 1] === true;
    this.#expectsName = isComma && isObject;
    if (!isComma && isObject) this.#names[this.#depth - 1] = nameOf(this.#name.text());
  }
}

/** A name of a field by its JSON; one that is damaged as it is, for then the rest cannot be read. */
function nameOf(text: string): string {
  if (!text.includes('\\')) return text;
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text;
  }
}

/** The names of fields that lead to a place; none of a place that a name with a dot leads to. */
const placeOf = (names: readonly string[]): string =>
  names.some((name) => name.includes('.')) ? '' : names.join('.');

/**
 * The objects and lists that stand in lists or objects at these places of a JSON file (`a.b`; `a.b[]` for a list alone), one after the
 * other, and at last all else of it as text with a 0 in the place of each. Throws SottoError `too_large`, `no_such_file`, `bad_file`.
 */
export function* membersOf(path: string, places: readonly string[]): Generator<Member, string> {
  const splitter = new Splitter(places);
  for (const piece of piecesOfFile(path)) yield* splitter.take(piece);
  return splitter.end().replace(/^\u{feff}/u, '');
}
