import type { Character } from '../../cards/character.ts';
import type { TagStyle } from '../../domain/audience/audience.ts';
import type { OocStyle } from '../../domain/audience/ooc.ts';
import type { Known } from '../../domain/known/known.ts';
import type { PastScope } from '../../domain/world/chat-facts.ts';
import type { Member } from '../../domain/world/world.ts';
import type { Backend, Sampling } from '../../inference/backend.ts';
import type { Classifier } from '../../inference/questions/classifier.ts';
import type { Insert, Layout } from '../../prompt/input.ts';
import type { RegexScript } from '../../prompt/regex-scripts.ts';
import type { TurnTemplate } from '../../prompt/template/turn-template.ts';
import type { Store } from '../../store/store.ts';
import type { Tool } from '../../tools/tool.ts';
import type { BookInUse, LoreOptions } from './books-in-use.ts';
import type { Embedder } from './embedder.ts';
import type { JobKind } from './job-kind.ts';
import type { Web } from './web.ts';

/** What a speaker may be told of the world outside the fiction (HC-09). */
export type StatusRow = 'persona' | 'time' | 'idle' | 'model';

/** How the rows read: as a sentence, or as the element of the original. */
export type StatusShape = 'sentence' | 'element';

/**
 * How turns are marked: so, by the server's own template, or `auto`: by that where the model was taught to answer, plainly where
 * not. `usual` is `auto` for models that sotto runs itself, and plain for others.
 */
export type WantedTemplate = TurnTemplate | 'server' | 'auto' | 'usual';

/** Settings that a play obeys. */
export interface PlaySettings {
  readonly tag: TagStyle;
  readonly untaggedReply: 'inherit' | 'public';
  /** Whether others see a reply while it streams before its audience is certain. */
  readonly reveal: 'stream' | 'strict';
  readonly ooc: OocStyle;
  readonly hint: 'count' | 'names' | 'none';
  /** Most pins of a character before those give way that nobody set by hand. */
  readonly pinsMost: number;
  /** Of how many scenes that are over a speaker has the summary in mind. */
  readonly lastScenes: number;
  /** Whether a scene ends by itself; absent = it does. */
  readonly closeScenes?: 'auto' | 'ask' | 'manual';
  /** What comes back to mind: how far a past reaches where nobody says otherwise, how much of it, how that reads. */
  readonly memory: {
    readonly scope: PastScope;
    readonly most: number;
    readonly perChat: number;
    readonly shape: 'plain' | 'lmml';
    /** The most tokens of it that one prompt tells for the first time; absent = 100. */
    readonly each?: number;
  };
  /** Whether notes and lore stand at their documented depths in each prompt; absent = they are told once where they woke. */
  readonly loreIsExact?: boolean;
  /** Largest cast of a chat. */
  readonly castMax: number;
  readonly autoTurn: boolean;
  readonly maxHops: number;
  /** How many seconds auto mode waits where nobody says otherwise. */
  readonly autoDelay: number;
  /** Tokens; `context` 0 = what the server says, `limit` = at most so many of them, 0 or absent = all. */
  readonly budget: {
    readonly context: number;
    readonly limit?: number;
    readonly hard: number;
    readonly soft: number;
    /** Share of a prompt that may be told between the messages before the epoch ends; absent = 0.15. */
    readonly told?: number;
  };
  readonly maxTokens: number;
  readonly stop: readonly string[];
  readonly sampling: Sampling;
  readonly layout: Pick<Layout, 'order' | 'live' | 'context' | 'preset' | 'chatStart' | 'shape'>;
  /** `server` is the server's own, where it tells. */
  readonly template: WantedTemplate;
  /** How lorebooks are read where they do not say themselves; absent = the usual. */
  readonly lore?: LoreOptions;
  /** Whether the server may read ahead while the human types. */
  readonly warmUp: boolean;
  /** Milliseconds that who speaks may wait for the classifier; then it is as without one. */
  readonly patience: number;
  /** What every speaker is told of the world outside the fiction. */
  readonly status: readonly StatusRow[];
  /** How that reads; absent = as a sentence. */
  readonly statusShape?: StatusShape;
  /** The human's name where no persona says otherwise. */
  readonly userName: string;
  /** Which tools every model is told of, whether the web may be reached, and the bounds of calls in one line; absent = none, no, the usual. */
  readonly tools?: {
    readonly offer: readonly string[];
    readonly web: boolean;
    readonly calls: number;
    readonly depth: number;
    readonly seconds: number;
  };
  /** Imported searches and replacements over messages, in their order; absent = none. */
  readonly scripts?: readonly RegexScript[];
}

/**
 * For whom and of what a text is wanted that stands beside cards and history; what is known is the speaker's own. What stands in
 * the zone epoch goes by that alone: it is asked for again as of the epoch's beginning.
 */
export interface InsertsAbout<Who> {
  readonly speaker: Member<Who>;
  readonly known: Known<Who>;
  /** What was said in character in the message that the prompt answers; empty where it answers nothing. */
  readonly query: string;
}

/** Makes something that asks small questions of the model that plays. */
export type ClassifierOver = (backend: Backend) => Promise<Classifier>;

/** What a play is handed from outside. */
export interface PlayParts {
  readonly store: Store;
  readonly settings: PlaySettings;
  /** Finds or opens the model server; called when the first reply is wanted, and again after a failure. */
  readonly backend: () => Promise<Backend>;
  /** The model that small questions are asked of; absent = none is in use. */
  readonly classifier?: (() => Promise<Classifier | null>) | undefined;
  /** Whether that model has a server of its own, and so is asked while a reply is written, too; absent = it has none. */
  readonly asksApart?: () => boolean;
  /** Asks small questions of the model that plays, where no classifier is in use; absent = nobody is asked. */
  readonly classifierOver?: ClassifierOver;
  /** The character of a card in the library; null when the card is gone or unreadable. */
  readonly character: (card: { id: string; index: number }) => Character | null;
  /** What embeds what was perceived; absent = it is found by its words alone. */
  readonly embedder?: () => Embedder | undefined;
  /** Lore, notes and what else stands in a prompt; absent = nothing. */
  readonly inserts?: <Who>(about: InsertsAbout<Who>) => readonly Insert[];
  /** The lorebooks in use for a speaker: its card's, those of the chat by name, those for all chats. */
  readonly books?: (about: { speaker: Member; chat: readonly string[] }) => readonly BookInUse[];
  /**
   * What other programs call a speaker: names of the files of its card, names and ids of the tags that they gave it, and whether
   * they know it by these names alone; absent = nothing.
   */
  readonly filedAs?: (speaker: Member) => {
    readonly names: readonly string[];
    readonly tags: readonly string[];
    readonly isFiled?: boolean;
  };
  /**
   * The searches and replacements that a member's card brings and those of the presets in use, as far as the human has agreed to them;
   * null = of the presets alone; absent = none.
   */
  readonly scriptsOf?: (member: Member | null) => readonly RegexScript[];
  /** The kinds of bookkeeping that turns cause; absent = none. */
  readonly jobs?: readonly JobKind[];
  /** Reaches the web; absent = it is off. */
  readonly web?: (() => Promise<Web>) | undefined;
  /** The tools of other programs and of extensions that may be called; never rejects; absent = there are none. */
  readonly outsideTools?: () => Promise<readonly Tool[]>;
  /** ISO time. */
  readonly now: () => string;
  /** By how many hours the human's clock is ahead of UTC at an ISO time; absent = by none. */
  readonly offsetAt?: (at: string) => number;
  /**
   * A number from 0 to 2^31 - 1 for the so many-th alternative of a line, which `about` tells from all others; the
   * same for the same where the run is seeded.
   */
  readonly seedFor: (about: string, alternative: number) => number;
  /** An opaque id made from what it stands for. */
  readonly idFor: (about: string) => string;
  readonly pid: number;
  /** This start of the computer and, behind a space, the part of it within which `pid` means this process alone. */
  readonly pidSpace: string;
  /** Milliseconds, monotonic. */
  readonly clock: () => number;
  /** Runs this once, so many milliseconds from now. Returns what prevents it. */
  readonly after: (milliseconds: number, run: () => void) => () => void;
  /** A model that is being fetched meanwhile: how far it is, and who hears of it; `true` is that it is here now. */
  readonly coming?: {
    readonly text: string | null;
    subscribe(hear: (hasArrived: boolean) => void): void;
  };
}
