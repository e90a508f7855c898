import type { GroupSeen } from '../../domain/audience/group-seen.ts';
import { type Command, define } from '../command.ts';
import { firstWord, takeNames } from '../line.ts';
import { argument, choice, nameOf, names } from '../parameters.ts';
import { notice, page } from '../shown/show.ts';
import { eyes, playThrough } from '../world/eyes.ts';

const groupText = ({ name, members }: GroupSeen): string => `@${name}: ${members.join(', ')}`;

const shape = {
  json: (group: GroupSeen) => ({ type: 'audience_group', ...group }),
  text: groupText,
};

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
  summary:
    'add characters to a named audience, which makes it, or remove them; --to @GROUP then reaches them',
  chat: 'option',
  as: 'do it as this character; default the played one',
  notes:
    'Who is in a group is known to those who are in it, to whoever made it, and to nobody else.\nA whisper reaches those who are in it as it is written; whoever is added later has not heard it.',
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

const notInIt = (called: string): string =>
  `done; you know of no group @${called.replace(/^@/, '')} any more`;

const groups = define({
  name: 'audience groups',
  group: 'the scene',
  summary:
    'named audiences that are known, and who is in each; --json: {"type":"audience_group","name","members":[…]}',
  empty: 'no group is known: audiences with a name, to whisper to at once, would stand here',
  chat: 'option',
  parameters: eyes,
  *run(scope, through): Generator<GroupSeen> {
    yield* playThrough(scope, through).state().groups;
  },
  ...shape,
  screen: {
    show: (found) =>
      found.length === 0
        ? notice('no group is known; /audience group add GROUP NAMES makes one')
        : page('Groups', found.map(groupText)),
  },
});

/** Commands about named audiences. */
export const audienceGroups: readonly Command[] = [group, groups];
