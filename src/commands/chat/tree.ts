import type { BranchInfo, TakenBack, UndoneFact } from '../../play/chat/play-state.ts';
import type { Play } from '../../play/play.ts';
import { type Command, define, type Item } from '../command.ts';
import { argument, flag, nameOf, option, word } from '../parameters.ts';
import { branchName, branchText, saidLines, timeOf, unmarked } from '../shown/previews.ts';
import { headShape } from '../shown/shapes.ts';
import { list, notice, question, standing } from '../shown/show.ts';
import { eyes, playThrough } from '../world/eyes.ts';
import { factText, rewind } from './rewind.ts';

/** What an act of a kind was of which nothing else is said. */
const actNames: { readonly [Kind in string]?: string } = {
  ...{ character_joined: 'an arrival', character_left: 'a departure', character_renamed: 'a renaming' },
  ...{ character_changed: 'a changed card', character_reset: 'a reset', scenario_set: 'a scenario' },
  ...{ proposal_answered: 'an answer to a suggestion', occasion_told: 'news of an occasion' },
  ...{
    scene_closed: 'the end of a scene',
    message_deleted: 'a deletion',
    audience_changed: 'a changed audience',
  },
  audience_group_changed: 'a changed group',
};

/** What undo took back, in one line; lines that are back are told apart. */
function takenText(play: Play, { messages, facts, returns, act }: TakenBack): string {
  const isReturning = ({ what, id }: UndoneFact) => returns.some((one) => one.what === what && one.id === id);
  const other = facts.filter((fact) => !isReturning(fact));
  const things = [...saidLines(play, messages), ...other.map((fact) => `${fact.what}: ${factText(fact)}`)];
  const [first = actNames[act] ?? 'the last act', ...more] = things;
  return `undone: ${first}${more.length === 0 ? '' : ` · and ${more.length} more: ${more.slice(0, 2).join(' · ')}`}`;
}

const undo = define({
  name: 'undo',
  group: 'the tree',
  synonyms: ['rewind', 'back', 'revert'],
  summary: 'undo the last thing your character perceived',
  chat: 'first',
  parameters: {},
  async *run({ play }): AsyncGenerator<UndoneFact | TakenBack> {
    const taken = await play.undo();
    yield* taken.returns;
    yield taken;
  },
  json: (found, scope) => ('what' in found ? { type: 'undone', ...found } : headShape.json(found, scope)),
  text: (found, scope) =>
    'what' in found
      ? `${found.what}: ${factText(found)}`
      : `${takenText(scope.play, found)}\n${headShape.text(found, scope)}`,
  screen: {
    async ask({ play }, _, again) {
      const { returns } = await play.undo({ dryRun: true });
      if (returns.length === 0) return null;
      const count = returns.length === 1 ? '1 line is' : `${returns.length} lines are`;
      const lines = [`${count} back, or known to others again.`];
      return question('Undo it anyway?', lines, again({}, true), returns.map(factText));
    },
    show(found, { play }) {
      const taken = found.find((one) => 'act' in one);
      return taken ? standing(`${unmarked(takenText(play, taken))}; /redo restores it`) : null;
    },
  },
});

const redo = define({
  name: 'redo',
  group: 'the tree',
  synonyms: ['restore'],
  summary: 'redo what you last undid',
  chat: 'first',
  parameters: {},
  run: ({ play }) => play.redo(),
  ...headShape,
  screen: { show: () => null },
});

const branch = define({
  name: 'branch',
  group: 'the tree',
  synonyms: ['fork', 'checkpoint', 'alternate'],
  summary: 'create a branch at a message, or here',
  chat: 'option',
  parameters: {
    name: argument('[name]', word),
    at: option('--at <message>', nameOf('message'), 'message where it forks'),
  },
  run: ({ play }, { name, at }) => play.branch(name, at),
  json: (name) => ({ type: 'branch', name, current: true }),
  text: (name) => `on branch ${name}`,
  screen: { show: ([name = '']) => notice(`on ${branchText(name)}`) },
});

const change = define({
  name: 'switch',
  group: 'the tree',
  synonyms: ['checkout', 'timeline'],
  summary: 'switch to the tip of a branch',
  chat: 'option',
  parameters: { name: argument('<name>', nameOf('branch')) },
  run: ({ play }, { name }) => play.switchTo(name),
  ...headShape,
  screen: { usage: 'BRANCH', show: (_, __, { name }) => notice(`on ${branchText(name)}`) },
});

/** The branches as rows of a tree, each below the one that it grew from, with its last lines. */
function treeItems(play: Play, all: readonly BranchInfo[], from: string | null = null, lead = ''): Item[] {
  const grown = all.filter((one) => one.from === from);
  return grown.flatMap(({ name, current, at, preview: begins, last }, index) => {
    const isLast = index === grown.length - 1;
    const [own, below] = from === null ? ['', ''] : isLast ? ['└─ ', '   '] : ['├─ ', '│  '];
    const item = {
      lead: lead + own,
      label: `${current ? '* ' : ''}${branchName(name)}`,
      synonyms: [name],
      detail: `${timeOf(at)} · ${unmarked(begins)}`,
      call: { command: change as Command, values: { name } },
      preview: () => saidLines(play, last),
      isProse: true,
    };
    return [item, ...treeItems(play, all, name, lead + below)];
  });
}

const branches = define({
  name: 'branches',
  group: 'the tree',
  synonyms: ['tree', 'timelines', 'checkpoints', 'forks'],
  summary: 'list the branches of a chat; versions of one line count as one',
  chat: 'first',
  parameters: { ...eyes, versions: flag('--versions', 'list each version as a branch of its own') },
  *run(scope, { versions, ...through }) {
    yield* playThrough(scope, through).branches(versions ? undefined : 'rows');
  },
  json: ({ last: _, ...found }) => ({ type: 'branch', ...found }),
  text: ({ name, current, preview: begins }) => `${current ? '*' : ' '} ${name}  ${begins}`,
  screen: {
    show(all, scope, through) {
      const rows = treeItems(playThrough(scope, through), all);
      return list(
        'Branches',
        rows,
        rows.findIndex(({ label }) => label.startsWith('* ')),
      );
    },
  },
});

/** Commands that move in the tree of a chat. */
export const tree: readonly Command[] = [rewind, undo, redo, branch, branches, change];
