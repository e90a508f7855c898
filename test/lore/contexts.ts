import type { Lorebook } from '../../src/cards/character.ts';
import { type Lore, loreOf } from '../../src/lore/activation/activate.ts';
import type { ActivationResult, LoreContext } from '../../src/lore/activation/context.ts';
import type { LoreMessage } from '../../src/lore/activation/timeline.ts';
import { type BookIdentity, bookRules, defaultSettings, worldInfoRules } from '../../src/lore/books/books.ts';
import type { BookRank, LoreRule, LoreSettings } from '../../src/lore/books/rule.ts';

/** Where a book of a test stands. */
export const about = (settings: Partial<LoreSettings> = {}, rank: BookRank = 'character'): BookIdentity => ({
  id: rank,
  rank,
  settings: { ...defaultSettings, ...settings },
});

const whole = { keys: ['bee'], content: 'Bees hum.', enabled: true, insertion_order: 100, extensions: {} };

/** A lorebook of entries that say only what differs. */
export const book = (entries: readonly object[], fields: object = {}): Lorebook =>
  ({ extensions: {}, ...fields, entries: entries.map((entry) => ({ ...whole, ...entry })) }) as Lorebook;

/** Rules of a character's book. */
export const rules = (entries: readonly object[], settings: Partial<LoreSettings> = {}): LoreRule[] =>
  bookRules(book(entries), about(settings));

/** Rules of a file of world info. */
export const worldRules = (entries: readonly object[], settings: Partial<LoreSettings> = {}): LoreRule[] => {
  const full = entries.map((entry, uid) => ({
    uid,
    key: ['bee'],
    keysecondary: [],
    content: 'Bees hum.',
    ...entry,
  }));
  return worldInfoRules({ entries: Object.fromEntries(full.map((one) => [one.uid, one])) }, about(settings));
};

/** A view of messages; those that begin with `>` are the speaker's own, those with `*` somebody else's. */
export const view = (...texts: readonly string[]): LoreMessage[] =>
  texts.map((text, at) => {
    const by = text.startsWith('>') ? 'speaker' : text.startsWith('*') ? 'other' : 'human';
    return { id: `m${at}`, text: text.replace(/^[>*]/, ''), by };
  });

/** The context of these messages. */
export const context = (messages: readonly LoreMessage[], more: Partial<LoreContext> = {}): LoreContext => ({
  messages,
  countTokens: (text) => text.length,
  chance: () => 0.5,
  ...more,
});

/** What the rules say about a view. */
export const activate = (
  of: readonly LoreRule[] | Lore,
  messages: readonly LoreMessage[],
  more: Partial<LoreContext> = {},
): ActivationResult => ('activate' in of ? of : loreOf(of)).activate(context(messages, more));

/** The contents that stand in the prompt, in their order. */
export const contents = (outcome: ActivationResult): string[] =>
  outcome.activated.map(({ content }) => content);

/** Whether the first rule is awake. */
export const isAwake = (
  of: readonly LoreRule[] | Lore,
  messages: readonly LoreMessage[],
  more: Partial<LoreContext> = {},
): boolean => activate(of, messages, more).verdicts()[0]?.awake ?? false;

/** Why the first rule is awake or not. */
export const reason = (
  of: readonly LoreRule[],
  messages: readonly LoreMessage[],
  more: Partial<LoreContext> = {},
): string => activate(of, messages, more).verdicts()[0]?.reason() ?? '';

/** Everything that an outcome says, as plain data. */
export const told = ({ verdicts, activated, hides }: ActivationResult) => ({
  verdicts: verdicts().map(({ rule, awake, reason: why }) => `${rule.id} ${awake} ${why()}`),
  activated: activated.map(({ rule, content, depth }) => ({ id: rule.id, content, depth })),
  hides,
});
