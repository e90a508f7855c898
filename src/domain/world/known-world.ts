import type { CharacterId } from '../message.ts';
import { stateAs } from './minds.ts';
import { knownBy, type World } from './world.ts';

const own = <Value>(
  of: Readonly<Record<CharacterId, Value>>,
  who: CharacterId,
): Record<CharacterId, Value> => {
  const value = of[who];
  return value === undefined ? {} : { [who]: value };
};

/**
 * The world as one of its cast knows it: whom it has met, and what is its own of what characters have for themselves.
 * Whom others have met, or who else is told a note, it does not know.
 */
export function worldAs(world: World, who: CharacterId): World {
  const { note } = world;
  const isTold = note !== null && (note.knownTo.length === 0 || note.knownTo.includes(who));
  return {
    ...world,
    cast: knownBy(world, who).map((member) => (member.id === who ? member : { ...member, met: [] })),
    pins: world.pins.filter(({ owner }) => owner === who),
    epochs: own(world.epochs, who),
    variables: own(world.variables, who),
    note: isTold ? { ...note, knownTo: note.knownTo.filter((id) => id === who) } : null,
    scenarios: own(world.scenarios, who),
    letters: own(world.letters, who),
    groups: own(world.groups, who),
    state: stateAs(world.state, who),
  };
}
