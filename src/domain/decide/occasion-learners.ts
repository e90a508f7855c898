import type { NewEvent } from '../events/events.ts';
import type { CharacterId } from '../message.ts';
import { mindOf, type Occasion } from '../world/mind.ts';
import { stateEvent } from '../world/minds.ts';
import { presentIn, type World } from '../world/world.ts';

/** Who learns that an occasion changes; `isOpen`: whether that is what all who are there are told. */
export interface Learners {
  readonly knownTo: readonly CharacterId[];
  readonly isOpen: boolean;
}

const withDoer = (some: readonly CharacterId[], by: CharacterId | undefined): CharacterId[] => [
  ...new Set([...some, ...(by === undefined ? [] : [by])]),
];

/** Those before whom an occasion begins: all who are there, and who lets it begin. */
export const witnesses = (world: World, by?: CharacterId): Learners => ({
  knownTo: withDoer(presentIn(world), by),
  isOpen: true,
});

/** Those who are there and know of an occasion, and who changes it. */
export function privy(world: World, occasion: string, by?: CharacterId): Learners {
  const there = presentIn(world);
  const knowing = there.filter((id) => mindOf(world.state, id).occasions[occasion] !== undefined);
  const isOpen = knowing.length === there.length && world.state.open.occasions[occasion] !== undefined;
  return { knownTo: withDoer(knowing, by), isOpen };
}

/** Those with whom an occasion is planned: whoever is named, else whoever is there with the planner; the planner always. */
export function planners(world: World, to: readonly CharacterId[] | undefined, by?: CharacterId): Learners {
  if (to) return { knownTo: withDoer(to, by), isOpen: false };
  const there = presentIn(world);
  return by === undefined || there.includes(by)
    ? { knownTo: there, isOpen: true }
    : { knownTo: [by], isOpen: false };
}

/** The fact that an occasion changes, for those who learn of it, by whoever does it. */
export function changed(
  occasion: string,
  { props, needs, ...rest }: Partial<Occasion>,
  { knownTo, isOpen }: Learners,
  by?: CharacterId,
): NewEvent {
  const lists = { ...(props && { props: [...props] }), ...(needs && { needs: [...needs] }) };
  const change = { what: 'occasion', occasion, ...rest, ...lists, isOpen } as const;
  const audience = [...knownTo];
  return by === undefined
    ? stateEvent(change, audience)
    : { kind: 'manual_edit', payload: { target: 'occasion', change, knownTo: audience, by } };
}
