import { fieldsOf } from '../../domain/json/fields.ts';
import { type KeyOptions, patternOf, readKeys } from '../keys/keys.ts';
import { type Decorations, readDecorators } from './decorators.ts';
import type { RawEntry } from './raw-entry.ts';
import {
  type CalledRule,
  type CharacterFilter,
  contextTexts,
  type LoreInsertion,
  type LorePosition,
  type LoreRole,
  type LoreRule,
  type LoreSettings,
  positions,
  type RuleBook,
  type RuleConditions,
  type RuleGroups,
  type RuleRecursion,
} from './rule.ts';
import { countIn, flagIn, numberIn, textIn, textsIn } from './untrusted.ts';

/** The positions to which world info gives numbers. */
const numbered = positions.slice(0, positions.indexOf('outlet') + 1);
const roles: readonly LoreRole[] = ['system', 'user', 'assistant'];

const positionOf = (position: unknown): LorePosition =>
  numbered[numberIn(position) ?? -1] ?? (position === 'before_char' ? 'before_char' : 'after_char');

/**
 * Where an entry wants to stand: its decorators first, then the field of world info, then that of the card. A position in a section
 * that is missing is as if it were not said.
 */
const insertionOf = (entry: RawEntry, said: Decorations, missing: readonly string[] = []): LoreInsertion => {
  const without = said.position && [...missing, said.position];
  const depth = said.depth ?? said.reverseDepth;
  const role = entry.field('role');
  return {
    position: said.position ?? (depth === undefined ? positionOf(entry.position) : 'depth'),
    depth: depth ?? numberIn(entry.field('depth')) ?? 4,
    fromOldest: said.depth === undefined && said.reverseDepth !== undefined,
    role: said.role ?? roles[numberIn(role) ?? -1] ?? roles.find((one) => one === role) ?? 'system',
    outlet: textIn(entry.field('outletName')).trim(),
    ...(without && {
      otherwise: insertionOf(entry, readDecorators(entry.content, without).said, without),
    }),
  };
};

/** What a book says for all of its entries. */
export interface BookOptions extends LoreSettings {
  readonly book: RuleBook;
}

const logics = ['and_any', 'not_all', 'not_any', 'and_all'] as const;
const lower = (texts: readonly string[]): string[] => texts.map((text) => text.toLowerCase());

const filterOf = (value: unknown): CharacterFilter | null => {
  const fields = fieldsOf(value);
  const names = lower(textsIn(fields.names));
  const tags = lower(textsIn(fields.tags));
  return names.length + tags.length > 0
    ? { isExclude: flagIn(fields.isExclude) ?? false, names, tags }
    : null;
};

const probabilityOf = ({ field }: RawEntry, said: Decorations): number => {
  if (said.probability !== undefined) return said.probability;
  return flagIn(field('useProbability')) === false ? 100 : (numberIn(field('probability')) ?? 100);
};

const conditionsOf = (entry: RawEntry, said: Decorations): RuleConditions => ({
  after: said.after ?? 0,
  every: said.every ?? 1,
  forced: said.awake ? 'awake' : said.asleep ? 'asleep' : null,
  onceMatched: said.keep ? 'keep' : said.stop ? 'stop' : null,
  greeting: said.greeting ?? null,
  userIcon: said.userIcon ?? null,
  filter: filterOf(entry.field('characterFilter')),
  triggers: lower(textsIn(entry.field('triggers'))),
  delay: countIn(entry.field('delay')) ?? 0,
  sticky: countIn(entry.field('sticky')) ?? 0,
  cooldown: countIn(entry.field('cooldown')) ?? 0,
  probability: probabilityOf(entry, said),
});

const groupsOf = ({ field }: RawEntry, scoring: boolean): RuleGroups => ({
  names: textsIn(textIn(field('group'))).map((name) => name.trim()),
  weight: countIn(field('groupWeight')) ?? 100,
  isFirst: flagIn(field('groupOverride')) ?? false,
  scoring: flagIn(field('useGroupScoring')) ?? scoring,
});

const recursionOf = ({ field }: RawEntry, recursive: boolean): RuleRecursion => ({
  canBeActivated: recursive && flagIn(field('excludeRecursion')) !== true,
  canActivate: recursive && flagIn(field('preventRecursion')) !== true,
  level: countIn(field('delayUntilRecursion')) ?? 0,
});

const asItIs = (key: string): string => key;
const howOf = (entry: RawEntry, said: Decorations, options: BookOptions): KeyOptions => ({
  exact: flagIn(entry.field('caseSensitive')) ?? options.caseSensitive,
  whole: said.wholeWords ?? flagIn(entry.field('matchWholeWords')) ?? options.wholeWords,
  isRegex: entry.useRegex,
  expand: options.expandKey ?? asItIs,
});

const keysOf = (entry: RawEntry, said: Decorations, options: BookOptions) => {
  const how = howOf(entry, said, options);
  const isPattern = entry.useRegex && entry.keys.some((key) => patternOf(how.expand(key)));
  // What other programs export says use_regex of every entry, so secondary keys are dropped for real patterns alone.
  const isPlainLogic = !isPattern || entry.field('selectiveLogic') !== undefined;
  const primary = readKeys(entry.keys, how);
  const secondary = readKeys(entry.selective && isPlainLogic ? entry.secondary : [], how);
  const additional = said.additional.map((list) => readKeys(list, how));
  const excluded = readKeys(isPattern ? [] : said.excluded, how);
  return {
    keys: primary.keys,
    secondary: secondary.keys,
    logic: logics[numberIn(entry.field('selectiveLogic')) ?? 0] ?? 'and_any',
    additional: additional.map(({ keys }) => keys),
    excluded: excluded.keys,
    refused: [primary, secondary, ...additional, excluded].flatMap(({ refused }) => refused),
  };
};

/** Of an entry that could be looked for only in part, and so is not. */
const overlong: ReturnType<typeof keysOf> = {
  ...{ keys: [], secondary: [], logic: 'and_any', additional: [], excluded: [] },
  refused: ['its decorators name more keys than can be looked for'],
};

const depthsOf = ({ field }: RawEntry, said: Decorations, options: BookOptions) => {
  const own = said.scanDepth ?? countIn(field('scanDepth'));
  return { scanDepth: own ?? options.scanDepth, ownDepth: own !== null };
};

/** Of the rule that an entry is, what decides which texts may wake it. Never throws, whatever the entry holds. */
export const toCalledRule = (entry: RawEntry, options: BookOptions): CalledRule => {
  const { said } = readDecorators(entry.content);
  return {
    enabled: entry.enabled,
    constant: entry.constant,
    keys: readKeys(entry.keys, howOf(entry, said, options)).keys,
    scanDepth: depthsOf(entry, said, options).scanDepth,
    insertion: insertionOf(entry, said),
    when: conditionsOf(entry, said),
    recursion: recursionOf(entry, options.recursive),
  };
};

/** The rule that an entry is, its decorators read. Never throws, whatever the entry holds. */
export const toRule = (entry: RawEntry, options: BookOptions): LoreRule => {
  const { said, content } = readDecorators(entry.content);
  const { field } = entry;
  const keys = said.isCut ? overlong : keysOf(entry, said, options);
  return {
    id: `${options.book.id}/${entry.id}`,
    name: entry.name,
    book: options.book,
    enabled: entry.enabled,
    constant: entry.constant && !said.isCut,
    keys: keys.keys,
    secondary: keys.secondary,
    logic: keys.logic,
    additional: keys.additional,
    excluded: keys.excluded,
    ...depthsOf(entry, said, options),
    also: contextTexts.filter((text) => flagIn(field(matchFields[text])) === true),
    content,
    order: entry.order,
    priority: said.priority ?? entry.priority ?? 0,
    insertion: insertionOf(entry, said),
    when: conditionsOf(entry, said),
    groups: groupsOf(entry, options.groupScoring),
    recursion: recursionOf(entry, options.recursive),
    ignoresBudget: flagIn(field('ignoreBudget')) ?? false,
    yields: said.yields ?? false,
    hides: said.hides,
    refused: keys.refused,
  };
};

const matchFields = {
  persona: 'matchPersonaDescription',
  description: 'matchCharacterDescription',
  personality: 'matchCharacterPersonality',
  depthPrompt: 'matchCharacterDepthPrompt',
  scenario: 'matchScenario',
  creatorNotes: 'matchCreatorNotes',
} as const;
