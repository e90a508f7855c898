import type { NewEvent } from '../events/events.ts';
import type { CharacterId } from '../message.ts';
import { entityIn, mindOf } from '../world/mind.ts';
import { foldName, opened, type Whole, type World } from '../world/world.ts';
import { after, type Hand, type OccasionEntry, started } from './occasion-events.ts';
import { turnedFor } from './occasion-times.ts';
import { perceivedAt } from './places.ts';

/** What begins or ends by itself for somebody, and what they come to see, once these facts are so. Pure. */
export function followingFrom(
  whole: Whole,
  facts: readonly NewEvent[],
  owner: CharacterId,
  idFor: Hand['idFor'],
): NewEvent[] {
  const now = after(opened(whole), facts);
  return facts.flatMap((one): NewEvent[] => {
    if (one.kind === 'world_change' && one.payload.time)
      return turnedFor(now, owner, one.payload.time, idFor);
    const isComing = one.kind === 'activity_change' && one.payload.entity === owner;
    return isComing && one.payload.container ? perceivedAt(now, owner, one.payload.container) : [];
  });
}

/** An occasion begins in front of all who are there. Pure. */
export const begunOpenly = (whole: Whole, occasion: OccasionEntry): NewEvent[] =>
  started(opened(whole), occasion);

/** Where and when some of the cast are from now on; `containerFor` gives the id of a place that is new to all of them. */
export interface Arrival {
  readonly there: readonly CharacterId[];
  readonly place?: string | undefined;
  readonly time?: string | null | undefined;
  readonly containerFor: (name: string) => string;
  readonly idFor: Hand['idFor'];
}

/** The place where all of these are from now on: one that they know by this name, else a new one. */
function placed(now: World, { there, containerFor }: Arrival, name: string): NewEvent[] {
  const named = ([, one]: [string, { name: string }]) => foldName(one.name) === foldName(name);
  const idIn = (who: CharacterId) => Object.entries(mindOf(now.state, who).containers).find(named)?.[0];
  const known = there.map(idIn);
  const container = known.find((id) => id !== undefined) ?? containerFor(name);
  const unaware = there.filter((_, at) => known[at] === undefined);
  const away = there.filter((who) => entityIn(mindOf(now.state, who), who).activity.container !== container);
  const made: NewEvent = { kind: 'container_change', payload: { container, name, knownTo: unaware } };
  const moved = away.map((entity): NewEvent => {
    return { kind: 'activity_change', payload: { entity, container, knownTo: [...there] } };
  });
  const come = [...(unaware.length > 0 ? [made] : []), ...moved];
  return [...come, ...away.flatMap((who) => perceivedAt(after(now, come), who, container))];
}

/** All of these are at a place by this name, which is made where none of them knows one. Pure. */
export const placedAt = (whole: Whole, arrival: Arrival, name: string): NewEvent[] =>
  placed(opened(whole), arrival, name);

/** All of these learn where and when they are, with what begins and ends by then; nothing where they know it already. Pure. */
export function arrivalOf(whole: Whole, arrival: Arrival): NewEvent[] {
  const now = opened(whole);
  const { there, place, time, idFor } = arrival;
  const fields = { ...(place && { place }), ...(time && { time }) };
  const knows = (id: CharacterId) => {
    const { world } = mindOf(now.state, id);
    return (!place || world.place === place) && (!time || world.time === time);
  };
  if (there.every(knows)) return [];
  const arrived: NewEvent = { kind: 'world_change', payload: { ...fields, knownTo: [...there] } };
  const world = after(now, [arrived]);
  const due = time ? there.flatMap((id) => turnedFor(world, id, time, idFor)) : [];
  return [arrived, ...(place ? placed(now, arrival, place) : []), ...due];
}
