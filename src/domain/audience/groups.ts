import type { CharacterId } from '../message.ts';
import { nearest } from '../nearest.ts';
import { freeGroupName } from '../world/acquaintance.ts';
import { listed } from '../world/names.ts';
import { type AudienceGroup, foldName, knownBy, type Member, type Stage } from '../world/world.ts';
import type { GroupSeen } from './group-seen.ts';

type Viewer = CharacterId | 'everyone';

/** The name of a group without the mark with which it may be written. */
export const plainGroupName = (written: string): string => written.trim().replace(/^@\s*/, '');

/** The groups that a viewer knows of, in the order in which it learned of them; each once for `everyone`. */
export function groupsOf({ groups }: Pick<Stage, 'groups'>, viewer: Viewer): readonly AudienceGroup[] {
  if (viewer !== 'everyone') return groups[viewer] ?? [];
  const all: AudienceGroup[] = [];
  for (const one of Object.values(groups).flat())
    if (!all.some(({ group }) => group === one.group))
      all.push({ ...one, called: freeGroupName(one.name, all) });
  return all;
}

/** The group that a viewer knows by this name, with or without its mark; undefined where it knows of none. */
export const groupNamed = (stage: Stage, viewer: Viewer, written: string): AudienceGroup | undefined => {
  const wanted = foldName(plainGroupName(written));
  return groupsOf(stage, viewer).find(({ called }) => foldName(called) === wanted);
};

/** A group in names. */
export const groupSeen = ({ cast }: Pick<Stage, 'cast'>, { called, members }: AudienceGroup): GroupSeen => ({
  name: called,
  members: cast.filter(({ id }) => members.includes(id)).map(({ name }) => name),
});

/** The groups that a viewer knows of, in names. */
export const groupsSeen = (stage: Stage, viewer: Viewer): GroupSeen[] =>
  groupsOf(stage, viewer).map((group) => groupSeen(stage, group));

/** Every name that a text of somebody may have in a tag: of those whom it knows of, and of its groups as they may be written. */
export const namesToHear = (stage: Stage, viewer: Viewer): string[] => [
  ...knownBy(stage, viewer).map(({ name }) => name),
  ...groupsOf(stage, viewer).flatMap(({ called }) => [called, `@${called}`]),
];

/** Those in the play still, be they away. */
export const isInPlay = ({ isGone, present }: Member): boolean => present || !isGone;
/** Those who are there. */
export const isPresent = ({ present }: Member): boolean => present;

const bearerOf = (among: readonly Member[], name: string): Member | undefined =>
  among.find((one) => foldName(one.name) === foldName(name));

/** Whom names reach, the names that nobody and no group bears, and the groups that reach nobody else. */
export interface NamedAudience {
  readonly ids: readonly CharacterId[];
  readonly unknown: readonly string[];
  readonly deserted: readonly string[];
}

/**
 * Whom names mean, as a viewer knows characters and groups; a character's name beats a group's. Of those who bear a name
 * themselves the ones count that `bearer` lets, of the members of a group those that `member` lets.
 */
export function namedAudience(
  stage: Stage,
  viewer: Viewer,
  names: readonly string[],
  among: { readonly bearer?: (one: Member) => boolean; readonly member: (one: Member) => boolean },
): NamedAudience {
  const { bearer = () => true, member } = among;
  const ids: CharacterId[] = [];
  const unknown: string[] = [];
  const deserted: string[] = [];
  const known = knownBy(stage, viewer);
  for (const name of names) {
    const one = bearerOf(known, name) ?? bearerOf(known, plainGroupName(name));
    const group = one ? undefined : groupNamed(stage, viewer, name);
    const reached = (group?.members ?? []).filter((id) =>
      known.some((each) => each.id === id && member(each)),
    );
    if (one ? !bearer(one) : !group) unknown.push(name);
    else if (group && reached.every((id) => id === viewer)) deserted.push(group.called);
    ids.push(...(one && bearer(one) ? [one.id] : reached));
  }
  return { ids, unknown, deserted };
}

/** Whom the names in what a model wrote reach now: those within its speaker's earshot, and of its groups those who are. */
export const heardNow = (
  stage: Stage,
  speaker: CharacterId,
  names: readonly string[],
): readonly CharacterId[] =>
  namedAudience(stage, speaker, names, { bearer: isPresent, member: isPresent }).ids;

/** Why a name reaches nobody, with the nearest that does, as far as the viewer knows. */
export function unheardName(stage: Stage, viewer: Viewer, name: string): { code: string; message: string } {
  const characters = knownBy(stage, viewer).map((one) => one.name);
  const groups = groupsOf(stage, viewer).map((group) => group.called);
  const near = nearest(plainGroupName(name), [...characters, ...groups]);
  const marked = (one: string) => (characters.includes(one) ? one : `@${one}`);
  const known = [...characters, ...groups.map((one) => `@${one}`)];
  const what = name.startsWith('@') ? `there is no group "${name}"` : `nobody here is called "${name}"`;
  const meant = near === null ? 'the' : `did you mean ${marked(near)}? The`;
  return { code: 'unknown_name', message: `${what}; ${meant} audience can be ${listed(known, 'or')}` };
}

/** That a group reaches nobody, by names of theirs. */
export const nobodyOf = (group: string): { code: string; message: string } => ({
  code: 'absent_audience',
  message: `nobody else in @${group} is here to hear it; name those who are`,
});
