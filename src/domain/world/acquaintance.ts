import type { Payload } from '../events/events.ts';
import type { CharacterId } from '../message.ts';
import { type AudienceGroup, foldName, type Member, memberOf, presentIn, type World } from './world.ts';

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

/** The name, or where another group of theirs is called so the first of `name-2`, `name-3` … that none is. */
export function freeGroupName(name: string, others: readonly Pick<AudienceGroup, 'called'>[]): string {
  const taken = new Set(others.map((one) => foldName(one.called)));
  let free = name;
  for (let n = 2; taken.has(foldName(free)); n += 1) free = `${name}-${n}`;
  return free;
}

/** What one knows of groups once a group has changed; whoever is not in it, nor made it, has it no longer. */
function groupsAfter(
  had: readonly AudienceGroup[],
  who: CharacterId,
  { group, name, maker, members }: Payload<'audience_group_changed'>,
): readonly AudienceGroup[] {
  const others = had.filter((one) => one.group !== group);
  if (members.length === 0 || !(who === maker || members.includes(who))) return others;
  if (others.length === had.length)
    return [...had, { group, name, called: freeGroupName(name, others), maker, members }];
  return had.map((one) => (one.group === group ? { ...one, members } : one));
}

/** One of those who learn of a change of a group. */
function withGroupTold(world: World, who: CharacterId, change: Payload<'audience_group_changed'>): World {
  const { [who]: had = [], ...others } = world.groups;
  const has = groupsAfter(had, who, change);
  const groups = has.length === 0 ? others : { ...others, [who]: has };
  const isTheirs = has.some(({ group }) => group === change.group);
  return isTheirs ? toldOf({ ...world, groups }, who, change.members) : { ...world, groups };
}

/** Those who know of a group know from now on who is in it, and so of everybody in it. */
export const withGroup = (world: World, change: Payload<'audience_group_changed'>): World =>
  change.knownTo.reduce((after, who) => withGroupTold(after, who, change), world);
