import type { NewEvent } from '../events/events.ts';
import type { StateChange } from '../events/state-kinds.ts';
import type { CharacterId } from '../message.ts';
import { entityIn, type Mind, mindOf, noContainer } from '../world/mind.ts';
import { stateEvent } from '../world/minds.ts';
import { foldName, presentIn, type World } from '../world/world.ts';

/** The id of the place where one takes somebody to be; the place of the scene, if it is one, where that is not said. Empty = unknown. */
export function placeOf(mind: Mind, who: CharacterId): string {
  const { container } = entityIn(mind, who).activity;
  if (container !== '') return container;
  const { place } = mind.world;
  if (place === '') return '';
  const named = Object.entries(mind.containers).find(([, { name }]) => foldName(name) === foldName(place));
  return named?.[0] ?? '';
}

/** Those who are away because they are in this place, where nobody of the scene is: whoever is away and in a place of theirs has left it. */
function apartAt(
  { cast }: World,
  mind: Mind,
  container: string,
  present: readonly CharacterId[],
): CharacterId[] {
  if (present.some((id) => placeOf(mind, id) === container)) return [];
  const apart = cast.filter(({ id, isGone }) => !isGone && !present.includes(id));
  return apart.flatMap(({ id }) => (entityIn(mind, id).activity.container === container ? [id] : []));
}

/**
 * Those who see what is so in a place: whoever is there, as far as whoever sets it knows, or may be for all that they know; and they
 * themselves, and whoever is there out of hearing. Empty where that is all who are there (`knownTo` of an event).
 */
export function thoseAt(
  world: World,
  container: string,
  by: CharacterId | 'everyone',
): readonly CharacterId[] {
  const mind = mindOf(world.state, by);
  const present = presentIn(world);
  const near = present.filter((id) => ['', container].includes(placeOf(mind, id)));
  const there = [...near, ...apartAt(world, mind, container, present)];
  if (by !== 'everyone' && !there.includes(by)) return [...there, by];
  return near.length === present.length && there.length === near.length ? [] : there;
}

const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What somebody who has come into a place perceives there that they did not know: what it is, what lies there, and who is where in it. */
export function perceivedAt({ state, cast }: World, who: CharacterId, container: string): NewEvent[] {
  const own = mindOf(state, who);
  const found = state.all.containers[container];
  if (!found) return [];
  const { slots, things, ...rest } = { ...noContainer, ...found };
  const is: StateChange = {
    ...{ what: 'container', container, ...rest },
    ...{ slots: [...slots], things: [...things] },
  };
  const known = { ...noContainer, ...own.containers[container] };
  const isNews = !isSame(known, { ...noContainer, ...found });
  const seen = cast.flatMap(({ id, isGone }): NewEvent[] => {
    const { container: at, slot } = entityIn(state.all, id).activity;
    const before = entityIn(own, id).activity;
    if (id === who || isGone || at !== container) return [];
    if (before.container === at && before.slot === slot) return [];
    return [stateEvent({ what: 'activity', entity: id, container, slot }, [who])];
  });
  return [...(isNews ? [stateEvent(is, [who])] : []), ...seen];
}
