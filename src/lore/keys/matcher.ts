import { automatonOf } from './automaton.ts';
import { fold, isBorder } from './fold.ts';
import type { KeyForm } from './keys.ts';
import { type Backtracking, canSpan, type Finds, finder, type Written } from './pattern.ts';
import { scannable } from './scannable.ts';

/** What of all keys stands in one text. */
export interface Hits {
  /** Numbers of the plain forms that were found, each once. */
  readonly plain: Int32Array;
  readonly text: string;
  /** What regular expressions said, as far as they were asked. */
  readonly asked: Map<number, boolean>;
}

/** Finds keys in texts; each text is searched once, however often it is asked about. */
export interface Matcher {
  /** The number of a form, which `Hits` speak of. */
  readonly numberOf: (form: KeyForm) => number;
  readonly forms: number;
  readonly isPattern: (form: number) => boolean;
  /** Whether a match of the form can go on from one message into the next. */
  readonly spans: (form: number) => boolean;
  /** Whether the form was given up when it was asked last: it takes too long. */
  readonly isTooSlow: (form: number) => boolean;
  /** What stands in a message, or in the content of an entry (`lore`), where hidden keys count. */
  readonly hits: (text: string, kind: 'message' | 'lore') => Hits;
  /** True when the text holds the form. Regular expressions are run when they are first asked for. */
  readonly holds: (hits: Hits, form: number) => boolean;
}

type Plain = Extract<KeyForm, { type: 'plain' }>;

const remembered = 50_000;
const spell = (form: KeyForm): string =>
  form.type === 'plain'
    ? `${form.exact ? 'x' : 'i'}${form.whole ? 'w' : 's'}${form.text}`
    : `/${form.flags}/${form.source}`;
const folded = (text: string): string => String.fromCharCode(...fold(text));

/** For each word of the automaton the numbers of the forms that are spelled so but for case. */
const variantsOf = (plain: readonly Plain[]): { words: string[]; variants: number[][] } => {
  const byWord = new Map<string, number[]>();
  for (const [number, { text }] of plain.entries()) {
    const word = folded(text);
    const numbers = byWord.get(word);
    if (numbers) numbers.push(number);
    else byWord.set(word, [number]);
  }
  const words = [...byWord.keys()].sort();
  return { words, variants: words.map((word) => byWord.get(word) ?? []) };
};

/** Searches a text for plain forms; a hit counts when case and word borders are as its form wants. */
const plainFinder = (plain: readonly Plain[]): ((text: string) => Int32Array) => {
  const { words, variants } = variantsOf(plain);
  const automaton = automatonOf(words);
  const seen = new Int32Array(plain.length);
  let round = 0;
  const fits = ({ text: key, exact, whole }: Plain, text: string, end: number): boolean => {
    const start = end - key.length;
    if (exact && !text.startsWith(key, start)) return false;
    return !whole || (isBorder(text, start) && isBorder(text, end));
  };
  return (text) => {
    const found: number[] = [];
    round += 1;
    automaton.scan(fold(text), (word, end) => {
      for (const number of variants[word] as number[]) {
        if (seen[number] === round || !fits(plain[number] as Plain, text, end)) continue;
        seen[number] = round;
        found.push(number);
      }
    });
    return Int32Array.from(found);
  };
};

/** Searches texts for patterns; each is made ready when it is first asked for. */
const patternSearch = (patterns: readonly Written[], backtracking: Backtracking | undefined) => {
  const searches = new Map<number, Finds>();
  const tooSlow = new Set<number>();
  const search = (at: number, { text, asked }: Hits, form: number): boolean => {
    const known = asked.get(form);
    const pattern = patterns[at];
    if (known !== undefined || !pattern) return known ?? false;
    const found = searches.get(at) ?? finder(pattern, backtracking);
    searches.set(at, found);
    const is = found(text);
    if (is === null) tooSlow.add(at);
    else asked.set(form, is);
    return is ?? false;
  };
  return { search, isTooSlow: (at: number) => tooSlow.has(at) };
};

/** A matcher of these forms; equal ones are looked for once. Without `backtracking` no form is found that needs it. */
export const matcherOf = (forms: readonly KeyForm[], backtracking?: Backtracking): Matcher => {
  const distinct = [...new Map(forms.map((form) => [spell(form), form])).values()];
  const plain = distinct.filter((form) => form.type === 'plain');
  const patterns = distinct.filter((form) => form.type === 'pattern');
  const numbers = new Map([...plain, ...patterns].map((form, number) => [spell(form), number]));
  const findPlain = plainFinder(plain);
  const known = new Map<string, Hits>();
  const { search, isTooSlow } = patternSearch(patterns, backtracking);
  const spanning = patterns.map(canSpan);
  return {
    numberOf: (form) => numbers.get(spell(form)) ?? -1,
    forms: distinct.length,
    isPattern: (form) => form >= plain.length,
    spans: (form) => spanning[form - plain.length] ?? false,
    isTooSlow: (form) => isTooSlow(form - plain.length),
    hits: (raw, kind) => {
      const text = scannable(raw, kind);
      const before = known.get(text);
      if (before) return before;
      const hits = { plain: findPlain(text), text, asked: new Map<number, boolean>() };
      if (known.size >= remembered) known.clear();
      known.set(text, hits);
      return hits;
    },
    holds: (hits, form) =>
      form < plain.length ? hits.plain.includes(form) : search(form - plain.length, hits, form),
  };
};
