import { type Command, Option } from 'commander';
import type { App } from '../../../app/app.ts';
import { SottoError } from '../../../domain/errors.ts';
import { noteRole } from '../../../domain/events/event-parts.ts';
import { directorName } from '../../../domain/world/names.ts';
import type { LetterSeen, NoteSeen } from '../../../play/notes/notes.ts';
import { run } from '../../run.ts';
import { readStdin } from '../../stdin.ts';
import { generate, names, positive } from './talk.ts';
import { type ChatOption, withChat } from './tree.ts';

interface NoteFlags extends ChatOption {
  depth: string;
  role: NoteSeen['role'];
  every: string;
  to?: string;
  off?: boolean;
}

const usual = { depth: 4, role: 'system', every: 1 } as const;
const noNote: NoteSeen = { ...usual, text: '', to: [] };

const typed = async (text: string): Promise<string> => (text === '-' ? await readStdin() : text);

/** Who reads it and where it stands, for people. */
const aboutNote = ({ depth, role, every, to }: NoteSeen): string =>
  [
    to.length === 0 ? 'for all' : `for ${to.join(', ')}`,
    `depth ${depth}`,
    role,
    ...(every > 1 ? [`every ${every} messages`] : []),
  ].join(', ');

const printNote = ({ out }: App, note: NoteSeen | null): void =>
  out.result(
    { type: 'note', ...(note ?? noNote) },
    note === null ? "there is no author's note" : `Author's note (${aboutNote(note)}): ${note.text}`,
  );

const printScenario = ({ out }: App, character: string, text: string): void =>
  out.result(
    { type: 'scenario', character, text },
    text === '' ? `${character} is told nothing of its own` : `Scenario for ${character}: ${text}`,
  );

const printLetter = ({ out }: App, { from, to, subject, text }: LetterSeen): void => {
  const sender = from === null ? 'The director' : from;
  const about = subject === '' ? '' : ` (${subject})`;
  out.result({ type: 'letter', from: from ?? '', to, subject, text }, `${sender} to ${to}${about}: ${text}`);
};

/** A whole number from 0 on. Throws SottoError `bad_number`. */
function depthOf(text: string): number {
  const number = Number(text);
  if (text.trim() !== '' && Number.isSafeInteger(number) && number >= 0) return number;
  throw new SottoError('usage', 'bad_number', `--depth ${text} is not a whole number; write one such as 4`);
}

async function note(app: App, text: string | undefined, flags: NoteFlags): Promise<void> {
  const play = app.play(flags.chat);
  if (text === undefined && !flags.off) return printNote(app, play.notes().note);
  const every = positive('--every', flags.every) ?? usual.every;
  const to = flags.to === undefined ? [] : names(flags.to);
  const wanted = { depth: depthOf(flags.depth), role: flags.role, every, to };
  const set = flags.off ? null : { ...wanted, text: await typed(text ?? '') };
  await play.setNote(set);
  printNote(app, set);
}

async function scenario(
  app: App,
  [name = '', text]: readonly (string | undefined)[],
  { chat, off }: ChatOption & { off?: boolean },
): Promise<void> {
  const play = app.play(chat, name);
  if (text !== undefined || off) await play.setScenario(name, off ? null : await typed(text ?? ''));
  const { playing } = play.state();
  printScenario(app, playing.name, play.notes().scenarios[0]?.text ?? '');
}

interface LetterFlags extends ChatOption {
  to: string;
  from?: string;
  subject?: string;
}

async function letter(app: App, text: string, flags: LetterFlags): Promise<void> {
  const { chat, from, subject = '' } = flags;
  const to = names(flags.to);
  const play = app.play(chat, from);
  await play.sendLetter({ to, subject, text: await typed(text) });
  const sender = play.state().playing.name;
  app.out.result(
    { type: 'letter', from: sender, to: to.join(', '), subject, text },
    `${to.join(', ')} will read it before the next line`,
  );
}

async function director(
  app: App,
  [name = '', text = '']: readonly (string | undefined)[],
  { chat }: ChatOption,
): Promise<void> {
  const instruction = await typed(text);
  await app.checkBackend();
  await generate(app, { chat }, (play) => play.direct(name, instruction));
}

interface NotesFlags extends ChatOption {
  as?: string;
  all?: boolean;
}

function notes(app: App, { chat, as, all }: NotesFlags): void {
  const seen = app.play(chat, all ? directorName : as).notes();
  if (seen.note) printNote(app, seen.note);
  for (const { name, text } of seen.scenarios) printScenario(app, name, text);
  for (const one of seen.letters) printLetter(app, one);
}

async function player(
  app: App,
  [name = '', player]: readonly (string | undefined)[],
  { chat }: ChatOption,
): Promise<void> {
  const play = app.play(chat);
  if (player !== undefined) await play.setPlayer(name, player === '-' ? null : player);
  const asNamed = app.play(chat, name).state();
  const human = asNamed.players[asNamed.playing.id] ?? '';
  const { name: character } = asNamed.playing;
  app.out.result(
    { type: 'player', character, player: human },
    human === '' ? `nobody in particular plays ${character}` : `${human} plays ${character}`,
  );
}

const registerNote = (program: Command): void => {
  withChat(program.command('note [text]'))
    .description("set the author's note, or print it; TEXT - reads stdin")
    .option('--depth <n>', 'messages from the end', String(usual.depth))
    .addOption(new Option('--role <role>', 'whose turn it is').choices(noteRole.options).default(usual.role))
    .option('--every <n>', 'in every n-th prompt', String(usual.every))
    .option('--to <names>', 'only for these, separated by commas')
    .option('--off', 'take it away')
    .action(run<NoteFlags>((app, [text], flags) => note(app, text, flags)));
};

/** `sotto note`, `scenario`, `letter`, `director`, `notes`, `player`. */
export function registerNotes(program: Command): void {
  registerNote(program);
  withChat(program.command('scenario <name> [text]'))
    .description('tell one character alone what is going on, or print that; TEXT - reads stdin')
    .option('--off', 'take it away')
    .action(run<ChatOption & { off?: boolean }>(scenario));
  withChat(program.command('letter <text>'))
    .description('what some read before their next line, and nobody else; TEXT - reads stdin')
    .requiredOption('--to <names>', 'who reads it, separated by commas')
    .option('--from <name>', 'who wrote it; default the played character')
    .option('--subject <subject>', 'what it is about')
    .action(run<LetterFlags>((app, [text = ''], flags) => letter(app, text, flags)));
  withChat(program.command('director <name> <text>'))
    .description('let a character speak under an instruction for that one line; TEXT - reads stdin')
    .action(run<ChatOption>(director));
  withChat(program.command('notes'))
    .description("the author's note, scenario notes and waiting letters, as a character may know them")
    .option('--as <name>', 'as this character; default the played one')
    .option('--all', 'everything')
    .action(run<NotesFlags>((app, _, flags) => notes(app, flags)));
  withChat(program.command('player <name> [player]'))
    .description('say which human plays a character, - for none; or print it')
    .action(run<ChatOption>(player));
}
