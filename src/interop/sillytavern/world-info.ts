import type { Lorebook, LoreEntry } from '../../cards/character.ts';
import { type Fields, fieldsOf, isFields, present, without } from '../../domain/json/fields.ts';

/** Where the fields of an entry of SillyTavern's world info stand in an entry of a V3 lorebook. */
const entryNames: Readonly<Record<string, string>> = {
  uid: 'id',
  key: 'keys',
  keysecondary: 'secondary_keys',
  order: 'insertion_order',
  comment: 'comment',
  content: 'content',
  constant: 'constant',
  selective: 'selective',
};

const asTheyAre = ['useProbability', 'selectiveLogic', 'addMemo'];
const inSnakeCase = [
  ...['position', 'depth', 'role', 'outletName', 'vectorized', 'probability', 'triggers', 'characterFilter'],
  ...['ignoreBudget', 'excludeRecursion', 'preventRecursion', 'delayUntilRecursion', 'displayIndex'],
  ...['group', 'groupOverride', 'groupWeight', 'useGroupScoring', 'scanDepth', 'caseSensitive'],
  ...['matchWholeWords', 'automationId', 'sticky', 'cooldown', 'delay', 'matchScenario', 'matchCreatorNotes'],
  ...['matchPersonaDescription', 'matchCharacterDescription', 'matchCharacterPersonality'],
  'matchCharacterDepthPrompt',
];
const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Where its other fields stand in the `extensions` of that entry, as SillyTavern itself exports them. */
const extensionNames: Readonly<Record<string, string>> = Object.fromEntries([
  ...asTheyAre.map((name) => [name, name]),
  ...inSnakeCase.map((name) => [name, snake(name)]),
]);

/** What SillyTavern's world info says of an entry that says nothing. */
const entryDefaults: Readonly<Record<string, unknown>> = {
  key: [],
  keysecondary: [],
  comment: '',
  content: '',
  addMemo: true,
  constant: false,
  vectorized: false,
  selective: true,
  selectiveLogic: 0,
  order: 100,
  position: 0,
  disable: false,
  depth: 4,
  role: 0,
  outletName: '',
  ignoreBudget: false,
  excludeRecursion: false,
  preventRecursion: false,
  delayUntilRecursion: 0,
  probability: 100,
  useProbability: true,
  group: '',
  groupOverride: false,
  groupWeight: 100,
  useGroupScoring: null,
  scanDepth: null,
  caseSensitive: null,
  matchWholeWords: null,
  automationId: '',
  sticky: null,
  cooldown: null,
  delay: null,
  triggers: [],
};

/** What world info has and a lorebook has no place for stands under this name in `extensions`. */
const own = 'sillytavern';

/** True for a file of SillyTavern's world info. */
export function isWorldInfo(value: Fields): boolean {
  const { entries } = value;
  if (isFields(entries)) return true;
  return (
    Array.isArray(entries) && entries.length > 0 && entries.every((one) => isFields(one) && 'key' in one)
  );
}

/** Where each field of an entry goes: into the entry under a name, or into its extensions. */
const places = new Map<string, readonly ['entry' | 'extensions', string]>([
  ...Object.entries(entryNames).map(([theirs, ours]) => [theirs, ['entry', ours]] as const),
  ...Object.entries(extensionNames).map(([theirs, ours]) => [theirs, ['extensions', ours]] as const),
]);

function entryOf(key: string, value: unknown): Fields {
  const fields = fieldsOf(value);
  const { uid } = fields;
  // What an entry that says nothing means there and not in a lorebook. A literal: from a copy the engine makes slow objects.
  const entry: Record<string, unknown> = { content: '', selective: true, insertion_order: 100 };
  const extensions: Record<string, unknown> = {};
  const rest: Record<string, unknown> = {};
  let hasRest = false;
  for (const field of Object.keys(fields)) {
    const place = places.get(field);
    const said = fields[field];
    if (place && said !== undefined) (place[0] === 'entry' ? entry : extensions)[place[1]] = said;
    if (place || field === 'disable') continue;
    rest[field] = said;
    hasRest = true;
  }
  entry.enabled = fields.disable !== true;
  entry.position = (fields.position ?? 0) === 0 ? 'before_char' : 'after_char';
  const isOwnKey = (typeof uid === 'number' ? String(uid) : uid) !== key;
  if (isOwnKey) rest[own] = { key };
  if (hasRest || isOwnKey) extensions[own] = rest;
  entry.extensions = extensions;
  return entry;
}

/** How world info reads as a V3 lorebook, its values not checked yet; what has no place there stands in `extensions`. */
export function ofWorldInfo(file: Fields, name: string) {
  const rest = without(file, ['entries']);
  const head = {
    name: typeof file.name === 'string' && file.name.trim() !== '' ? file.name : name,
    extensions: { [own]: rest },
  };
  return { head, entry: (value: unknown, key: string): Fields => entryOf(key, value) };
}

const slashed = /^\/[\s\S]+\/[a-z]*$/;

/** A key as world info writes it, where a regular expression stands between slashes. */
const keyOf = (key: string, { use_regex, case_sensitive }: LoreEntry): string =>
  use_regex && !slashed.test(key) ? `/${key.replace(/\//g, '\\/')}/${case_sensitive ? '' : 'i'}` : key;

const backNamed = (fields: Fields, names: Readonly<Record<string, string>>): Record<string, unknown> =>
  present(Object.fromEntries(Object.entries(names).map(([theirs, ours]) => [theirs, fields[ours]])));

function worldEntry(entry: LoreEntry, at: number, isOurs: boolean): Fields {
  const { extensions } = entry;
  const kept = fieldsOf(extensions[own]);
  const said = { ...backNamed(entry, entryNames), ...backNamed(extensions, extensionNames) };
  const place = entry.position === 'before_char' ? 0 : 1;
  const foreign = {
    ...entryDefaults,
    ...said,
    key: entry.keys.map((key) => keyOf(key, entry)),
    uid: at,
    comment: entry.comment ?? entry.name ?? '',
    selective: entry.selective ?? false,
    position: extensions.position ?? place,
    ...(entry.case_sensitive !== undefined && { caseSensitive: entry.case_sensitive }),
  };
  return { ...without(kept, [own]), ...(isOurs ? said : foreign), disable: !entry.enabled };
}

/**
 * A lorebook as SillyTavern's world info. One that came from there is given back as it came; of another the book
 * itself stands in `originalData`, as that program does it.
 */
export function toWorldInfo(book: Lorebook): Fields {
  const came = book.extensions[own];
  const entries = book.entries.map((entry, at): [string, Fields] => {
    const key = fieldsOf(fieldsOf(entry.extensions[own])[own]).key;
    const id = isFields(came) ? (entry.id ?? at) : at;
    return [typeof key === 'string' ? key : String(id), worldEntry(entry, at, isFields(came))];
  });
  const rest = isFields(came) ? came : { name: book.name ?? '', originalData: book };
  return { ...rest, entries: Object.fromEntries(entries) };
}
