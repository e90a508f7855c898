import type { BranchInfo, UndoneFact } from '../../play/chat/play-state.ts';
import type { Play } from '../../play/play.ts';
import { type Command, define, type Item } from '../command.ts';
import { argument, nameOf, option, word } from '../parameters.ts';
import { saidLines, timeOf } from '../shown/previews.ts';
import { headShape } from '../shown/shapes.ts';
import { list, notice, question } from '../shown/show.ts';
import { eyes, playThrough } from '../world/eyes.ts';
import { factText, rewind } from './rewind.ts';

const undo = define({
  name: 'undo',
  group: 'the tree',
  summary: 'take back the last thing that was perceived',
  chat: 'first',
  parameters: {},
  async *run({ play }): AsyncGenerator<UndoneFact | null> {
    yield* await play.undo();
    yield null;
  },
  json: (found, scope) => (found ? { type: 'undone', ...found } : headShape.json(found, scope)),
  text: (found, scope) => (found ? `${found.what}: ${factText(found)}` : headShape.text(found, scope)),
  screen: {
    async ask({ play }, _, again) {
      const returning = await play.undo({ dryRun: true });
      if (returning.length === 0) return null;
      return question('Take it back all the same?', returning.map(factText), again({}, true));
    },
    show: () => notice('taken back; /redo brings it back'),
  },
});

const redo = define({
  name: 'redo',
  group: 'the tree',
  summary: 'go back to where you last rewound from',
  chat: 'first',
  parameters: {},
  run: ({ play }) => play.redo(),
  ...headShape,
  screen: { show: () => null },
});

const branch = define({
  name: 'branch',
  group: 'the tree',
  summary: 'a branch at a message, or here',
  chat: 'option',
  parameters: {
    name: argument('[name]', word),
    at: option('--at <message>', nameOf('message'), 'message where it forks'),
  },
  run: ({ play }, { name, at }) => play.branch(name, at),
  json: (name) => ({ type: 'branch', name, current: true }),
  text: (name) => `on branch ${name}`,
});

const change = define({
  name: 'switch',
  group: 'the tree',
  summary: 'go to the tip of a branch',
  chat: 'option',
  parameters: { name: argument('<name>', nameOf('branch')) },
  run: ({ play }, { name }) => play.switchTo(name),
  ...headShape,
  screen: { usage: 'BRANCH', show: (_, __, { name }) => notice(`on branch ${name}`) },
});

/** The branches as rows of a tree, each below the one that it grew from, with its last lines. */
function treeItems(play: Play, all: readonly BranchInfo[], from: string | null = null, lead = ''): Item[] {
  const grown = all.filter((one) => one.from === from);
  return grown.flatMap(({ name, current, at, preview: begins, last }, index) => {
    const isLast = index === grown.length - 1;
    const [own, below] = from === null ? ['', ''] : isLast ? ['└─ ', '   '] : ['├─ ', '│  '];
    const item = {
      lead: lead + own,
      label: `${current ? '* ' : ''}${name} · ${timeOf(at)} · ${begins}`,
      call: { command: change as Command, values: { name } },
      preview: () => saidLines(play, last),
    };
    return [item, ...treeItems(play, all, name, lead + below)];
  });
}

const branches = define({
  name: 'branches',
  group: 'the tree',
  summary: 'every branch of a chat',
  chat: 'first',
  parameters: eyes,
  *run(scope, through) {
    yield* playThrough(scope, through).branches();
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
