import type { GroupSeen } from '../../domain/audience/group-seen.ts';
import { type Command, define } from '../command.ts';
import { firstWord, takeNames } from '../line.ts';
import { argument, choice, nameOf, names } from '../parameters.ts';
import { notice, page } from '../shown/show.ts';
import { eyes, playThrough } from '../world/eyes.ts';

const groupText = ({ name, members }: GroupSeen): string => `@${name}: ${members.join(', ')}`;

const shape = { json: (group: GroupSeen) => ({ type: 'audience_group', ...group }), text: groupText };

/** Names with blanks, commas or an `@` between: `Maren Odile`. */
function namesOf(line: string, known: readonly string[]): string[] {
  const found: string[] = [];
  for (let rest = line; rest !== ''; ) {
    const taken = takeNames(rest, known);
    if (taken.names.length === 0) return found;
    found.push(...taken.names);
    rest = taken.rest.trim();
  }
  return found;
}

const group = define({
  name: 'audience group',
  group: 'the scene',
  summary: 'add characters to a named audience or remove them; --to @GROUP then reaches its members',
  chat: 'option',
  as: 'act as this character; default the played character',
  notes:
    'A group is known only to its members and to whoever made it.\nA whisper reaches whoever is in the group when it is written; members added later have not heard it.',
  parameters: {
    what: argument('<add|remove>', choice(['add', 'remove'])),
    group: argument('<group>', nameOf('group')),
    names: argument('<names...>', names),
  },
  async run({ play }, { what, group: called, names: lists }) {
    return play.changeGroup(called, what, lists.flat());
  },
  json: (after) => after && shape.json(after),
  text: (after, _, { group: called }) => (after ? groupText(after) : notInIt(called)),
  screen: {
    usage: 'add|remove GROUP NAME,NAME',
    read(line, { play }) {
      const [what, rest] = firstWord(line);
      const [called, listed] = firstWord(rest);
      const known = play.state().cast.map(({ name }) => name);
      return { what, group: called.replace(/^@/, ''), names: namesOf(listed, known) };
    },
    show: ([after], _, { group: called }) => notice(after ? groupText(after) : notInIt(called)),
  },
});

const notInIt = (called: string): string => `done; you no longer know a group @${called.replace(/^@/, '')}`;

const groups = define({
  name: 'audience groups',
  group: 'the scene',
  summary: 'list the named audiences you know and their members',
  notes: '--json: {"type":"audience_group","name","members":[…]}',
  empty:
    'no groups yet: a group is a named audience to whisper to; `sotto audience group add GROUP NAMES` makes one',
  chat: 'option',
  parameters: eyes,
  *run(scope, through): Generator<GroupSeen> {
    yield* playThrough(scope, through).state().groups;
  },
  ...shape,
  screen: {
    show: (found) =>
      found.length === 0
        ? notice('no groups yet; /audience group add GROUP NAMES makes one')
        : page('Groups', found.map(groupText)),
  },
});

/** Commands about named audiences. */
export const audienceGroups: readonly Command[] = [group, groups];
