import { closeThread, openThread, setGroup } from '../../play/world/edits.ts';
import { type GroupSeen, groupIn, type ThreadSeen, threadsIn } from '../../play/world/lines/known.ts';
import { type Command, define } from '../command.ts';
import { argument, choice, flag, text, word } from '../parameters.ts';
import { unmarked } from '../shown/previews.ts';
import { list, notice, prose } from '../shown/show.ts';
import { eyes, knownThrough, rows } from './eyes.ts';

const groupText = ({ members, summary, dynamic, threads }: GroupSeen): string =>
  [
    `Together: ${members.join(', ')}`,
    ...rows([
      ['summary', summary],
      ['dynamic', dynamic],
      ['open', threads.join(' · ')],
    ]),
  ].join('\n');

const groupShape = {
  json: (group: GroupSeen) => ({ type: 'group', ...group }),
  text: groupText,
};

const group = define({
  name: 'group',
  group: 'the world',
  summary: 'show how the group stands, as a character knows it',
  chat: 'option',
  parameters: eyes,
  run: (scope, through) => groupIn(knownThrough(scope, through)),
  ...groupShape,
  screen: { show: ([found]) => (found ? prose('The group', groupText(found).split('\n')) : null) },
});

const setGroupCommand = define({
  name: 'group set',
  group: 'the world',
  summary: 'set the summary or the dynamic of the group',
  chat: 'option',
  parameters: {
    field: argument('<field>', choice(['summary', 'dynamic'] as const, 'bad_field')),
    value: argument('<value>', text),
  },
  async run({ play }, { field, value }) {
    setGroup(play.chat, field, value);
    return groupIn(play.known());
  },
  ...groupShape,
  screen: { show: (_, __, { field }) => notice(`the ${field} of the group is set; /undo reverts it`) },
});

const threadShape = {
  json: (thread: ThreadSeen) => ({ type: 'thread', ...thread }),
  text: ({ id, text: said, state }: ThreadSeen) => `${id} ${state}: ${said}`,
};

const threads = define({
  name: 'threads',
  group: 'the world',
  summary: 'list threads: open questions and tensions, and past ones',
  empty:
    'no open threads: unresolved questions and tensions would be listed here; `sotto thread open TEXT` opens one',
  chat: 'option',
  parameters: eyes,
  *run(scope, through): Generator<ThreadSeen> {
    yield* threadsIn(knownThrough(scope, through));
  },
  ...threadShape,
  screen: {
    show(found) {
      const open = found.filter(({ state }) => state === 'open');
      if (open.length === 0) return notice('no open threads; /thread open TEXT opens one');
      return list(
        'Open threads: Enter resolves one',
        open.map(({ id, text: said }) => ({
          label: unmarked(said),
          call: { command: close, values: { id, isDropped: false } },
        })),
      );
    },
  },
});

const open = define({
  name: 'thread open',
  group: 'the world',
  summary: 'open a thread: something unresolved, kept in prompts until it is closed',
  chat: 'option',
  parameters: { text: argument('<text>', text) },
  async run({ play }, { text: said }) {
    const id = openThread(play.chat, said);
    return threadsIn(play.known()).find((one) => one.id === id) ?? null;
  },
  json: (thread) => thread && threadShape.json(thread),
  text: (thread) => thread && threadShape.text(thread),
  screen: { show: (_, __, { text: said }) => notice(`open: ${said.trim()}; /threads resolves it`) },
});

const close = define({
  name: 'thread close',
  group: 'the world',
  summary: 'close a thread as resolved or dropped',
  chat: 'option',
  parameters: {
    isDropped: flag('--dropped', 'it came to nothing'),
    id: argument('<id>', { ...word, extent: 'rest' }),
  },
  async run({ play }, { id, isDropped }) {
    const before = threadsIn(play.known()).find((one) => one.id.startsWith(id) || one.text === id);
    closeThread(play.chat, id, isDropped);
    return threadsIn(play.known()).find((one) => one.id === before?.id) ?? null;
  },
  json: (thread) => thread && threadShape.json(thread),
  text: (thread) => thread && threadShape.text(thread),
  screen: { show: ([thread]) => notice(thread ? `${thread.state}: ${thread.text}` : 'closed') },
});

/** Commands about the group and what is unresolved in it. */
export const threadCommands: readonly Command[] = [group, setGroupCommand, threads, open, close];
