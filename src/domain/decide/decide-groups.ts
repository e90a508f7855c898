import { groupNamed, plainGroupName, unheardName } from '../audience/groups.ts';
import type { CharacterId } from '../message.ts';
import { castList, directorName, listed, tooLongName } from '../world/names.ts';
import { type AudienceGroup, foldName, knownBy, type Member, memberOf, type World } from '../world/world.ts';
import { type Decision, isRefusal, type Refusal, refuse } from './decision.ts';

/** Who is to be in a named audience from here on, and who no longer, at a screen of `by`, as `by` knows them and the group. */
export interface GroupCommand {
  readonly type: 'change_group';
  readonly by: CharacterId | 'everyone';
  readonly what: 'add' | 'remove';
  readonly group: string;
  readonly names: readonly string[];
}

/** What a group can be called: one word, so that it ends where its name does in a tag, in a list and behind an `@`. */
const goodName = (): RegExp => /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}_'’.-]*[\p{L}\p{N}\p{M}])?$/u;

/** Why a new group cannot be called so, as far as whoever makes it knows; null when it can. */
function nameProblem(world: World, by: GroupCommand['by'], name: string): Refusal | null {
  const tooLong = tooLongName(name);
  if (tooLong !== null) return { code: 'bad_name', message: `the name ${tooLong}` };
  if (!goodName().test(name) || name === directorName) {
    const message = `a group's name is one word of letters and digits, such as crew; choose another than "${name}"`;
    return { code: 'bad_name', message };
  }
  if (!knownBy(world, by).some((one) => foldName(one.name) === foldName(name))) return null;
  const message = `a character here is called "${name}"; choose another name for the group`;
  return { code: 'duplicate_name', message };
}

/** The named as `by` knows them, each once. */
function namedOf(world: World, { by, names }: GroupCommand): readonly Member[] | Refusal {
  if (names.length === 0)
    return { code: 'empty_audience', message: 'nobody is named; name at least one character' };
  const known = knownBy(world, by);
  const found = new Set<Member>();
  for (const name of names) {
    const one = known.find((each) => foldName(each.name) === foldName(name));
    if (!one) {
      const message = `nobody here is called "${name}"; there is ${castList(world, by)}`;
      return { code: 'unknown_name', message };
    }
    found.add(one);
  }
  return [...found];
}

/** Whoever was in it, is in it, made it or changes it learns of the change, and nobody else. */
function changed(
  world: World,
  before: AudienceGroup,
  { by, members }: { readonly by: GroupCommand['by']; readonly members: readonly CharacterId[] },
): Decision {
  const { group, name, maker } = before;
  const concerned = new Set<string | null>([...before.members, ...members, maker, by]);
  const inOrder = (ids: { has(id: string): boolean }) =>
    world.cast.flatMap(({ id }) => (ids.has(id) ? [id] : []));
  const payload = { group, name, maker, members: inOrder(new Set(members)), knownTo: inOrder(concerned) };
  const doer = by !== 'everyone' && { by };
  return { events: [{ kind: 'audience_group_changed', payload: { ...payload, ...doer } }] };
}

function add(world: World, command: GroupCommand): Decision {
  const { by } = command;
  const name = plainGroupName(command.group);
  const known = groupNamed(world, by, name);
  const refused = known ? null : nameProblem(world, by, name);
  if (refused) return { refused };
  const named = namedOf(world, command);
  if (isRefusal(named)) return { refused: named };
  const maker = by === 'everyone' ? null : by;
  const before = known ?? {
    group: `${maker ?? ''}\n${foldName(name)}`,
    name,
    called: name,
    maker,
    members: [],
  };
  const fresh = named.filter(({ id }) => !before.members.includes(id));
  if (fresh.length === 0) return { events: [] };
  return changed(world, before, { by, members: [...before.members, ...fresh.map(({ id }) => id)] });
}

function remove(world: World, command: GroupCommand): Decision {
  const { by } = command;
  const known = groupNamed(world, by, command.group);
  if (!known) return { refused: unknownGroup(world, by, command.group) };
  const named = namedOf(world, command);
  if (isRefusal(named)) return { refused: named };
  const stranger = named.find(({ id }) => !known.members.includes(id));
  if (stranger) {
    const names = known.members.flatMap((id) => memberOf(world, id)?.name ?? []);
    return refuse(
      'not_a_member',
      `${stranger.name} is not in @${known.called}; in it: ${listed(names, 'and')}`,
    );
  }
  const left = known.members.filter((id) => !named.some((one) => one.id === id));
  return changed(world, known, { by, members: left });
}

const unknownGroup = (world: World, by: GroupCommand['by'], written: string): Refusal =>
  unheardName(world, by, `@${plainGroupName(written)}`);

/** Decides who is in a named audience. Pure. */
export const decideGroup = (world: World, command: GroupCommand): Decision =>
  command.what === 'add' ? add(world, command) : remove(world, command);
