import type { NewEvent } from '../events/events.ts';
import { isFields } from '../json/fields.ts';
import type { CharacterId } from '../message.ts';
import {
  type AnyView,
  commonView,
  nobody,
  type OwnerOf,
  type Together,
  type View,
  type Viewer,
} from '../view.ts';
import { stateWith } from '../world/evolve.ts';
import { type Mind, mindOf, noMind } from '../world/mind.ts';
import {
  type AuthorNote,
  type Epoch,
  knownBy,
  type Letter,
  memberOf,
  opened,
  type Pin,
  type Plan,
  type Proposal,
  type Scenario,
  type Stage,
  stageOf,
  type ToolNote,
  type Whole,
  type World,
} from '../world/world.ts';

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Of two values what both say: equal ones as they are, of records the entries that are alike, else what says nothing. */
function alike(one: unknown, other: unknown, nothing: unknown, depth: number): unknown {
  if (isSame(one, other)) return one;
  if (depth === 0 || !isFields(one) || !isFields(other)) return nothing;
  const none = isFields(nothing) ? nothing : {};
  const entries = Object.keys({ ...none, ...one }).flatMap((key) => {
    const value = alike(one[key], other[key], none[key], depth - 1);
    return value === undefined ? [] : [[key, value]];
  });
  return Object.fromEntries(entries);
}

/**
 * What all of these minds hold alike: time, weather, place and the group each for itself; an entity, a place, a thread or an
 * occasion where it reads the same in each, and nothing of one of which somebody knows something else. Edges are their owners' own.
 */
function mindAlike([first = noMind, ...others]: readonly Mind[]): Mind {
  const both = others.reduce((mind, other): Mind => alike(mind, other, noMind, 2) as Mind, first);
  return { ...both, edges: {} };
}

declare const sealed: unique symbol;

/**
 * Everything that one of the cast knows at one place of a chat: what it has perceived, whom it knows of, what it takes to be
 * so. Prompts, lore, recall, panels, menus, notices, searches and files are made of it and of nothing wider. `Who` is whose
 * it is, as in `View`: what acts for a character takes the `Known<Who>` of that very character, so that somebody else's, the
 * one at the terminal or that of everyone does not compile.
 */
export interface Known<in out Who> extends AnyKnown {
  readonly [sealed]: (who: Who) => Who;
  readonly view: View<Who>;
}

/** What somebody knows whose name is unknown: what only reads it takes one, and nobody's prompt is made of it. */
export interface AnyKnown extends Stage {
  readonly [sealed]: unknown;
  /** Whose it is. */
  readonly viewer: Viewer;
  /** The messages that it perceived. */
  readonly view: AnyView;
  /** Those of the cast whom it knows of, itself included; of others it does not know whom they have met. */
  readonly cast: Stage['cast'];
  /** The named audiences that it knows of. */
  readonly groups: Stage['groups'];
  /** What holds in the fiction as far as it knows, and what it feels about others. */
  readonly mind: Mind;
  /** What it keeps in mind, in the order of pinning. */
  readonly pins: readonly Pin[];
  /** What stays from one of its prompts to the next; null before its first reply. */
  readonly epoch: Epoch | null;
  /** Values of its macro variables, by name. */
  readonly variables: Readonly<Record<string, string>>;
  /** What the author wants it to bear in mind; of the note's audience those whom it knows of. */
  readonly note: AuthorNote | null;
  /** What it alone is told is going on, by whom it is told: one entry at most, but for everyone together. */
  readonly scenarios: Readonly<Record<CharacterId, Scenario>>;
  /** Letters that it has not read yet, oldest first, by reader, as in `scenarios`. */
  readonly letters: Readonly<Record<CharacterId, readonly ReceivedLetter[]>>;
  /** That somebody has come or gone, as it was told. */
  readonly proposals: readonly Proposal[];
  /** What it means to do, by whom: its own alone, but for everyone together. */
  readonly plans: Readonly<Record<CharacterId, Plan>>;
  /** What tools tell it and everybody (`everyone`), by whom. */
  readonly toolNotes: Readonly<Record<string, ToolNote>>;
  /** The rules of the chat, which its card gave; the same for all. */
  readonly rules: string;
  /** Who perceives an untagged answer to a whisper, where the chat says so. */
  readonly untagged: 'inherit' | 'public' | undefined;
  /** Which greeting of the host opened the chat, from 0; null when none did. */
  readonly greeting: number | null;
}

/** A letter and the name of whoever wrote it, which its reader learns from it; empty for the director. */
export interface ReceivedLetter extends Letter {
  readonly sender: string;
}

type Knowledge = Omit<AnyKnown, typeof sealed | 'view' | 'viewer'>;

const ofOne = <Value>(
  of: Readonly<Record<CharacterId, Value>>,
  who: CharacterId,
): Record<CharacterId, Value> => {
  const value = of[who];
  return value === undefined ? {} : { [who]: value };
};

function noteFor({ note }: World, who: CharacterId, cast: Stage['cast']): AuthorNote | null {
  if (note === null || (note.knownTo.length > 0 && !note.knownTo.includes(who))) return null;
  return { ...note, knownTo: note.knownTo.filter((id) => cast.some((one) => one.id === id)) };
}

const received = ({ letters, cast }: Pick<World, 'letters' | 'cast'>): AnyKnown['letters'] =>
  Object.fromEntries(
    Object.entries(letters).map(([reader, all]) => [
      reader,
      all.map((letter) => ({ ...letter, sender: memberOf({ cast }, letter.from)?.name ?? '' })),
    ]),
  );

/** Each part is named: a new field of the world is nobody's until it is said here whose it is. */
function knowledgeOf(world: World, who: CharacterId): Knowledge {
  const cast = knownBy(world, who).map((one) => (one.id === who ? one : { ...one, met: [] }));
  return {
    cast,
    groups: ofOne(world.groups, who),
    mind: mindOf(world.state, who),
    pins: world.pins.filter(({ owner }) => owner === who),
    epoch: world.epochs[who] ?? null,
    variables: world.variables[who] ?? {},
    note: noteFor(world, who, cast),
    scenarios: ofOne(world.scenarios, who),
    letters: received({ letters: ofOne(world.letters, who), cast: world.cast }),
    proposals: world.proposals.filter(({ knownTo }) => knownTo.includes(who)),
    plans: ofOne(world.plans, who),
    toolNotes: { ...ofOne(world.toolNotes, 'everyone'), ...ofOne(world.toolNotes, who) },
    rules: world.rules,
    untagged: world.untagged,
    greeting: world.greeting,
  };
}

const knowledgeOfAll = ({ cast, state, pins, note, ...world }: World): Knowledge => ({
  ...{ cast, groups: world.groups, mind: state.all, pins, epoch: null, variables: {}, note },
  ...{
    scenarios: world.scenarios,
    letters: received({ letters: world.letters, cast }),
    proposals: world.proposals,
    plans: world.plans,
    toolNotes: world.toolNotes,
  },
  ...{ rules: world.rules, untagged: world.untagged, greeting: world.greeting },
});

/** What a viewer knows where its view was read. */
function knownIn<Who>(whole: Whole, view: View<Who>): Known<Who> {
  const { viewer } = view;
  const world = opened(whole);
  const knowledge = viewer === 'everyone' ? knowledgeOfAll(world) : knowledgeOf(world, viewer);
  return { ...knowledge, viewer, view } as Known<Who>;
}

/**
 * What several of the cast know together: the messages that all of them perceived, those whom all of them know of, and of
 * their minds what reads the same in each. Nothing of it is one's own.
 */
function knownTogether(whole: Whole, all: readonly CharacterId[], view: View<'everyone'>): Known<Together> {
  const world = opened(whole);
  const each = all.map((id) => new Set(knownBy(world, id).map((one) => one.id)));
  const cast = world.cast
    .filter(({ id }) => each.every((ids) => ids.has(id)))
    .map((one) => ({ ...one, met: [] }));
  const mind = mindAlike(all.map((id) => mindOf(world.state, id)));
  const nothing = {
    pins: [],
    epoch: null,
    variables: {},
    note: null,
    scenarios: {},
    letters: {},
    proposals: [],
    plans: {},
    toolNotes: {},
  };
  const { rules, untagged, greeting } = world;
  return {
    cast,
    mind,
    ...nothing,
    rules,
    untagged,
    greeting,
    view: commonView(view, all),
    viewer: nobody,
  } as unknown as Known<Together>;
}

/** A chat at one place of its log: who is there, and what each of them knows. Its whole state is handed on, closed. */
export class Moment {
  readonly whole: Whole;
  readonly stage: Stage;
  readonly #view: <V extends Viewer>(viewer: V) => View<OwnerOf<V>>;
  readonly #known = new Map<Viewer, AnyKnown>();

  /** `view` reads the messages that somebody perceived up to this place. */
  constructor(whole: Whole, view: <V extends Viewer>(viewer: V) => View<OwnerOf<V>>) {
    this.whole = whole;
    this.stage = stageOf(whole);
    this.#view = view;
  }

  /** What one of the cast knows here, or everyone together, which no prompt takes. */
  known<V extends Viewer>(viewer: V): Known<OwnerOf<V>> {
    const known =
      (this.#known.get(viewer) as Known<OwnerOf<V>> | undefined) ?? knownIn(this.whole, this.#view(viewer));
    this.#known.set(viewer, known);
    return known;
  }

  /** The same place once these have happened there as well, but for the messages. */
  with(facts: readonly NewEvent[]): Moment {
    return new Moment(stateWith(this.whole, facts), this.#view);
  }

  /** What these know together here. */
  together(all: readonly CharacterId[]): Known<Together> {
    return knownTogether(this.whole, all, this.#view('everyone'));
  }
}

/** Whether what belongs to this character alone (its prompt, letters, pins) is the viewer's to know. */
export const isOwn = ({ viewer }: Pick<AnyKnown, 'viewer'>, id: CharacterId): boolean =>
  viewer === 'everyone' || viewer === id;

/** Whether the viewer is there to see the scene: everyone together always is. */
export const isThere = (known: Pick<AnyKnown, 'viewer' | 'cast'>): boolean =>
  known.viewer === 'everyone' || memberOf(known, known.viewer)?.present === true;
