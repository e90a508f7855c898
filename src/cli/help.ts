import { type Command as CommanderCommand, Help } from 'commander';
import type { Command } from '../commands/command.ts';
import { SottoError } from '../domain/errors.ts';
import { nearest } from '../domain/nearest.ts';

/** What a stranger needs first, by what it is for. */
const firstOnes = {
  'Play a chat': ['play', 'new', 'say', 'chats'],
  'Cards and lorebooks': ['card', 'lore', 'import'],
  Models: ['model', 'doctor'],
  'Your data': ['backup'],
} as const;

type Row = readonly [name: string, means: string];

const gap = 2;
const longestName = 22;
const fallbackColumns = 80;
const mostColumns = 100;

const widestOf = (names: readonly string[]): number =>
  Math.max(0, ...names.filter((name) => name.length <= longestName).map((name) => name.length));

/** Names and meanings in two columns; a meaning goes on below itself. */
function inColumns(
  rows: readonly Row[],
  columns: number,
  widest = widestOf(rows.map(([name]) => name)),
): string {
  const from = gap + widest + gap;
  const help = new Help();
  return rows
    .map(([name, means]) => {
      const lines = help.boxWrap(means, Math.max(20, columns - from)).split('\n');
      const first = name.length > widest ? [`  ${name}`] : [];
      const [lead = '', ...others] = first.length > 0 ? ['', ...lines] : lines;
      const head = first[0] ?? `  ${name.padEnd(widest)}  ${lead}`;
      return [head, ...others.map((line) => `${' '.repeat(from)}${line}`)].join('\n');
    })
    .join('\n');
}

const columnsOf = (program: CommanderCommand): number =>
  Math.min(program.configureOutput().getOutHelpWidth?.() || fallbackColumns, mostColumns);

/** `sotto --help`: what it is, ten commands, and where the others are. */
function overview(program: CommanderCommand): string {
  const meaning = new Map(program.commands.map((one): Row => [one.name(), one.description()]));
  const groups = Object.entries(firstOnes).map(([title, names]) => {
    const rows = names.map((name): Row => [name, meaning.get(name) ?? '']);
    return `${title}:\n${inColumns(rows, columnsOf(program), widestOf(Object.values(firstOnes).flat()))}`;
  });
  const playOptions = program.commands.find((one) => one.name() === 'play')?.options ?? [];
  const ofScreen = playOptions.filter(({ long }) => long === '--inline' || long === '--plain');
  const options = [...ofScreen, ...program.createHelp().visibleOptions(program)].map(
    ({ flags, description }): Row => [flags, description],
  );
  return `${[
    'Usage: sotto [options] [command]',
    `${program.description()}.\nWithout a command the screen opens on the latest chat.`,
    ...groups,
    `Options:\n${inColumns(options, columnsOf(program))}`,
    '`sotto help all` lists every command, `sotto help GROUP` those of one group, `sotto COMMAND --help` says what one takes.',
  ].join('\n\n')}\n`;
}

/** The commands of these groups, each under its title. */
function listed(program: CommanderCommand, commands: readonly Command[], groups: readonly string[]): string {
  const shown = commands.filter(({ group }) => groups.includes(group));
  const widest = widestOf(shown.map(({ name }) => name));
  const parts = groups.map((group) => {
    const rows = shown.filter((one) => one.group === group).map(({ name, summary }): Row => [name, summary]);
    return `${group}:\n${inColumns(rows, columnsOf(program), widest)}`;
  });
  return `${parts.join('\n\n')}\n`;
}

const folded = (group: string): string => group.replace(/^the /, '').toLowerCase();

/** What is said of a topic: `all`, a group of commands, or a command. Throws SottoError `no_such_command`. */
function about(program: CommanderCommand, commands: readonly Command[], topic: readonly string[]): string {
  const wanted = topic.join(' ').toLowerCase();
  if (wanted === '') return program.helpInformation();
  const groups = [...new Set(commands.map(({ group }) => group))];
  if (wanted === 'all')
    return `${listed(program, commands, groups)}\nGroups: ${groups.map(folded).join(', ')}\n`;
  const group = groups.find((one) => folded(one) === folded(wanted));
  if (group !== undefined) return listed(program, commands, [group]);
  const [first, second] = topic;
  const command = program.commands.find((one) => one.name() === first);
  const inner = second === undefined ? command : command?.commands.find((one) => one.name() === second);
  if (inner) return inner.helpInformation();
  const near = nearest(wanted, [...groups.map(folded), ...commands.map(({ name }) => name)]);
  const remedy = near === null ? '`sotto help all` lists them' : `did you mean \`sotto help ${near}\`?`;
  throw new SottoError('usage', 'no_such_command', `there is no command or group "${wanted}"; ${remedy}`);
}

/** Gives the program its first page of help, and `sotto help all`, `help GROUP` and `help COMMAND`. */
export function addHelp(
  program: CommanderCommand,
  commands: readonly Command[],
  write: (text: string) => void,
): void {
  program.helpInformation = () => overview(program);
  program.helpCommand(false);
  program
    .command('help [topic...]')
    .description('this page; `help all` and `help GROUP` list the other commands')
    .action((topic: readonly string[] = []) => write(about(program, commands, topic)));
}
