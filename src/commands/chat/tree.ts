import { SottoError } from '../../domain/errors.ts';
import type { Message } from '../../domain/message.ts';
import type { BranchInfo, Undone } from '../../play/chat/play-state.ts';
import type { Play } from '../../play/play.ts';
import { type Command, define } from '../command.ts';
import { argument, flag, nameOf, onlyIn, option, positive, word } from '../parameters.ts';
import { headShape, messageShape } from '../shapes.ts';
import { list, notice, plural, question } from '../show.ts';

/** How many messages a rewind takes back, and whether it did. */
interface Rewound extends Undone {
  readonly isDone: boolean;
}

const preview = ({ messages, unperceived }: Undone, play: Play): string[] => {
  const { cast, playing } = play.state();
  const name = (id: string | null): string => cast.find((member) => member.id === id)?.name ?? 'system';
  const rows = messages.map(({ speaker, text }) => `${name(speaker)}: ${text.split('\n')[0]?.slice(0, 200)}`);
  const hidden = unperceived === 0 ? [] : [`and ${unperceived} that ${playing.name} did not perceive`];
  return [...rows, ...hidden, '/redo brings it back.'];
};

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
    read: (line) => (line.startsWith('--') ? undefined : { turns: line === '' ? '1' : line }),
    async ask({ play }, { turns = 1, to }, again) {
      const target = to === undefined ? { turns } : { message: to };
      const title = to === undefined ? `Take back ${plural(turns, 'turn')}?` : 'Take back what came after?';
      return question(title, preview(await play.rewind(target, { dryRun: true }), play), again(target, true));
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

const rowOf = ({ name, current, at, preview: begins }: BranchInfo) => ({
  label: `${current ? '* ' : '  '}${name} · ${at.slice(0, 16).replace('T', ' ')} · ${begins}`,
  call: { command: change as Command, values: { name } },
});

const branches = define({
  name: 'branches',
  group: 'the tree',
  summary: 'every branch of a chat',
  chat: 'first',
  parameters: {},
  *run({ play }) {
    yield* play.branches();
  },
  json: (found) => ({ type: 'branch', ...found }),
  text: ({ name, current, preview: begins }) => `${current ? '*' : ' '} ${name}  ${begins}`,
  screen: {
    show: (all) =>
      list(
        'Branches',
        all.map(rowOf),
        all.findIndex(({ current }) => current),
      ),
  },
});

/** Commands that move in the tree of a chat. */
export const tree: readonly Command[] = [rewind, undo, redo, branch, branches, change];
