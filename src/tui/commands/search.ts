import { SottoError } from '../../domain/errors.ts';
import type { Message } from '../../domain/message.ts';
import { excerpt, readQuery } from '../../domain/search.ts';
import { listPanel } from '../panels/state.ts';
import { required } from './arguments.ts';
import type { Command, Desk } from './command.ts';

const mostHits = 100;
const width = 120;

const labelOf = ({ speaker, at, text }: Message, sought: string, { play }: Desk): string => {
  const name = play.state().cast.find(({ id }) => id === speaker)?.name ?? 'system';
  return `${name} · ${at.slice(0, 16).replace('T', ' ')} · ${excerpt(text, readQuery(sought), width)}`;
};

const nothing = (text: string, where = ''): SottoError =>
  new SottoError(
    'not_found',
    'nothing_found',
    `nothing ${where}says ${text}; search for fewer or other words`,
  );

const search: Command = {
  name: 'search',
  args: 'TEXT',
  help: 'list the messages with these words and "phrases"; Enter goes there',
  run(desk, args) {
    const hits = desk.play.search(required(args, '/search TEXT'), mostHits);
    if (hits.length === 0) throw nothing(args);
    const items = hits.map(({ message }) => ({
      label: labelOf(message, args, desk),
      command: `/goto ${message.id}`,
    }));
    desk.show(listPanel(`Search: ${args}`, items));
  },
};

const find: Command = {
  name: 'find',
  args: '[TEXT]',
  help: 'go up to the newest message with these words; alone, to the next one',
  run(desk, args) {
    const { play, transcript, notify } = desk;
    const again = args === '' ? transcript.sought : null;
    const text = again?.text ?? required(args, '/find TEXT');
    const message = play.find(text, again?.message ?? transcript.topMessage);
    if (!message) throw nothing(text, 'further up ');
    transcript.sought = { text, message: message.id };
    transcript.goTo(message.id);
    notify(`${labelOf(message, text, desk)} · /find goes on upwards, Esc back to the newest`);
  },
};

const goTo: Command = {
  name: 'goto',
  args: 'MESSAGE',
  help: 'go to a message of the transcript',
  run({ play, transcript }, args) {
    transcript.goTo(play.message(required(args, '/goto MESSAGE')).id);
  },
};

/** Commands that look for words in what was said. */
export const searchCommands: readonly Command[] = [search, find, goTo];
