import { isSottoError, SottoError } from '../../domain/errors.ts';
import type { Message } from '../../domain/message.ts';
import type { BranchInfo, Undone } from '../../play/chat/play-state.ts';
import type { Play } from '../../play/play.ts';
import { type Call, type Command, define, type Item } from '../command.ts';
import { argument, flag, nameOf, onlyIn, option, positive, word } from '../parameters.ts';
import { saidLines, timeOf } from '../shown/previews.ts';
import { headShape, messageShape } from '../shown/shapes.ts';
import { list, notice, plural, question } from '../shown/show.ts';

/** How many messages a rewind takes back, and whether it did. */
interface Rewound extends Undone {
  readonly isDone: boolean;
}

const hiddenFrom = (play: Play, count: number): string =>
  `${plural(count, 'message')} that ${play.state().playing.name} did not perceive`;

const undoneLines = ({ messages, unperceived }: Undone, play: Play): string[] => [
  ...saidLines(play, messages),
  ...(unperceived === 0 ? [] : [`and ${hiddenFrom(play, unperceived)}`]),
  '/redo brings it back.',
];

const turnsListed = 20;

/** What going back by one turn, by two and so on would take back, for as many as there are. */
async function stepsBack(play: Play): Promise<Undone[]> {
  const steps: Undone[] = [];
  for (let turns = 1; turns <= turnsListed; turns += 1) {
    const undone = await play.rewind({ turns }, { dryRun: true }).catch((error: unknown) => {
      if (isSottoError(error) && error.code === 'too_few_turns' && turns > 1) return null;
      throw error;
    });
    if (undone === null) break;
    steps.push(undone);
  }
  return steps;
}

/** The last turns to choose from, each with all that going back to before it takes along. */
async function turnItems(play: Play, call: (turns: number) => Call): Promise<Item[]> {
  const steps = await stepsBack(play);
  return steps.map((undone, index) => {
    const { messages, unperceived } = undone;
    const isHidden = unperceived > (steps[index - 1]?.unperceived ?? 0);
    const label = isHidden ? hiddenFrom(play, 1) : (saidLines(play, messages.slice(0, 1))[0] ?? '');
    return { label, call: call(index + 1), preview: () => undoneLines(undone, play) };
  });
}

const rewoundText = ({ messages, unperceived, isDone }: Rewound): string => {
  const hidden = unperceived > 0 ? ` (${unperceived} of them unheard)` : '';
  const count = plural(messages.length + unperceived, 'message');
  return `${isDone ? 'took back' : 'would take back'} ${count}${hidden}`;
};

const rewind = define({
  name: 'rewind',
  group: 'the tree',
  summary: 'go back; what came after stays in the tree',
  chat: 'first',
  parameters: {
    turns: option('--turns <n>', positive, 'by this many messages'),
    to: option('--to <message>', nameOf('message'), 'to the end of this message'),
    dryRun: onlyIn('script', flag('--dry-run', 'only list what would be taken back')),
  },
  async *run({ play }, { turns, to, dryRun }): AsyncGenerator<Message | Rewound> {
    if ((turns === undefined) === (to === undefined)) {
      const message = 'say how far to go back: either --turns N or --to MESSAGE';
      throw new SottoError('usage', 'turns_or_to', message);
    }
    const target = to === undefined ? { turns: turns ?? 1 } : { message: to };
    const undone = await play.rewind(target, { dryRun });
    yield* undone.messages;
    yield { ...undone, isDone: !dryRun };
  },
  json: (found, scope) => {
    if (!('isDone' in found)) return messageShape.json(found, scope);
    const { messages, unperceived, isDone } = found;
    return { type: 'rewind', dryRun: !isDone, undone: messages.length + unperceived, unperceived };
  },
  text: (found, scope) => ('isDone' in found ? rewoundText(found) : messageShape.text(found, scope)),
  screen: {
    usage: '[N]',
    read: (line) => (line.startsWith('--') || line === '' ? undefined : { turns: line }),
    async ask({ play }, { turns, to }, again) {
      if (turns === undefined && to === undefined)
        return list('Take back all from', await turnItems(play, (back) => again({ turns: back }, true)));
      const isBack = turns !== undefined;
      const title = isBack ? `Take back ${plural(turns, 'turn')}?` : 'Take back what came after?';
      const target = isBack ? { turns } : { message: to ?? '' };
      const undone = await play.rewind(target, { dryRun: true });
      const isNothing = undone.messages.length + undone.unperceived === 0;
      if (!isBack && isNothing) return notice('nothing came after it');
      return question(title, undoneLines(undone, play), again(isBack ? { turns } : { to: to ?? '' }, true));
    },
    show: (_, __, { turns = 1, to }) =>
      notice(
        `${to === undefined ? plural(turns, 'turn') : 'what came after'} taken back; /redo brings it back`,
      ),
  },
});

const undo = define({
  name: 'undo',
  group: 'the tree',
  summary: 'take back the last thing that happened',
  chat: 'first',
  parameters: {},
  run: ({ play }) => play.undo(),
  ...headShape,
  screen: { show: () => notice('taken back; /redo brings it back') },
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
  parameters: {},
  *run({ play }) {
    yield* play.branches();
  },
  json: ({ last: _, ...found }) => ({ type: 'branch', ...found }),
  text: ({ name, current, preview: begins }) => `${current ? '*' : ' '} ${name}  ${begins}`,
  screen: {
    show(all, { play }) {
      const rows = treeItems(play, all);
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
