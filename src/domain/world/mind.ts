import type { Effects } from '../events/state-kinds.ts';
import { nothingOf, type ValuesOf } from '../fiction/kinds.ts';
import { fiction } from '../fiction/table.ts';
import type { CharacterId } from '../message.ts';

/** What somebody is doing, where and how; empty texts are unknown. */
export type Activity = ValuesOf<typeof fiction.activity>;

/** One of the cast as somebody knows it. */
export interface EntityState extends ValuesOf<typeof fiction.entity> {
  readonly inventory: readonly string[];
  readonly activity: Activity;
}

/** Anything with slots that holds entities, as it was last seen: a car, a booth, a room. */
export type Container = ValuesOf<typeof fiction.container>;

/** What one feels and knows about another; its owner's alone. */
export interface Edge extends ValuesOf<typeof fiction.edge> {
  /** How affinity and trust last changed. */
  readonly shift: { readonly affinity: number; readonly trust: number };
  /** Id of the event that changed it last. */
  readonly changedBy: string;
}

/** An unresolved tension, or one that was. */
export type Thread = ValuesOf<typeof fiction.thread>;

/** What is planned, goes on or has been, and what it brings about. */
export interface Occasion extends ValuesOf<typeof fiction.occasion> {
  readonly onStart: Effects;
  readonly onComplete: Effects;
}

/** What of somebody's mind a person has said: keys of fields, such as `world.time` or `entity.ID.mood`. */
export type ByHand = Readonly<Record<string, true>>;

/** What one of the cast knows of the world and feels about the others: the fold of what it has perceived. */
export interface Mind {
  /** The world's time (ISO 8601 without a zone, or words), weather and place; empty = unknown. */
  readonly world: ValuesOf<typeof fiction.world>;
  readonly entities: Readonly<Record<CharacterId, EntityState>>;
  readonly containers: Readonly<Record<string, Container>>;
  /** By whose they are, then about whom: in a mind its own alone. */
  readonly edges: Readonly<Record<CharacterId, Readonly<Record<CharacterId, Edge>>>>;
  readonly threads: Readonly<Record<string, Thread>>;
  readonly group: ValuesOf<typeof fiction.group>;
  readonly occasions: Readonly<Record<string, Occasion>>;
  /** Ids of the occasions at which they have been while these went on. */
  readonly attended: readonly string[];
  /** How many scenes they have seen close, and the id of the event that closed the last; empty before the first. */
  readonly scenes: { readonly closed: number; readonly last: string };
  /** Which of its fields a person has set and no model since; absent = none. */
  readonly byHand?: ByHand;
}

/** The state of a chat: as each of the cast knows it, all of it, and what everyone present was ever told. */
export interface WorldState {
  readonly all: Mind;
  readonly open: Mind;
  /** Occasions as they stood before they had an audience: whoever comes in is told of them. */
  readonly handed: Mind['occasions'];
  readonly minds: Readonly<Record<CharacterId, Mind>>;
}

/** An activity of which nothing is known. */
export const noActivity: Activity = nothingOf(fiction.activity);

/** An entity of which nothing is known. */
export const noEntity: EntityState = { ...nothingOf(fiction.entity), inventory: [], activity: noActivity };

/** A container of which nothing but the name is known. */
export const noContainer: Container = nothingOf(fiction.container);

/** An occasion of which nothing but the name is known. */
export const noOccasion: Occasion = { ...nothingOf(fiction.occasion), onStart: {}, onComplete: {} };

/** Two who feel nothing about each other yet. */
export const noEdge: Edge = {
  ...nothingOf(fiction.edge),
  ...{ shift: { affinity: 0, trust: 0 }, changedBy: '' },
};

/** Of whoever knows nothing yet. */
export const noMind: Mind = {
  world: nothingOf(fiction.world),
  ...{ entities: {}, containers: {}, edges: {}, threads: {}, group: nothingOf(fiction.group) },
  ...{ occasions: {}, attended: [], scenes: { closed: 0, last: '' } },
};

/** Before anything happened. */
export const initialState: WorldState = { all: noMind, open: noMind, handed: {}, minds: {} };

/** The state as a viewer knows it. */
export const mindOf = ({ all, minds }: WorldState, viewer: CharacterId | 'everyone'): Mind =>
  viewer === 'everyone' ? all : (minds[viewer] ?? noMind);

/** What somebody knows of an entity. */
export const entityIn = ({ entities }: Mind, id: CharacterId): EntityState => entities[id] ?? noEntity;

/** What is felt by one about another, as far as this mind knows. */
export const edgeIn = ({ edges }: Mind, from: CharacterId, to: CharacterId): Edge | undefined =>
  edges[from]?.[to];

/** Which fields of the world, the group, an entity, an activity or an edge somebody has from a person's hand, as they know it. */
export const handSet = ({ byHand = {} }: Mind, subject: string): string[] =>
  Object.keys(byHand).flatMap((key) =>
    key.startsWith(`${subject}.`) ? [key.slice(subject.length + 1)] : [],
  );

/** A mind without what a person has said of somebody. */
export const withoutHandOf = (mind: Mind, who: CharacterId): Mind =>
  mind.byHand
    ? {
        ...mind,
        byHand: Object.fromEntries(Object.entries(mind.byHand).filter(([key]) => !key.includes(`.${who}.`))),
      }
    : mind;
