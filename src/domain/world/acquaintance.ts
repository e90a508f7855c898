import type { Payload } from '../events/events.ts';
import type { CharacterId } from '../message.ts';
import { type Member, memberOf, presentIn, type World } from './world.ts';

/** The world with a member changed. */
export const changed = (world: World, id: CharacterId, change: Partial<Member>): World => ({
  ...world,
  cast: world.cast.map((member) => (member.id === id ? { ...member, ...change } : member)),
});

/** Those of a group come to know of each other. */
const acquainted = (world: World, group: readonly CharacterId[]): World => ({
  ...world,
  cast: world.cast.map((member) => {
    const fresh = group.filter((id) => id !== member.id && !member.met.includes(id));
    return !group.includes(member.id) || fresh.length === 0
      ? member
      : { ...member, met: [...member.met, ...fresh] };
  }),
});

/** One comes to know of others, who need not notice. */
const toldOf = (world: World, who: CharacterId, others: readonly CharacterId[]): World => {
  const known = memberOf(world, who)?.met ?? [];
  return changed(world, who, {
    met: [...known, ...others.filter((id) => id !== who && !known.includes(id))],
  });
};

/** Somebody comes in; they and all who are there know of each other from now on. */
export const withArrival = (world: World, arrival: Payload<'character_joined'>): World => {
  const { character, name, card, knowsPast } = arrival;
  const isNew = !memberOf(world, character);
  const newcomer: Member = { id: character, name, card, present: true, met: [] };
  const before = isNew
    ? { ...world, cast: [...world.cast, newcomer] }
    : changed(world, character, { present: true });
  const met = acquainted(before, presentIn(before));
  return knowsPast
    ? toldOf(
        met,
        character,
        met.cast.map(({ id }) => id),
      )
    : met;
};

/** Who perceives something new knows of its speaker and of all who perceive it too. */
export const withAudience = (
  world: World,
  speaker: CharacterId | null,
  knownTo: readonly CharacterId[],
): World => {
  if (knownTo.length === 0) return world;
  const all = speaker === null ? knownTo : [...new Set([speaker, ...knownTo])];
  return knownTo.reduce((after, id) => toldOf(after, id, all), world);
};
