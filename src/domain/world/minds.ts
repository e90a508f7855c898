import type { DomainEvent, EventKind, NewEvent } from '../events/events.ts';
import type { StateChange } from '../events/state-kinds.ts';
import type { CharacterId } from '../message.ts';
import { applyChange, withByHand } from './apply-change.ts';
import { withOccasionsTold } from './known-occasions.ts';
import { type Mind, mindOf, noMind, withoutHandOf } from './mind.ts';
import { presentIn, type World } from './world.ts';

const subjects = {
  edge_update: 'edge',
  entity_state_change: 'entity',
  activity_change: 'activity',
  world_change: 'world',
  container_change: 'container',
  thread_change: 'thread',
  group_node_initialized: 'group',
  group_node_updated: 'group',
  occasion_change: 'occasion',
} as const satisfies Partial<Record<EventKind, StateChange['what']>>;

type Subject = StateChange['what'];
const kinds = Object.fromEntries(
  Object.entries(subjects).map(([kind, subject]) => [subject, kind]),
) as Readonly<Record<Subject, keyof typeof subjects>>;

/** Whether somebody knows of nothing that a group keeps together. */
export const keepsNothing = ({ group: { summary, dynamic } }: Mind): boolean =>
  summary === '' && dynamic === '';

/** The fact that something changes, for those who know of it; `before`: what was known until then. */
export function stateEvent(change: StateChange, knownTo: string[], before?: Mind): NewEvent {
  const { what, ...fields } = change;
  const isFirst = what === 'group' && before !== undefined && keepsNothing(before);
  return {
    kind: isFirst ? 'group_node_initialized' : kinds[what],
    payload: { ...fields, knownTo },
  } as NewEvent;
}

/** An event that says of the state of the fiction what is so from now on. */
export type StateEvent = Extract<DomainEvent, { kind: keyof typeof subjects | 'manual_edit' }>;

/** Whether an event says of the state of the fiction what is so from now on. */
export const isStateEvent = (event: DomainEvent): event is StateEvent =>
  event.kind === 'manual_edit' || Object.hasOwn(subjects, event.kind);

/** What such an event says is so. */
export function changeIn(event: StateEvent): StateChange {
  if (event.kind === 'manual_edit') return event.payload.change;
  const { knownTo: _, ...fields } = event.payload;
  return { what: subjects[event.kind], ...fields } as StateChange;
}

/** Whether a change says who knows of it, be it nobody. */
const hasAudience = (change: StateChange): boolean =>
  change.what === 'occasion' && change.isOpen !== undefined;

/** Whose minds take a change in: an edge its owner's alone. */
export const takersOf = (
  world: World,
  change: StateChange,
  knownTo: readonly CharacterId[],
): readonly CharacterId[] => {
  if (change.what === 'edge') return [change.from];
  return knownTo.length > 0 || hasAudience(change) ? knownTo : presentIn(world);
};

/** Whether all who are there are told, and so whoever is told of the past. */
const isTold = (change: StateChange, knownTo: readonly CharacterId[]): boolean =>
  change.what === 'occasion' && change.isOpen !== undefined
    ? change.isOpen
    : knownTo.length === 0 && change.what !== 'edge';

/** Who is there while an occasion goes on has been at it. */
const attending = (world: World, who: CharacterId, mind: Mind, change: StateChange): Mind => {
  if (change.what !== 'occasion' || change.state !== 'active' || !presentIn(world).includes(who)) return mind;
  const { occasion } = change;
  return mind.attended.includes(occasion) ? mind : { ...mind, attended: [...mind.attended, occasion] };
};

/** What others take an entity to be or do is no fact about it. */
const isBelief = (change: StateChange, knownTo: readonly CharacterId[]): boolean =>
  (change.what === 'entity' || change.what === 'activity') &&
  knownTo.length > 0 &&
  !knownTo.includes(change.entity);

/** The state once those who know of a change do. Pure; the same change twice changes nothing. */
export function withChange(world: World, event: StateEvent): World {
  const { state } = world;
  const { knownTo } = event.payload;
  const change = changeIn(event);
  const taken = (mind: Mind): Mind =>
    withByHand(applyChange(mind, change, event.id), change, event.outcome === undefined);
  const minds = Object.fromEntries(
    takersOf(world, change, knownTo).map((id) => [
      id,
      attending(world, id, taken(mindOf(state, id)), change),
    ]),
  );
  const isHanded = change.what === 'occasion' && !hasAudience(change) && knownTo.length === 0;
  const handed = { ...noMind, occasions: state.handed };
  return {
    ...world,
    state: {
      all: isBelief(change, knownTo) ? state.all : taken(state.all),
      open: isTold(change, knownTo) ? taken(state.open) : state.open,
      handed: isHanded ? applyChange(handed, change, event.id).occasions : state.handed,
      minds: { ...state.minds, ...minds },
    },
  };
}

/** What everyone present was told is told to somebody, beside what they know themselves. */
export function withPastTold(world: World, who: CharacterId): World {
  const { state } = world;
  const own = mindOf(state, who);
  const told: Mind = {
    ...own,
    world: state.open.world,
    entities: { ...own.entities, ...state.open.entities },
    containers: { ...own.containers, ...state.open.containers },
    threads: { ...own.threads, ...state.open.threads },
    group: own.group,
    ...(state.open.byHand && { byHand: { ...own.byHand, ...state.open.byHand } }),
  };
  const knowing = withOccasionsTold(told, state.open.occasions, true);
  return { ...world, state: { ...state, minds: { ...state.minds, [who]: knowing } } };
}

/** One more scene has closed for those who are there. The same event twice counts once. */
export function withScenesCounted(world: World, event: string): World {
  const { state } = world;
  const counted = (mind: Mind): Mind =>
    mind.scenes.last === event ? mind : { ...mind, scenes: { closed: mind.scenes.closed + 1, last: event } };
  const minds = Object.fromEntries(presentIn(world).map((id) => [id, counted(mindOf(state, id))]));
  return { ...world, state: { ...state, all: counted(state.all), minds: { ...state.minds, ...minds } } };
}

const withoutKey = <Value>(of: Readonly<Record<string, Value>>, gone: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(of).filter(([key]) => key !== gone));

/** Somebody begins anew: nothing is left of what they knew and felt, nor of what others took them to be and felt about them. */
export function withReset(world: World, who: CharacterId): World {
  const forgotten = (mind: Mind): Mind => ({
    ...withoutHandOf(mind, who),
    entities: withoutKey(mind.entities, who),
    edges: Object.fromEntries(
      Object.entries(withoutKey(mind.edges, who)).map(([from, to]) => [from, withoutKey(to, who)]),
    ),
  });
  const { all, open, handed, minds } = world.state;
  const others = Object.entries(withoutKey(minds, who)).map(([id, mind]) => [id, forgotten(mind)]);
  const state = { all: forgotten(all), open: forgotten(open), handed, minds: Object.fromEntries(others) };
  return { ...world, pins: world.pins.filter(({ owner }) => owner !== who), state };
}
