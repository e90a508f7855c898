import { SottoError } from '../../domain/errors.ts';
import { noteRole } from '../../domain/events/event-parts.ts';
import type { NoteSeen, NotesSeen } from '../../play/notes/notes.ts';
import { textPanel } from '../panels/state.ts';
import { firstWord, namesAndText, required, takeNames } from './arguments.ts';
import type { Command } from './command.ts';

const noteUsage =
  '/note [--depth N] [--role system|user|assistant] [--every N] [--to A,B] TEXT, or /note off';
const longestSubject = 60;

type Wanted = { -readonly [Key in keyof NoteSeen]: NoteSeen[Key] };

const wholeFrom = (least: number, option: string, text: string): number => {
  const number = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(number) && number >= least) return number;
  throw new SottoError('usage', 'bad_number', `${option} ${text} is not a whole number from ${least} on`);
};

const roleOf = (text: string): NoteSeen['role'] => {
  const role = noteRole.options.find((one) => one === text);
  if (role !== undefined) return role;
  throw new SottoError(
    'usage',
    'bad_role',
    `there is no role ${text}; it is one of ${noteRole.options.join(', ')}`,
  );
};

/** The note that a line asks for: its options, then its text. */
const noteIn = (line: string, cast: Parameters<typeof takeNames>[1]): Wanted => {
  const note: Wanted = { text: '', depth: 4, role: 'system', every: 1, to: [] };
  let rest = line;
  for (;;) {
    const [option, after] = firstWord(rest);
    if (!option.startsWith('--')) return { ...note, text: required(rest, noteUsage) };
    const [value, text] = firstWord(after);
    rest = text;
    if (option === '--depth') note.depth = wholeFrom(0, option, value);
    else if (option === '--every') note.every = wholeFrom(1, option, value);
    else if (option === '--role') note.role = roleOf(value);
    else if (option === '--to') ({ names: note.to, rest } = takeNames(after, cast));
    else throw new SottoError('usage', 'unknown_option', `there is no ${option}: ${noteUsage}`);
  }
};

const noteRows = ({ text, depth, role, every, to }: NoteSeen): string[] => {
  const often = every > 1 ? `, every ${every} messages` : '';
  return [`Author's note for ${to.join(', ') || 'all'} (depth ${depth}, ${role}${often}):`, `    ${text}`];
};

const rowsOf = ({ note, scenarios, letters }: NotesSeen): string[] => [
  ...(note === null ? [] : noteRows(note)),
  ...scenarios.flatMap(({ name, text }) => [`Scenario for ${name}:`, `    ${text}`]),
  ...letters.flatMap(({ from, to, subject, text }) => [
    `${from === null ? 'The director' : `Letter from ${from}`} to ${to}${subject === '' ? '' : ` — ${subject}`}:`,
    `    ${text}`,
  ]),
];

const noteCommand: Command = {
  name: 'note',
  args: '[--depth N …] [TEXT | off]',
  help: "show or set the author's note; --to NAMES keeps it to some",
  async run({ play, show, notify }, args) {
    if (args === '') {
      const { note } = play.notes();
      show(textPanel("Author's note", note === null ? ["there is no author's note"] : noteRows(note)));
      return;
    }
    await play.setNote(args === 'off' ? null : noteIn(args, play.state().cast));
    notify(args === 'off' ? "the author's note is taken away" : "the author's note is set");
  },
};

const scenario: Command = {
  name: 'scenario',
  args: 'NAME TEXT|off',
  help: 'tell NAME alone what is going on',
  async run({ play, notify }, args) {
    const usage = '/scenario NAME TEXT, or /scenario NAME off';
    const { name, text } = namesAndText(args, play.state().cast, usage);
    await play.setScenario(name, text === 'off' ? null : text);
    notify(text === 'off' ? `${name} is told nothing of its own` : `only ${name} is told this`);
  },
};

/** `Subject: text`; without a short beginning that ends so, all of it is the text. */
const subjectIn = (line: string): { subject: string; text: string } => {
  const [, subject = '', text = ''] = /^([^:\n]+):\s+([\s\S]+)$/.exec(line) ?? [];
  return subject === '' || subject.length > longestSubject ? { subject: '', text: line } : { subject, text };
};

const letter: Command = {
  name: 'letter',
  args: 'NAME[,NAME] [SUBJECT:] TEXT',
  help: 'what NAME reads before its next line, and nobody else',
  async run({ play, notify }, args) {
    const { names, text } = namesAndText(args, play.state().cast, '/letter NAME TEXT');
    await play.sendLetter({ to: names, ...subjectIn(text) });
    notify(`${names.join(', ')} will read it before the next line`);
  },
};

const director: Command = {
  name: 'director',
  args: 'NAME TEXT',
  help: 'let NAME speak now under an instruction that nobody else is shown',
  async run({ play }, args) {
    const { name, text } = namesAndText(args, play.state().cast, '/director NAME TEXT');
    await play.direct(name, text);
  },
};

const notes: Command = {
  name: 'notes',
  args: '',
  help: 'the notes and letters that whom you write as knows of',
  run({ play, show }) {
    const rows = rowsOf(play.notes());
    show(textPanel('Notes', rows.length === 0 ? ['there are no notes and no letters'] : rows));
  },
};

/** Commands about what is told beside the play. */
export const noteCommands: readonly Command[] = [noteCommand, scenario, letter, director, notes];
