import type { Payload } from '../events/events.ts';
import type { CharacterId, MessageId } from '../message.ts';
import { initialState, type WorldState } from './mind.ts';
import type { ToldText, ToldTurn } from './told-turn.ts';

/** One of the cast; `Who` as in `View`. */
export interface Member<Who = unknown> {
  readonly id: CharacterId<Who>;
  readonly name: string;
  readonly card: { readonly id: string; readonly index: number } | null;
  readonly present: boolean;
  /** Present once somebody has left the play, not only the scene: no member of the group any more. */
  readonly isGone?: true;
  /** Present once somebody has begun anew: what was played here is no past of theirs. */
  readonly isReset?: true;
  /** Whom they know of, in the order of meeting: everybody with whom they were ever present, or were told of. */
  readonly met: readonly CharacterId[];
}

/** What the author wants all to bear in mind, or some. */
export type AuthorNote = Omit<Payload<'author_note_set'>, 'by'>;

/** What somebody is to read before the next line; from null is the director. */
export type Letter = Omit<Payload<'letter_sent'>, 'to' | 'by'> & { readonly id: string };

/** What somebody means to do, act by act. */
export type Plan = Omit<Payload<'plan_set'>, 'owner' | 'by'>;

/** What a tool tells somebody, or everybody, beside the human's notes; and where that stands in prompts. */
export type ToolNote = Pick<Payload<'tool_note_set'>, 'text' | 'place'>;

/** A message that a character keeps in mind. */
export interface Pin {
  readonly message: MessageId;
  readonly owner: CharacterId;
  /** Present where no person pinned it: it gives way to others. */
  readonly auto?: true;
}

/**
 * What stays as it is from one prompt of a speaker to the next, so that the server's cache survives: where its
 * window begins, what stands before it, and what was told between its messages since. An epoch lasts until the window is trimmed,
 * the examples leave, something that was told is taken back, or too much was told.
 */
export interface Epoch {
  readonly from: MessageId;
  /** What stood before its window when it began, and stands there until it ends; absent in logs of the time before it was kept. */
  readonly sealed?: readonly ToldText[] | undefined;
  /** The reply whose prompt began it, and when that was written. */
  readonly asOf: { readonly message: MessageId; readonly at: string };
  /** Present where the examples of the card have left before any message did; they stay away. */
  readonly examplesLeft?: true;
  /** What was told beside the messages since it began, oldest first; absent = nothing. */
  readonly told?: readonly ToldTurn[];
  /** How many of these the prompt that began it told; absent = none. */
  readonly atFirst?: number;
}

/** That somebody has come or gone, as a message told all who were there; a person answers it, once. */
export interface Proposal extends Payload<'proposal_made'> {
  /** Whether it was agreed to; absent while nobody has said. */
  readonly isAccepted?: boolean;
}

/** A named audience, as one who knows of it knows it. */
export interface AudienceGroup {
  /** Which one it is, whatever each calls it; shown to nobody. */
  readonly group: string;
  /** What its maker called it. */
  readonly name: string;
  /** What this one calls it, who may know of another of that name. */
  readonly called: string;
  /** Who made it, and so knows of it; null for nobody of the cast. */
  readonly maker: CharacterId | null;
  readonly members: readonly CharacterId[];
}

/**
 * Who is in a chat, who of them is there, and which audiences have a name: what audiences, presence and the director go by, and
 * nothing of any mind. What only needs this takes a `Stage`, so that it works on the whole state and on what one of them knows.
 */
export interface Stage {
  /** In the order of joining; the host first. */
  readonly cast: readonly Member[];
  /** Named audiences, by who knows of them, in the order in which each learned of them. */
  readonly groups: Readonly<Record<CharacterId, readonly AudienceGroup[]>>;
}

declare const closed: unique symbol;

/**
 * The whole state of a chat at one place, closed: whoever holds it can hand it to what decides and folds, or ask what
 * one of the cast knows (`knownIn`), and read nothing. `domain` and `store` alone know it as a `World`.
 */
export interface Whole {
  readonly [closed]?: never;
}

/** State of one chat at one head: the fold of its events. Messages are rows of their own. */
export interface World extends Whole, Stage {
  readonly rules: string;
  /** Who perceives an untagged answer to a whisper, where the chat says so: those who heard the whisper, or all. */
  readonly untagged?: 'inherit' | 'public';
  readonly pins: readonly Pin[];
  /** By speaker; none before its first reply. */
  readonly epochs: Readonly<Record<CharacterId, Epoch>>;
  /** Values of macro variables, by owner and name. */
  readonly variables: Readonly<Record<CharacterId, Readonly<Record<string, string>>>>;
  /** Which greeting of the host opened the chat, from 0; null when none did. */
  readonly greeting: number | null;
  readonly note: AuthorNote | null;
  /** What is going on, by the character who alone is told so. */
  readonly scenarios: Readonly<Record<CharacterId, Scenario>>;
  /** Letters not read yet, by recipient, oldest first. */
  readonly letters: Readonly<Record<CharacterId, readonly Letter[]>>;
  /** The newest about each whom they concern, among the same people. */
  readonly proposals: readonly Proposal[];
  /** What each means to do, by whom; absent = nothing. */
  readonly plans: Readonly<Record<CharacterId, Plan>>;
  /** What tools tell, by whom; under `everyone` to all. */
  readonly toolNotes: Readonly<Record<string, ToolNote>>;
  /** What holds in the fiction, as each of the cast knows it. */
  readonly state: WorldState;
}

/** What one character is told is going on. */
export interface Scenario {
  readonly text: string;
  /** Whether it stands in the place of the scenario of its card, not beside that. */
  readonly isInstead: boolean;
}

/** The world before anything happened. */
export const initialWorld: World = {
  rules: '',
  cast: [],
  pins: [],
  epochs: {},
  variables: {},
  greeting: null,
  note: null,
  scenarios: {},
  letters: {},
  proposals: [],
  plans: {},
  toolNotes: {},
  groups: {},
  state: initialState,
};

/** The member with this id; undefined for a stranger. */
export const memberOf = (stage: Pick<Stage, 'cast'>, id: CharacterId | null): Member | undefined =>
  stage.cast.find((member) => member.id === id);

/** The member of this name, trimmed and case-insensitive; undefined when nobody is called so. */
export const memberNamed = (stage: Pick<Stage, 'cast'>, name: string): Member | undefined => {
  const wanted = foldName(name);
  return stage.cast.find((member) => foldName(member.name) === wanted);
};

/** The form in which two names are compared. */
export const foldName = (name: string): string => name.trim().normalize('NFC').toLowerCase();

/** Ids of those who are there now, in the order of the cast. */
export const presentIn = (stage: Pick<Stage, 'cast'>): CharacterId[] =>
  stage.cast.filter(({ present }) => present).map(({ id }) => id);

/** Those of the cast whom a viewer knows of, itself included, in the order of the cast; everyone for `everyone`. */
export const knownBy = ({ cast }: Pick<Stage, 'cast'>, viewer: CharacterId | 'everyone'): Member[] => {
  const met = viewer === 'everyone' ? null : (cast.find(({ id }) => id === viewer)?.met ?? []);
  return cast.filter(({ id }) => met === null || id === viewer || met.includes(id));
};

/** The state of a chat, opened. Only `domain` and `store` may import this (architecture test). */
export const opened = (whole: Whole): World => whole as World;

/** Who is in a chat and who of them is there, out of its whole state. */
export const stageOf = (whole: Whole): Stage => opened(whole);
