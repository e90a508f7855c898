import type { Moment } from '../../../domain/known/known.ts';
import type { CharacterId } from '../../../domain/message.ts';
import { entityIn, type Mind } from '../../../domain/world/mind.ts';
import { foldName, presentIn } from '../../../domain/world/world.ts';
import { isDaysLater } from '../../../domain/world/world-time.ts';
import { isOpen, isOpenly } from './openly.ts';
import { endOf, lastSeenByAll, type ReadAt } from './own-scenes.ts';

/** Why a scene is over, and where and when all of them took it to be. */
export interface Ended {
  readonly reason: 'container' | 'time';
  readonly was: { readonly place?: string; readonly time?: string };
}

/** Where all of these take the scene to be, and when, as far as they agree: empty where none of them knows. */
export function heldAlike(moment: Moment, there: readonly CharacterId[]): Ended['was'] {
  const [first, ...others] = there.map((id) => mindAt(moment, id).world);
  const alike = (field: 'place' | 'time') =>
    first && others.every((one) => one[field] === first[field]) && { [field]: first[field] };
  return { ...alike('place'), ...alike('time') };
}

/** As `heldAlike`; empty where they do not agree as well. */
export const agreed = (moment: Moment, there: readonly CharacterId[]): Mind['world'] =>
  moment.together(there).mind.world;

const mindAt = (moment: Moment, id: CharacterId): Mind => moment.known(id).mind;

const bare = (place: string): string => foldName(place).replace(/^(?:the|an?) /, '');

/** Whether two names may be of one place, one of them more exactly. */
export const isSamePlace = (one: string, other: string): boolean => {
  const [a, b] = [bare(one), bare(other)];
  return a.includes(b) || b.includes(a);
};

/** Whether each of these is in another container, or all of them at one place, that is known and another than before. */
function areElsewhere(before: Moment, now: Moment, there: readonly CharacterId[]): boolean {
  const inside = (moment: Moment, id: CharacterId) => entityIn(mindAt(moment, id), id).activity.container;
  const isOut = (id: CharacterId) =>
    inside(before, id) !== '' && inside(now, id) !== '' && inside(before, id) !== inside(now, id);
  if (there.every(isOut)) return true;
  const place = (moment: Moment, id: CharacterId) => mindAt(moment, id).world.place;
  const [first = ''] = there.map((id) => place(now, id));
  const isAway = (id: CharacterId) => place(before, id) !== '' && !isSamePlace(place(before, id), first);
  return there.every((id) => place(now, id) !== '' && isSamePlace(place(now, id), first) && isAway(id));
}

const areLater = (before: Moment, now: Moment, there: readonly CharacterId[]): boolean =>
  there.every((id) => isDaysLater(mindAt(before, id).world.time, mindAt(now, id).world.time));

/** So many lines are a scene: fewer do not end by themselves. */
export const fewestLines = 4;
const mostFirst = 24;

const isPlaced = (moment: Moment, id: CharacterId): boolean => {
  const mind = mindAt(moment, id);
  return mind.world.place !== '' || entityIn(mind, id).activity.container !== '';
};

/** The chat as a scene began: where all knew then where they were, else once its first lines were said; null before that. */
function begun(at: ReadAt, there: readonly CharacterId[], start: ReadAt['head'] | null): Moment | null {
  const { store, chat, head } = at;
  const atStart = start && store.moment(chat, start);
  if (atStart && there.every((id) => isPlaced(atStart, id))) return atStart;
  const view = store.view(chat, 'everyone', head);
  const [before] = start ? store.view(chat, 'everyone', start).last(1) : [];
  const first =
    before && view.find(before.id) ? view.from(before.id, mostFirst).slice(1) : view.first(mostFirst);
  const fourth = first.filter((message) => isOpen(message, there))[fewestLines - 1];
  return fourth ? store.moment(chat, store.placeOf(fourth.id)) : null;
}

/**
 * Whether all who are there are, as each of them knows, somewhere else by now than when the scene began, or days later; and that
 * because of what all of them perceived. Null where they are not.
 */
export function endedByWhereabouts(at: ReadAt, now: Moment): Ended | null {
  const there = presentIn(now.stage);
  const start = endOf(at, lastSeenByAll(at, there));
  const before = begun(at, there, start);
  if (before === null) return null;
  const isElsewhere = areElsewhere(before, now, there);
  if (!isElsewhere && !areLater(before, now, there)) return null;
  if (!there.every((who) => isOpenly(at, { there, who, start }))) return null;
  return { reason: isElsewhere ? 'container' : 'time', was: heldAlike(before, there) };
}
