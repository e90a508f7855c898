import type { Undone } from '../../play/chat/play-state.ts';
import { confirmPanel, listPanel, textPanel } from '../panels/state.ts';
import { count, firstWord, required } from './arguments.ts';
import type { Command, Desk } from './command.ts';

const describe = ({ messages, unperceived }: Undone, { play }: Desk): string[] => {
  const { cast } = play.state();
  const name = (id: string | null): string => cast.find((member) => member.id === id)?.name ?? 'system';
  const rows = messages.map(({ speaker, text }) => `${name(speaker)}: ${text.split('\n')[0]?.slice(0, 200)}`);
  const hidden =
    unperceived === 0 ? [] : [`and ${unperceived} that ${play.state().playing.name} did not perceive`];
  return [...rows, ...hidden, '/redo brings it back.'];
};

const plural = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`;

const rewind: Command = {
  name: 'rewind',
  args: '[N]',
  help: 'take back the last N turns, after showing what they were',
  async run(desk, args) {
    const [number, sure] = firstWord(args === '' ? '1' : args);
    const turns = count(number, 'turns');
    const undone = await desk.play.rewind({ turns }, { dryRun: sure !== 'yes' });
    if (sure === 'yes') desk.notify(`${plural(turns, 'turn')} taken back; /redo brings it back`);
    else
      desk.show(
        confirmPanel(`Take back ${plural(turns, 'turn')}?`, describe(undone, desk), `/rewind ${turns} yes`),
      );
  },
};

const undo: Command = {
  name: 'undo',
  args: '',
  help: 'take back the last thing that happened',
  async run({ play, notify }) {
    await play.undo();
    notify('taken back; /redo brings it back');
  },
};

const redo: Command = {
  name: 'redo',
  args: '',
  help: 'bring back what was taken back',
  run: ({ play }) => play.redo(),
};

const branch: Command = {
  name: 'branch',
  args: '[NAME]',
  help: 'begin another branch here',
  async run({ play, notify }, args) {
    notify(`on branch ${await play.branch(args === '' ? undefined : args)}`);
  },
};

const branches: Command = {
  name: 'branches',
  args: '',
  help: 'choose a branch from the list',
  run({ play, show }) {
    const all = play.branches();
    const items = all.map(({ name, current, at, preview }) => ({
      label: `${current ? '* ' : '  '}${name} · ${at.slice(0, 16).replace('T', ' ')} · ${preview}`,
      command: `/switch ${name}`,
    }));
    show(
      listPanel(
        'Branches',
        items,
        all.findIndex(({ current }) => current),
      ),
    );
  },
};

const change: Command = {
  name: 'switch',
  args: 'BRANCH',
  help: 'go to another branch',
  async run({ play, notify }, args) {
    await play.switchTo(required(args, '/switch BRANCH'));
    notify(`on branch ${args}`);
  },
};

const messageOr = (args: string): string => (args === '' ? 'last' : firstWord(args)[0]);

const edit: Command = {
  name: 'edit',
  args: '[MESSAGE] TEXT',
  help: 'replace a message (an id, last, -2, …); without TEXT you edit it here',
  async run({ play, draft, notify }, args) {
    const [message, text] = firstWord(args === '' ? 'last' : args);
    if (text !== '') {
      await play.edit(message, text);
      notify('edited; /undo takes it back');
      return;
    }
    const found = play.message(message);
    draft(`/edit ${found.id} ${found.text}`);
  },
};

const remove: Command = {
  name: 'delete',
  args: '[MESSAGE]',
  help: 'delete a message',
  async run({ play, notify }, args) {
    await play.remove(messageOr(args));
    notify('deleted; /undo takes it back');
  },
};

const pin: Command = {
  name: 'pin',
  args: '[MESSAGE]',
  help: 'keep a message in the mind of whom you write as',
  run: ({ play }, args) => play.pin(messageOr(args)),
};

const unpin: Command = {
  name: 'unpin',
  args: '[MESSAGE]',
  help: 'let go of a pinned message',
  run: ({ play }, args) => play.unpin(messageOr(args)),
};

const pins: Command = {
  name: 'pins',
  args: '',
  help: 'what is pinned',
  run({ play, show, notify }) {
    const lines = play.pins().map(({ id, text }) => `${id}  ${text.split('\n')[0]}`);
    if (lines.length === 0) notify('nothing is pinned; /pin pins the last message');
    else show(textPanel('Pinned', lines));
  },
};

/** Commands about what was said and the tree of it. */
export const historyCommands: readonly Command[] = [
  rewind,
  undo,
  redo,
  branch,
  branches,
  change,
  edit,
  remove,
  pin,
  unpin,
  pins,
];
