import type { Character } from '../cards/character.ts';
import type { TagStyle } from '../domain/audience/audience.ts';
import type { GroupSeen } from '../domain/audience/group-seen.ts';
import type { OocStyle } from '../domain/audience/ooc.ts';
import type { CharacterId, Message, MessageId } from '../domain/message.ts';
import type { AnyView, View } from '../domain/view.ts';
import type { Epoch } from '../domain/world/world.ts';
import type { UiPrompt } from '../lore/books/rule.ts';
import type { VariableLedger } from './macros/variables.ts';
import type { Block, Tier, Zone } from './plan.ts';
import type { PromptPreset } from './preset/preset.ts';
import type { RegexScript } from './regex-scripts.ts';
import type { ContextTemplate } from './template/context-template.ts';
import type { TurnTemplate } from './template/turn-template.ts';

/** Somebody whom the speaker knows of, or the speaker; `Who` as in `View`. */
export interface Acquaintance<Who = unknown> {
  readonly id: CharacterId<Who>;
  readonly name: string;
}

/** Tokens: the prompt never exceeds `hard`; after a trim it fills about half of `soft` (RP-013). */
export interface Budget {
  readonly hard: number;
  readonly soft: number;
  /** What single lines are measured against, the same for all prompts of a chat; absent = hard. */
  readonly lines?: number;
  /** Share of `hard` that may be told between the messages before the epoch ends; absent = 0.15. */
  readonly told?: number;
  /** The most tokens of memories that one prompt tells for the first time; absent = 100. */
  readonly memories?: number;
}

/** A place before the history: around the character, its description or its examples, or at the end of a section. */
export type InsertPlace =
  | 'before_char'
  | 'after_char'
  | 'before_desc'
  | 'after_desc'
  | 'personality'
  | 'scenario'
  | 'examples_top'
  | 'examples_bottom';

/** A text that stands in the prompt beside cards and history: lore, a note, a memory. */
export interface Insert {
  readonly name: string;
  readonly source: string;
  readonly reason: string;
  /**
   * epoch: as it read when the epoch began, before the history, and what is new since told once; told: told once where it came up;
   * live: in each prompt anew.
   */
  readonly zone: Exclude<Zone, 'history'>;
  readonly tier: Tier;
  readonly text: string;
  /** Within its zone, place or depth: the higher, the nearer to the reply; absent = 100. Those of one order stand as they were handed in. */
  readonly order?: number;
  /** True for a text that somebody wrote for this chat: where it leaves too little dialogue, it is refused by name, not left out. */
  readonly isAsked?: boolean;
  /** True for a text in which nothing is to be filled in: somebody wrote it as it stands. In the zone epoch that is so unless false. */
  readonly isFilled?: boolean;
  /** For the zones epoch and told: what is told each for itself, in order; absent = the text is one part. `text` is all of it. */
  readonly parts?: readonly InsertPart[];
  /** What stands above its parts before the history. */
  readonly heading?: string;
  /** True where its lines are those of messages, rendered already. */
  readonly isRendered?: boolean;
  /** Tokens that its lines have lost because they were too long; absent = none. */
  readonly leftOut?: number;
  /** Of memories: how much it says of what goes on, 0 to 1; where not all can be told the least waits. */
  readonly worth?: number;
  /** Of memories that came by a question: how well they match, comparable from question to question. */
  readonly match?: number;
  /** For the zone told: true for what the newest line brought up; it stands behind that. */
  readonly isByWords?: boolean;
  /** Of what it is one of several, handed in oldest first: of these the first gives way first (RP-090). */
  readonly series?: string;
  /** For the zone live: so many messages from the end; absent = where `live` of the layout says. */
  readonly depth?: number;
  /** True for what comes back to mind, memories and what goes on around it: in the order `classic` it stands behind the dialogue. */
  readonly isBehind?: boolean;
  /** For the zone live: whose turn it is; absent = system. */
  readonly role?: Block['role'];
  /** For the zone live: true for what begins the speaker's turn itself where a model goes on with a text; at chat endpoints it stands at its depth. */
  readonly isPrefill?: boolean;
  /** For the zone frozen, and for live in the order `classic`: where; absent = behind everything else. */
  readonly place?: InsertPlace;
}

/** Something that is told for itself: a later one of the same name and source outdates it. */
export interface InsertPart {
  /** Empty for the only one. */
  readonly part: string;
  readonly text: string;
  /** How it reads where it is told by itself; absent = as `text`. */
  readonly alone?: string;
  /** Whether it is worth telling to whom this was told before; absent = where it reads otherwise. */
  readonly outdates?: (before: string) => boolean;
  /** True for what only those are told who were told otherwise. */
  readonly isEnd?: boolean;
}

/** The epoch that a prompt goes on with. */
export type PromptEpoch = Pick<Epoch, 'from' | 'examplesLeft' | 'sealed' | 'told' | 'atFirst'> & {
  /** True where something that was told is taken back: the next prompt begins another in the same window. */
  readonly isOver?: boolean;
};

/** Where texts that change each turn stand: a number is so many messages from the end. */
export type LivePlace = 'before_history' | 'before_user' | 'after_user' | number;

/** How the parts of a prompt are put together. */
export interface Layout {
  /** `cache` keeps the beginning the same for as long as it can; `classic` is the literal order with a sliding window. */
  readonly order: 'cache' | 'classic';
  readonly live: LivePlace;
  /** `lmml`: every text in a tag of its own, all before the history in one element (HC-01, HC-02); absent = `plain`. */
  readonly shape?: 'plain' | 'lmml';
  /** What stands as a system's row before the first of the history; absent or empty = nothing (HC-03). */
  readonly chatStart?: string;
  readonly template: TurnTemplate;
  /** A person's own layout of everything before the history; null = sotto's. */
  readonly context: ContextTemplate | null;
  /** A person's own prompts and their order, in the place of sotto's and of `context`; null = none. */
  readonly preset: PromptPreset | null;
  /** True for a chat endpoint: messages instead of one text. */
  readonly isChat: boolean;
}

/** Everything that one prompt is made of. The view is that of exactly the speaker. */
export interface PromptInput<Who> extends AnyPromptInput {
  readonly speaker: Acquaintance<Who>;
  readonly view: View<Who>;
}

/** What a prompt is made of, whoever's it is: what words a part of one takes it, and no prompt is made of it. */
export interface AnyPromptInput {
  readonly chat: string;
  /** The chat's shared system prompt; empty = sotto's own. */
  readonly rules: string;
  readonly speaker: Acquaintance;
  /** Null for a name without a card. */
  readonly character: Character | null;
  /** Everyone whom the speaker has met, itself included, in the order of the cast. */
  readonly cast: readonly Acquaintance[];
  /** The named audiences that the speaker knows of, and the names of those who are in them; absent = none. */
  readonly groups?: readonly GroupSeen[];
  /** The human's own name and description, worn by the played character; null without a persona. */
  readonly persona: { readonly name: string; readonly description: string } | null;
  /** What `{{user}}` stands for. */
  readonly userName: string;
  /** Whose messages are the human's, for notes that stand behind them. */
  readonly played: CharacterId;
  readonly view: AnyView;
  /** The speaker's own, in the order of pinning. */
  readonly pins: readonly MessageId[];
  readonly inserts: readonly Insert[];
  /** What `{{outlet::name}}` stands for, by name; absent = nothing. */
  readonly outlets?: Readonly<Record<string, string>>;
  /** The person's own prompts that lore switches off; absent = none. */
  readonly hides?: readonly UiPrompt[];
  /** Of macros, as the log has them for this speaker. */
  readonly variables: Readonly<Record<string, string>>;
  /** Of macros, while this prompt is made; made by `buildPrompt`. */
  readonly ledger?: VariableLedger;
  /** Of the speaker's last reply; null = its first. */
  readonly epoch: PromptEpoch | null;
  /** A reply to go on with: its text ends the prompt instead of the bare cue. */
  readonly continues: Message | null;
  /** True for what is asked beside the play: nothing is told that was not told before, and no cue stands behind it. */
  readonly isBeside?: boolean | undefined;
  /** Whose line will come before it is the speaker's turn: the prompt ends where that will stand. Absent = none is awaited. */
  readonly awaited?: CharacterId | undefined;
  readonly tag: TagStyle;
  /** Who perceives an untagged answer to a whisper; absent = those who heard the whisper. */
  readonly untagged?: 'inherit' | 'public';
  readonly ooc: OocStyle;
  readonly stop: readonly string[];
  /** Searches and replacements over messages; absent = none. */
  readonly scripts?: readonly RegexScript[];
  readonly layout: Layout;
  readonly budget: Budget;
  readonly countTokens: (text: string) => number;
}
