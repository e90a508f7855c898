import type { Lorebook, LoreEntry } from '../../cards/character.ts';
import { type Fields, fieldsOf } from '../../domain/json/fields.ts';
import { type BookOptions, toCalledRule, toRule } from './entry.ts';
import type { RawEntry } from './raw-entry.ts';
import type { BookRank, CalledRule, LoreRule, LoreSettings } from './rule.ts';
import { countIn, flagIn, numberIn, textIn, textsIn } from './untrusted.ts';

/** Which book it is that rules are made of. */
export interface BookIdentity {
  /** Tells it from all other books. */
  readonly id: string;
  readonly rank: BookRank;
  readonly settings: LoreSettings;
}

/** How keys are read unless somebody says otherwise. */
export const defaultSettings: LoreSettings = {
  scanDepth: 4,
  caseSensitive: false,
  wholeWords: false,
  recursive: true,
  groupScoring: false,
};

const defaultOrder = 100;
const snakes = new Map<string, string>();
const snake = (name: string): string => {
  const known = snakes.get(name);
  if (known !== undefined) return known;
  const made = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  snakes.set(name, made);
  return made;
};

const mannerOf = (book: Fields, { id, rank, settings }: BookIdentity): BookOptions => ({
  ...settings,
  scanDepth: countIn(book.scan_depth) ?? settings.scanDepth,
  recursive: flagIn(book.recursive_scanning) ?? settings.recursive,
  book: { id, rank, name: textIn(book.name), budget: countIn(book.token_budget) },
});

const cardEntry = (source: Fields, at: number): RawEntry => {
  const extensions = fieldsOf(source.extensions);
  const field = (name: string) => extensions[snake(name)] ?? extensions[name] ?? undefined;
  return {
    id: String(at),
    name: textIn(source.name) || textIn(source.comment),
    keys: textsIn(source.keys),
    secondary: textsIn(source.secondary_keys),
    content: textIn(source.content),
    enabled: flagIn(source.enabled) ?? true,
    constant: flagIn(source.constant) ?? false,
    selective: flagIn(source.selective) ?? false,
    useRegex: flagIn(source.use_regex) ?? false,
    order: numberIn(source.insertion_order) ?? defaultOrder,
    priority: numberIn(source.priority),
    position: field('position') ?? source.position,
    field: (name) => (name === 'caseSensitive' ? source.case_sensitive : undefined) ?? field(name),
  };
};

const worldEntry = (source: Fields, key: string): RawEntry => ({
  id: textIn(source.uid) || key,
  name: textIn(source.comment),
  keys: textsIn(source.key),
  secondary: textsIn(source.keysecondary),
  content: textIn(source.content),
  enabled: flagIn(source.disable) !== true,
  constant: flagIn(source.constant) ?? false,
  selective: flagIn(source.selective) ?? true,
  useRegex: false,
  order: numberIn(source.order) ?? defaultOrder,
  priority: null,
  position: source.position ?? 0,
  field: (name) => source[name] ?? undefined,
});

/** How many messages entries of a book search that do not say so themselves. */
export const scanDepthOf = (book: Lorebook, about: BookIdentity): number =>
  mannerOf(fieldsOf(book), about).scanDepth;

/** The rules of some entries of a lorebook in the V3 shape, each by its number. Never throws, whatever they hold. */
export function* entryRules(
  book: Lorebook,
  entries: Iterable<readonly [number, LoreEntry | null]>,
  about: BookIdentity,
): Generator<[number, LoreRule]> {
  const options = mannerOf(fieldsOf(book), about);
  for (const [at, entry] of entries) yield [at, toRule(cardEntry(fieldsOf(entry), at), options)];
}

/** Reads of an entry of a lorebook, by its number, what decides which texts may wake it. */
export function readingCalls(
  book: Lorebook,
  about: BookIdentity,
): (at: number, entry: LoreEntry) => CalledRule {
  const options = mannerOf(fieldsOf(book), about);
  return (at, entry) => toCalledRule(cardEntry(fieldsOf(entry), at), options);
}

/** The rules of a lorebook in the V3 shape, in its order. Never throws, whatever its entries hold. */
export const bookRules = (book: Lorebook, about: BookIdentity): LoreRule[] => {
  const entries: readonly (LoreEntry | null)[] = Array.isArray(book.entries) ? book.entries : [];
  return Array.from(entryRules(book, entries.entries(), about), ([, rule]) => rule);
};

/** The rules of a file of world info (`{ entries: { "0": … } }`), in its order. Never throws, whatever it holds. */
export const worldInfoRules = (file: unknown, about: BookIdentity): LoreRule[] => {
  const book = fieldsOf(file);
  const { entries } = book;
  const list = Object.entries(typeof entries === 'object' && entries !== null ? entries : {});
  const options = mannerOf({ name: book.name }, about);
  const rules = list.map(([key, entry]) => toRule(worldEntry(fieldsOf(entry), key), options));
  return [...new Map(rules.map((rule) => [rule.id, rule])).values()];
};
