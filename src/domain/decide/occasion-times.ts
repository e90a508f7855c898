import type { NewEvent } from '../events/events.ts';
import type { CharacterId } from '../message.ts';
import { type Mind, mindOf } from '../world/mind.ts';
import { presentIn, type World } from '../world/world.ts';
import { minutesIn } from '../world/world-time.ts';
import {
  after,
  both,
  concerning,
  effectEvents,
  ended,
  type Hand,
  type OccasionEntry,
  over,
  passed,
  started,
  unmetFor,
} from './occasion-events.ts';
import type { Learners } from './occasion-learners.ts';

/** What time brings about of an occasion: it begins, is over, or both. */
export interface Due {
  readonly known: OccasionEntry;
  readonly begins: boolean;
  readonly ends: boolean;
  /** When, in minutes of the world. */
  readonly at: number;
}

function dueOf(known: OccasionEntry, now: number): Due[] {
  const { state, at: begin, until } = known[1];
  const [from, to] = [minutesIn(begin), minutesIn(until)];
  const begins = state === 'planned' && from !== null && from <= now;
  const ends = (begins || state === 'active') && to !== null && to <= now;
  return begins || ends ? [{ known, begins, ends, at: (begins ? from : to) ?? now }] : [];
}

/** What of somebody's occasions falls due by this time of the world, in the order of its times. */
export function dueBy({ occasions }: Mind, time: string): Due[] {
  const now = minutesIn(time);
  if (now === null) return [];
  return Object.entries(occasions)
    .flatMap((known) => dueOf(known, now))
    .sort((one, other) => one.at - other.at || (one.known[0] < other.known[0] ? -1 : 1));
}

/** What happens one after the other, each in the world that those before it left. */
export function inTurn<One>(
  world: World,
  all: readonly One[],
  next: (now: World, one: One) => readonly NewEvent[],
): NewEvent[] {
  let now = world;
  return all.flatMap((one) => {
    const events = next(now, one);
    now = after(now, events);
    return events;
  });
}

/** Those whose alone it is. */
export const alone = (who: CharacterId): Learners => ({ knownTo: [who], isOpen: false });

/**
 * What begins and is over by itself for one of those who are there, as they know it and for them alone, once it is this time for
 * them: nobody learns of an occasion from somebody else's clock.
 */
export function turnedFor(world: World, who: CharacterId, time: string, idFor: Hand['idFor']): NewEvent[] {
  if (!presentIn(world).includes(who)) return [];
  const learners = alone(who);
  return inTurn(world, dueBy(mindOf(world.state, who), time), (now, { known, begins, ends }) => {
    const [, { onStart, onComplete }] = known;
    if (begins && unmetFor(now, who, known[1]).length > 0) return [];
    const [first, last] = [begins ? onStart : {}, ends ? onComplete : {}];
    const how = { effects: both(first, last), hand: { idFor }, learners };
    if (!ends) return started(now, known, how);
    const lived = begins ? passed(now, known, how) : ended(now, known, { ...how, state: 'completed' });
    return [
      ...lived,
      ...effectEvents(
        now,
        concerning(how.effects, (one) => one === who),
      ),
    ];
  });
}

/** What began before for those who know of it alone, as one of them sets the time: whoever else is there sees it go on. */
function shown(world: World, mind: Mind, time: string): NewEvent[] {
  const now = minutesIn(time) ?? Number.NEGATIVE_INFINITY;
  return Object.entries(mind.occasions).flatMap((known) => {
    const [id, { state, at }] = known;
    if (state !== 'active' || (minutesIn(at) ?? Number.POSITIVE_INFINITY) > now) return [];
    const unaware = presentIn(world).filter((who) => {
      const own = mindOf(world.state, who).occasions[id];
      return own === undefined || own.state === 'planned';
    });
    return unaware.length === 0
      ? []
      : started(world, known, { learners: { knownTo: unaware, isOpen: false } });
  });
}

/**
 * What begins and is over by itself once the time of the world is another: what whoever sets it knows of in front of all who are
 * there, and for each of the others what else they know of.
 */
export function turnedBy(
  world: World,
  time: string,
  viewer: CharacterId | 'everyone',
  idFor: Hand['idFor'],
): NewEvent[] {
  const by = viewer === 'everyone' ? undefined : viewer;
  const hand = { idFor, ...(by !== undefined && { by }) };
  const open = inTurn(world, dueBy(mindOf(world.state, viewer), time), (now, { known, begins, ends }) => {
    if (begins && unmetFor(now, viewer, known[1]).length > 0) return [];
    const begun = begins ? started(now, known, hand) : [];
    const ending = { state: 'completed', effects: known[1].onComplete, hand } as const;
    return ends ? [...begun, ...over(after(now, begun), known, ending)] : begun;
  });
  const seen = [...open, ...shown(after(world, open), mindOf(world.state, viewer), time)];
  const others = presentIn(world).filter((who) => who !== by);
  const own = inTurn(after(world, seen), others, (now, who) => turnedFor(now, who, time, idFor));
  return [...seen, ...own];
}
