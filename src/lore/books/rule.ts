import type { LoreKey } from '../keys/keys.ts';

/** Where a book stands in the stack: the character's own first, then the chat's, then those for all chats. */
export type BookRank = 'character' | 'chat' | 'global';

/** How keys are read where neither entry nor book says otherwise. */
export interface LoreSettings {
  /** So many messages from the newest are searched. */
  readonly scanDepth: number;
  readonly caseSensitive: boolean;
  /** Keys of one word must stand between word borders. */
  readonly wholeWords: boolean;
  /** What entries say may activate other entries. */
  readonly recursive: boolean;
  readonly groupScoring: boolean;
  /** Fills in names in keys (`{{char}}`); absent = keys are taken as they stand. */
  readonly expandKey?: (key: string) => string;
}

/** The book that a rule comes from. */
export interface RuleBook {
  /** Tells it from all other books. */
  readonly id: string;
  readonly name: string;
  readonly rank: BookRank;
  /** Tokens for all of its entries; null = no limit of its own. */
  readonly budget: number | null;
}

/** How the secondary keys join in. */
export type KeyLogic = 'and_any' | 'not_all' | 'not_any' | 'and_all';

/** Who speaks in the chat template where an entry stands among the messages. */
export type LoreRole = 'system' | 'user' | 'assistant';

/** The places where an entry can stand: first, in the order of their numbers, those of world info. */
export const positions = [
  'before_char',
  'after_char',
  'note_top',
  'note_bottom',
  'depth',
  'examples_top',
  'examples_bottom',
  'outlet',
  'before_desc',
  'after_desc',
  'personality',
  'scenario',
] as const;

/** One of the places where an entry can stand. */
export type LorePosition = (typeof positions)[number];

/** Where an entry wants to stand. */
export interface LoreInsertion {
  readonly position: LorePosition;
  /** Messages from the newest, for the position depth. */
  readonly depth: number;
  /** True when `depth` counts from the oldest message. */
  readonly fromOldest: boolean;
  readonly role: LoreRole;
  /** Name for `{{outlet::name}}`, for the position outlet. */
  readonly outlet: string;
  /** Where it stands instead when a card has not what its position belongs to; absent = its position is there in any case. */
  readonly otherwise?: LoreInsertion;
}

/** Texts beside the chat in which an entry can look for its keys. */
export const contextTexts = [
  'persona',
  'description',
  'personality',
  'depthPrompt',
  'scenario',
  'creatorNotes',
] as const;

/** One of the texts beside the chat. */
export type ContextText = (typeof contextTexts)[number];

/** What a person's prompts an entry can switch off while it is awake. */
export type UiPrompt = 'system_prompt' | 'post_history_instructions';

/** For whom an entry is. Names and tags in lower case. */
export interface CharacterFilter {
  readonly isExclude: boolean;
  readonly names: readonly string[];
  readonly tags: readonly string[];
}

/** How several entries of which one may speak are told apart. */
export interface RuleGroups {
  readonly names: readonly string[];
  readonly weight: number;
  readonly isFirst: boolean;
  readonly scoring: boolean;
}

/** What decides about activation beside keys. */
export interface RuleConditions {
  /** The speaker has spoken so often. */
  readonly after: number;
  /** The number of the speaker's messages is a multiple of it. */
  readonly every: number;
  readonly forced: 'awake' | 'asleep' | null;
  readonly onceMatched: 'keep' | 'stop' | null;
  readonly greeting: number | null;
  readonly userIcon: string | null;
  readonly filter: CharacterFilter | null;
  readonly triggers: readonly string[];
  /** Messages of the view below which the entry is inactive. */
  readonly delay: number;
  /** Messages for which it stays awake. */
  readonly sticky: number;
  /** Messages for which it is inactive after that. */
  readonly cooldown: number;
  /** In percent. */
  readonly probability: number;
}

/** How an entry takes part when entries activate each other. */
export interface RuleRecursion {
  readonly canBeActivated: boolean;
  readonly canActivate: boolean;
  /** Wakes in round so many of it at the earliest; 0 = at once. */
  readonly level: number;
}

/** An entry of any lorebook, decorators read. */
export interface LoreRule {
  /** Tells it from all other rules. */
  readonly id: string;
  /** For people; never in a prompt. */
  readonly name: string;
  readonly book: RuleBook;
  readonly enabled: boolean;
  readonly constant: boolean;
  readonly keys: readonly LoreKey[];
  readonly secondary: readonly LoreKey[];
  readonly logic: KeyLogic;
  /** Of each list one key must be there as well. */
  readonly additional: readonly (readonly LoreKey[])[];
  /** One of these puts it to sleep. */
  readonly excluded: readonly LoreKey[];
  readonly scanDepth: number;
  /** False when the depth is the book's or the settings', which may be widened to activate more. */
  readonly ownDepth: boolean;
  readonly also: readonly ContextText[];
  /** Without decorators. */
  readonly content: string;
  readonly order: number;
  readonly priority: number;
  readonly insertion: LoreInsertion;
  readonly when: RuleConditions;
  readonly groups: RuleGroups;
  readonly recursion: RuleRecursion;
  /** Stays whatever the budget is. */
  readonly ignoresBudget: boolean;
  /** First to go when the context is full. */
  readonly yields: boolean;
  readonly hides: readonly UiPrompt[];
  /** Why keys of it are not looked for, one line each. */
  readonly refused: readonly string[];
}

/** What decides which texts may wake an entry: enough for an index of its book. */
export type CalledRule = Pick<
  LoreRule,
  'enabled' | 'constant' | 'keys' | 'scanDepth' | 'insertion' | 'when' | 'recursion'
>;
