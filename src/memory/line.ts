import type { CharacterId } from '../domain/message.ts';
import { isPlain } from '../domain/search.ts';
import { soughtWords, type Term } from './question.ts';
import { stemOf } from './stem.ts';

/** A line as it is scored. */
export interface Line {
  readonly speaker: CharacterId | null;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** The same in milliseconds. */
  readonly time: number;
  /** How often it says the stems that are asked for. */
  readonly counts: ReadonlyMap<string, number>;
  /** UTF-16 units. */
  readonly length: number;
  readonly isAsking: boolean;
  /** 0 routine to 3 pivotal. */
  readonly significance: number;
}

/** A number for the first letter of a word and the second. */
const startOf = (word: string): number =>
  word.charCodeAt(0) * 0x10000 + (word.length > 1 ? word.charCodeAt(1) : 0);

const isOfWord = (code: number): boolean => (code > 96 && code < 123) || (code > 47 && code < 58);

const none: ReadonlyMap<string, number> = new Map();

/** The stems of some terms, looked for in texts of which most say none: few of their words are read, and fewer need a stem. */
export class AskedStems {
  readonly #stems: ReadonlySet<string>;
  readonly #starts: ReadonlySet<number>;
  /** Every word begins as its stem does, but for the last letter. */
  readonly #beginnings: readonly string[];
  /** Stems by the words that were met, null where it is none that is asked for. */
  readonly #met = new Map<string, string | null>();

  constructor(terms: readonly Pick<Term, 'stems'>[]) {
    this.#stems = new Set(terms.flatMap(({ stems }) => stems));
    const stems = [...this.#stems];
    this.#starts = new Set(stems.map(startOf));
    this.#beginnings = stems.map((stem) => stem.slice(0, -1) || stem);
  }

  /** How often a text says each of them that it says. */
  countsOf(text: string): ReadonlyMap<string, number> {
    const words = isPlain(text)
      ? this.#plainWords(text.toLowerCase())
      : soughtWords(text).filter((word) => this.#mayBe(startOf(word)));
    if (words.length === 0) return none;
    const counts = new Map<string, number>();
    for (const word of words) {
      const stem = this.#asked(word);
      if (stem !== null) counts.set(stem, (counts.get(stem) ?? 0) + 1);
    }
    return counts;
  }

  #mayBe(start: number): boolean {
    return this.#starts.has(start) || this.#starts.has(start & ~0xffff);
  }

  #asked(word: string): string | null {
    const known = this.#met.get(word);
    if (known !== undefined) return known;
    const stem = stemOf(word);
    const asked = this.#stems.has(stem) ? stem : null;
    this.#met.set(word, asked);
    return asked;
  }

  /** The words of ASCII in small letters that begin so, where there may be any. */
  #plainWords(text: string): string[] {
    const words: string[] = [];
    if (!this.#beginnings.some((beginning) => text.includes(beginning))) return words;
    for (let at = 0; at < text.length; at += 1) {
      const from = at;
      while (isOfWord(text.charCodeAt(at))) at += 1;
      if (at === from) continue;
      const second = at > from + 1 ? text.charCodeAt(from + 1) : 0;
      if (this.#mayBe(text.charCodeAt(from) * 0x10000 + second)) words.push(text.slice(from, at));
    }
    return words;
  }
}

/** Makes a line of what somebody perceived, as far as it says what is asked for. */
export function lineOf(
  said: Pick<Line, 'speaker' | 'at'> & { readonly text: string },
  asked: AskedStems,
  significance = 0,
): Line {
  const { speaker, at, text } = said;
  const isAsking = /[?？]\s*["”’»*]*\s*$/.test(text);
  const counts = asked.countsOf(text);
  return { speaker, at, time: Date.parse(at), counts, length: text.length, isAsking, significance };
}

/** Whether what a text says of the stems that are asked for is enough for a term. */
export const says = (counts: ReadonlyMap<string, number>, { stems }: Term): boolean =>
  stems.some((stem) => counts.has(stem));
