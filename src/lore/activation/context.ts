import type {
  ContextText,
  LoreInsertion,
  LorePosition,
  LoreRole,
  LoreRule,
  UiPrompt,
} from '../books/rule.ts';
import { scannable } from '../keys/scannable.ts';
import type { LoreMessage } from './timeline.ts';

/**
 * Whose entries come first after those of the chat's books: where the budget is short, and of those with the same order, of which
 * the first stands last.
 */
export type LoreStrategy = 'evenly' | 'character_first' | 'global_first';

/** Everything that decides what activates. Nothing else does. */
export interface LoreContext {
  /** The speaker's own view, oldest first. */
  readonly messages: readonly LoreMessage[];
  /** For filters of entries: the speaker's name (or its card's file) and tags. */
  readonly speaker?: { readonly names: readonly string[]; readonly tags: readonly string[] };
  /** Why a reply is wanted: `normal`, `continue`, `swipe` …; absent = `normal`. */
  readonly trigger?: string;
  /** Texts beside the chat, for entries that look into them. */
  readonly texts?: Readonly<Partial<Record<ContextText, string>>>;
  /** Which greeting opened the chat; absent = unknown. */
  readonly greeting?: number;
  /** Name of the active user icon; absent = unknown. */
  readonly userIcon?: string;
  /** True when the context is full whatever else happens. */
  readonly isContextFull?: boolean;
  /** Tokens for all books together; absent = no limit. */
  readonly budget?: number;
  /** Absent = the character's entries before those of the chat, and these before global ones, each within what is left. */
  readonly strategy?: LoreStrategy;
  /** As many entries shall be awake if older messages can activate them; absent = 0. */
  readonly minActivations?: number;
  /** How often entries may activate each other; absent = until nothing more activates. */
  readonly maxRounds?: number;
  readonly countTokens: (text: string) => number;
  /** A number from 0 up to 1 for a text; the same for the same text. */
  readonly chance: (about: string) => number;
  /** Fills in names in a content; absent = contents stay as they are. */
  readonly expand?: (content: string, rule: LoreRule) => string;
  /** Fills in all macros of a content, for the keys of others, as `content` will read in the prompt; absent = none. */
  readonly fill?: (text: string, content: string) => string;
}

/** What keys are looked for in of the content of an entry that woke. */
export const heardOf = (content: string, { fill }: Pick<LoreContext, 'fill'>): string => {
  const text = scannable(content, 'lore');
  return fill && text.includes('{{') ? fill(text, content) : text;
};

/** Whether an entry is awake, and why. */
export interface Verdict {
  readonly rule: LoreRule;
  readonly awake: boolean;
  /** In one line, for people. */
  readonly reason: () => string;
}

/** An entry that says something. */
export interface ActivatedEntry {
  readonly rule: LoreRule;
  /** Why it activated, in one line, for people. */
  readonly reason: () => string;
  readonly content: string;
  readonly tokens: number;
  /** Where it stands: as its rule wants, unless the card has not what its position belongs to. */
  readonly insertion: LoreInsertion;
  readonly position: LorePosition;
  /** Messages from the newest, for the position depth: 0 = behind the newest, at most the number of messages. */
  readonly depth: number;
  readonly role: LoreRole;
  readonly outlet: string;
  /** True when it is the first to go where the context is full. */
  readonly yields: boolean;
}

/** What the rules say about a context. */
export interface ActivationResult {
  /** One for each rule, in the order of the stack; made when asked for, as few ask and books are large. */
  readonly verdicts: () => Verdict[];
  /** In the order in which they stand in the prompt. */
  readonly activated: readonly ActivatedEntry[];
  /** What awake entries switch off. */
  readonly hides: readonly UiPrompt[];
  /** The contents in which other entries' keys were looked for. */
  readonly heard: readonly string[];
}
