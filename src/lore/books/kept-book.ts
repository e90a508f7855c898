import type { Lorebook, LoreEntry } from '../../cards/character.ts';
import { Indexing, type KeyIndex } from '../keys/key-index.ts';
import { hasSigns } from '../keys/keys.ts';
import { literalsOf } from '../keys/literals.ts';
import {
  type BookIdentity,
  bookRules,
  defaultSettings,
  entryRules,
  readingCalls,
  scanDepthOf,
} from './books.ts';
import type { CalledRule, LoreRule } from './rule.ts';
import { type RuleSource, reachOf } from './rule-source.ts';

/** What a book comes to beside its entries, as JSON: enough to tell which of them a text may call. */
export interface BookDigest {
  /** The book without its entries. */
  readonly book: Lorebook;
  readonly size: number;
  readonly always: readonly number[];
  readonly levels: readonly number[];
  /** As in `RuleSource`, but for the depth of the book and the settings; null = infinite. */
  readonly reach: number | null;
}

/** A large book of which an index is kept, so that few of its entries need be read. */
export interface KeptBook {
  readonly digest: BookDigest;
  readonly keys: KeyIndex;
  /** The entries of these numbers; one that is no longer there is left out. */
  readonly entries: (numbers: readonly number[]) => Iterable<readonly [number, LoreEntry]>;
  /** All of it, for what must be said of every entry. */
  readonly whole: () => Lorebook;
}

/** What the names of a chat are filled into, so that the key is another in each. */
const namesMacro = /\{\{|<(?:user|char|bot)>/i;

/** The texts without which a rule sleeps, whatever the settings; null when something else can wake it. */
const callsOf = ({ enabled, constant, keys, when }: CalledRule): readonly string[] | null => {
  if (!enabled) return [];
  if (constant || when.forced === 'awake') return null;
  const calls: string[] = [];
  for (const { forms } of keys)
    for (const form of forms) {
      const needed = form.type === 'plain' ? [form.text] : literalsOf(form);
      if (needed === null || namesMacro.test(form.type === 'plain' ? form.text : form.source)) return null;
      calls.push(...needed);
    }
  return calls;
};

/** How entries are read for what is the same whatever the settings are: whether a key is run as a regular expression may go by case. */
const reading = (caseSensitive: boolean): BookIdentity => ({
  ...{ id: '', rank: 'global' },
  settings: { ...defaultSettings, scanDepth: 0, caseSensitive },
});

/** Makes what is to be kept of a book from its entries, one after the other. It is the same whatever the settings are. */
export class Digesting {
  readonly #head: Lorebook;
  readonly #read: ReturnType<typeof readingCalls>;
  readonly #readExactly: ReturnType<typeof readingCalls>;
  readonly #always: number[] = [];
  readonly #keys = new Indexing();
  readonly #levels = new Set<number>();
  #reach = 0;
  #size = 0;

  /** Of a book that is `head`, whatever entries that has. */
  constructor(head: Lorebook) {
    this.#head = { ...head, entries: [] };
    this.#read = readingCalls(this.#head, reading(false));
    this.#readExactly = readingCalls(this.#head, reading(true));
  }

  add(entry: LoreEntry): void {
    const number = this.#size++;
    const rule = this.#read(number, entry);
    this.#reach = Math.max(this.#reach, reachOf([rule]));
    if (rule.recursion.level > 0) this.#levels.add(rule.recursion.level);
    const calls = callsOf(rule);
    // Where case counts a key may be a regular expression that it is not elsewhere.
    const exactly = calls?.some(hasSigns) ? callsOf(this.#readExactly(number, entry)) : [];
    if (calls && exactly) for (const key of new Set([...calls, ...exactly])) this.#keys.add(key, number);
    else this.#always.push(number);
  }

  /** What is to be kept, and the index of keys. */
  end(): { digest: BookDigest; keys: Uint32Array } {
    const digest = { book: this.#head, size: this.#size, always: this.#always, levels: [...this.#levels] };
    return {
      digest: { ...digest, reach: Number.isFinite(this.#reach) ? this.#reach : null },
      keys: this.#keys.end(),
    };
  }
}

/** The rules of a kept book, each made once. */
export function keptRules({ digest, keys, entries, whole }: KeptBook, about: BookIdentity): RuleSource {
  const known = new Map<number, LoreRule>();
  return {
    ...digest,
    reach: Math.max(digest.reach ?? Number.POSITIVE_INFINITY, scanDepthOf(digest.book, about)),
    call: (text, found) => keys.call(text, found),
    rules: (numbers) => {
      const missing = entries(numbers.filter((number) => !known.has(number)));
      for (const [number, rule] of entryRules(digest.book, missing, about)) known.set(number, rule);
      return numbers.flatMap((number) => known.get(number) ?? []);
    },
    all: () => bookRules(whole(), about),
  };
}
