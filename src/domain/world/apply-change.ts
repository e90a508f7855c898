import type { StateChange } from '../events/state-kinds.ts';
import { bounds, markedIn, nothingOf, saidOf } from '../fiction/kinds.ts';
import { fiction } from '../fiction/table.ts';
import {
  type Edge,
  type EntityState,
  edgeIn,
  entityIn,
  type Mind,
  noActivity,
  noContainer,
  noEdge,
  noOccasion,
} from './mind.ts';
import { isOver, propsAtHand, withoutPropsOf } from './occasions.ts';

type Change<What extends StateChange['what']> = Extract<StateChange, { what: What }>;

/** The fields of a change that say something. */
const said = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };

/** A list with others behind it, each once; of too many the oldest are gone. */
const grown = (
  list: readonly string[],
  more: readonly string[] = [],
  most: number = bounds.facts,
): string[] => [...list.filter((one) => !more.includes(one)), ...new Set(more)].slice(-most);

const without = (list: readonly string[], gone: readonly string[] = []): readonly string[] =>
  gone.length === 0 ? list : list.filter((one) => !gone.includes(one));

/** A total within its bounds. */
export const within = (value: number): number => Math.max(-bounds.total, Math.min(bounds.total, value));

const changedEdge = (edge: Edge, change: Change<'edge'>, event: string): Edge => {
  const { affinityDelta = 0, trustDelta = 0, learns, forgets, privateMoments } = change;
  const affinity = within((change.affinity ?? edge.affinity) + affinityDelta);
  const trust = within((change.trust ?? edge.trust) + trustDelta);
  return {
    affinity,
    trust,
    shift: {
      affinity: affinity - edge.affinity || edge.shift.affinity,
      trust: trust - edge.trust || edge.shift.trust,
    },
    summary: change.summary ?? edge.summary,
    knowledge: grown(without(edge.knowledge, forgets), learns),
    privateMoments: grown(without(edge.privateMoments, forgets), privateMoments),
    lastInteraction: change.lastInteraction ?? edge.lastInteraction,
    changedBy: event,
  };
};

const withEdge = (mind: Mind, change: Change<'edge'>, event: string): Mind => {
  const { from, to } = change;
  const before = edgeIn(mind, from, to) ?? noEdge;
  if (before.changedBy === event) return mind;
  const edge = changedEdge(before, change, event);
  return { ...mind, edges: { ...mind.edges, [from]: { ...mind.edges[from], [to]: edge } } };
};

const withEntity = (mind: Mind, id: string, change: Partial<EntityState>): Mind => ({
  ...mind,
  entities: { ...mind.entities, [id]: { ...entityIn(mind, id), ...change } },
});

const changedEntity = (mind: Mind, change: Change<'entity'>): Mind => {
  const { entity, gains, loses } = change;
  const inventory = grown(without(entityIn(mind, entity).inventory, loses), gains, bounds.inventory);
  return withEntity(mind, entity, { ...saidOf(fiction.entity, change), inventory });
};

const changedActivity = (mind: Mind, change: Change<'activity'>): Mind => {
  const { entity, container } = change;
  const before = mind.entities[entity]?.activity ?? noActivity;
  const isElsewhere = container !== undefined && container !== before.container;
  const slot = isElsewhere ? '' : before.slot;
  return withEntity(mind, entity, { activity: { ...before, slot, ...saidOf(fiction.activity, change) } });
};

const changedContainer = (mind: Mind, change: Change<'container'>): Mind => {
  const { container } = change;
  const after = { ...(mind.containers[container] ?? noContainer), ...saidOf(fiction.container, change) };
  return { ...mind, containers: { ...mind.containers, [container]: after } };
};

const changedThread = (mind: Mind, change: Change<'thread'>): Mind => {
  const before = mind.threads[change.thread] ?? nothingOf(fiction.thread);
  const after = { ...before, ...saidOf(fiction.thread, change) };
  return { ...mind, threads: { ...mind.threads, [change.thread]: after } };
};

const changedOccasion = (mind: Mind, change: Change<'occasion'>): Mind => {
  const { what: _, occasion, isOpen: __, ...fields } = change;
  const before = mind.occasions[occasion] ?? noOccasion;
  const after = { ...before, ...said(fields) };
  const known = { ...mind, occasions: { ...mind.occasions, [occasion]: after } };
  const isEnding = isOver(after) && !isOver(before);
  if (!isEnding || withoutPropsOf(known, after) === known) return known;
  return withoutPropsOf(known, after, propsAtHand(known));
};

/** What somebody knows once they know of a change, which this event made. Pure; what it does not name stays the same object. */
export function applyChange(mind: Mind, change: StateChange, event: string): Mind {
  switch (change.what) {
    case 'edge':
      return withEdge(mind, change, event);
    case 'entity':
      return changedEntity(mind, change);
    case 'activity':
      return changedActivity(mind, change);
    case 'world':
      return { ...mind, world: { ...mind.world, ...saidOf(fiction.world, change) } };
    case 'container':
      return changedContainer(mind, change);
    case 'thread':
      return changedThread(mind, change);
    case 'occasion':
      return changedOccasion(mind, change);
    case 'group':
      return { ...mind, group: { ...mind.group, ...saidOf(fiction.group, change) } };
  }
}

const byHandIn: Partial<Record<StateChange['what'], readonly string[]>> = {
  world: markedIn(fiction.world),
  entity: markedIn(fiction.entity),
  activity: markedIn(fiction.activity),
  edge: ['summary'],
  group: markedIn(fiction.group),
};

/** What a field is of: the world and the group are one each. */
const subjectOf = (change: StateChange): string => {
  if (change.what === 'edge') return `edge.${change.from}.${change.to}`;
  return 'entity' in change ? `${change.what}.${change.entity}` : change.what;
};

/** A mind that has taken a change in, with what of it a person said, or no longer did. */
export function withByHand(mind: Mind, change: StateChange, isByHand: boolean): Mind {
  const said = change as unknown as Readonly<Record<string, string | readonly string[] | undefined>>;
  const named = byHandIn[change.what]?.filter((field) => said[field] !== undefined) ?? [];
  const [on, off] = [new Set<string>(), new Set<string>()];
  for (const field of named)
    (isByHand && said[field]?.length !== 0 ? on : off).add(`${subjectOf(change)}.${field}`);
  const before = mind.byHand ?? {};
  if ([...on].every((key) => before[key]) && ![...off].some((key) => before[key])) return mind;
  const stay = Object.keys(before).filter((key) => !off.has(key));
  return { ...mind, byHand: Object.fromEntries([...stay, ...on].map((key) => [key, true])) };
}
