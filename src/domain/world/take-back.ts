import type { DomainEvent } from '../events/events.ts';
import type { StateChange } from '../events/state-kinds.ts';
import type { CharacterId } from '../message.ts';
import { within } from './apply-change.ts';
import { evolve } from './evolve.ts';
import { edgeIn, entityIn, type Mind, mindOf, noContainer, noEdge, noOccasion, type Thread } from './mind.ts';
import { changeIn, isStateEvent } from './minds.ts';
import { opened, type Whole } from './world.ts';

/** A change that somebody's mind took in, and that mind just before and after it. */
export interface TakenIn {
  readonly change: StateChange;
  readonly before: Mind;
  readonly after: Mind;
}

/** What a change is about, as it is now, was before that change and became by it. */
interface Subject<Of> {
  readonly now: Of;
  readonly before: Of;
  readonly after: Of;
}

type Change<What extends StateChange['what']> = Extract<StateChange, { what: What }>;

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const missing = (list: readonly string[], among: readonly string[]): string[] =>
  list.filter((one) => !among.includes(one));

/** Of the fields that a change names, those that still say what it made of them, as they were before it. */
function reverted<Of extends object>(named: object, { now, before, after }: Subject<Of>): Partial<Of> {
  const names = Object.keys(named).filter((name) => Object.hasOwn(before, name)) as (keyof Of)[];
  const stand = names.filter(
    (name) => before[name] !== null && isEqual(now[name], after[name]) && !isEqual(before[name], after[name]),
  );
  return Object.fromEntries(stand.map((name) => [name, before[name]])) as Partial<Of>;
}

function edgeBack(
  { affinity: _, trust: __, ...named }: Change<'edge'>,
  edge: Subject<typeof noEdge>,
): object {
  const { now, before, after } = edge;
  const affinity = within(now.affinity + before.affinity - after.affinity);
  const trust = within(now.trust + before.trust - after.trust);
  const known = [...before.knowledge, ...before.privateMoments];
  const learned = missing([...after.knowledge, ...after.privateMoments], known);
  const forgets = learned.filter((fact) => [...now.knowledge, ...now.privateMoments].includes(fact));
  const { knowledge: ___, privateMoments: ____, ...texts } = reverted(named, edge);
  return {
    ...(affinity !== now.affinity && { affinity }),
    ...(trust !== now.trust && { trust }),
    ...(forgets.length > 0 && { forgets }),
    ...texts,
  };
}

type Entity = ReturnType<typeof entityIn>;

function entityBack({ gains: _, loses: __, ...named }: Change<'entity'>, entity: Subject<Entity>): object {
  const [now, before, after] = [entity.now.inventory, entity.before.inventory, entity.after.inventory];
  const loses = missing(after, before).filter((thing) => now.includes(thing));
  const gains = missing(missing(before, after), now);
  return {
    ...(loses.length > 0 && { loses }),
    ...(gains.length > 0 && { gains }),
    ...reverted(named, entity),
  };
}

/** What a change is about, in these three minds. */
const subject = <Of>(now: Mind, { before, after }: TakenIn, of: (mind: Mind) => Of): Subject<Of> => ({
  now: of(now),
  before: of(before),
  after: of(after),
});

function containerBack(now: Mind, taken: TakenIn, change: Change<'container'>): object {
  const of = (mind: Mind) => ({ ...noContainer, ...mind.containers[change.container] });
  return taken.before.containers[change.container] ? reverted(change, subject(now, taken, of)) : {};
}

/** What was not known before is nothing again, an empty text; what was open is open again. */
function threadBack(now: Mind, taken: TakenIn, thread: string): object {
  const of = (mind: Mind): Thread => mind.threads[thread] ?? { text: '', state: 'dropped' };
  return reverted({ text: true, state: true }, subject(now, taken, of));
}

/** Whoever did not know of an occasion before takes it for cancelled. */
function occasionBack(now: Mind, taken: TakenIn, occasion: string): object {
  const of = (mind: Mind) => mind.occasions[occasion] ?? noOccasion;
  const back = reverted(taken.change, subject(now, taken, of));
  const isNew = taken.before.occasions[occasion] === undefined;
  return isNew && Object.keys(back).length > 0 ? { state: 'cancelled' } : back;
}

function fieldsBack(now: Mind, taken: TakenIn): object {
  const { change } = taken;
  switch (change.what) {
    case 'edge':
      return edgeBack(
        change,
        subject(now, taken, (mind) => edgeIn(mind, change.from, change.to) ?? noEdge),
      );
    case 'entity':
      return entityBack(
        change,
        subject(now, taken, (mind) => entityIn(mind, change.entity)),
      );
    case 'activity':
      return reverted(
        change,
        subject(now, taken, (mind) => entityIn(mind, change.entity).activity),
      );
    case 'world':
      return reverted(
        change,
        subject(now, taken, ({ world }) => world),
      );
    case 'container':
      return containerBack(now, taken, change);
    case 'thread':
      return threadBack(now, taken, change.thread);
    case 'occasion':
      return occasionBack(now, taken, change.occasion);
    default:
      return {};
  }
}

const about = (change: StateChange): object => {
  if (change.what === 'thread') return { thread: change.thread };
  if (change.what === 'container') return { container: change.container };
  if (change.what === 'occasion') return { occasion: change.occasion };
  if (change.what === 'edge') return { from: change.from, to: change.to };
  return change.what === 'entity' || change.what === 'activity' ? { entity: change.entity } : {};
};

/**
 * What takes back a change of an edge, an entity, an activity, the world, a place, a thread or an occasion, as far as nothing else has come over what it made
 * since: numbers by how much it moved them, facts and things one by one, anything else to what was before. Null where
 * nothing of it is left. Pure.
 */
export function takeBack(now: Mind, taken: TakenIn): StateChange | null {
  const fields = fieldsBack(now, taken);
  if (Object.keys(fields).length === 0) return null;
  return { what: taken.change.what, ...about(taken.change), ...fields } as StateChange;
}

/**
 * The changes that somebody's mind took in from what a job found about an event, oldest first; `before` is the state of the
 * chat just before that event, `source` the job's.
 */
export function takenIn(
  before: Whole,
  owner: CharacterId,
  { about, outcomes, source }: { about: DomainEvent; outcomes: readonly DomainEvent[]; source: string },
): TakenIn[] {
  let world = evolve(opened(before), about);
  return outcomes.flatMap((event) => {
    const was = mindOf(world.state, owner);
    world = evolve(world, event);
    const isMeant = event.outcome?.source === source;
    const isTheirs = isMeant && isStateEvent(event) && event.payload.knownTo.includes(owner);
    return isTheirs ? [{ change: changeIn(event), before: was, after: mindOf(world.state, owner) }] : [];
  });
}
