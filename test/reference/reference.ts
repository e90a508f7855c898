import { Command as Program } from 'commander';
import { completions } from '../../src/cli/completions.ts';
import { play } from '../../src/cli/play.ts';
import { screenName, screenUsage } from '../../src/commands/all/on-screen.ts';
import { screenTable, scriptCommands } from '../../src/commands/all/table.ts';
import type { Command } from '../../src/commands/command.ts';
import { keyRows as rowsOfKeys } from '../../src/commands/keys.ts';
import { isOption, type Parameter } from '../../src/commands/parameters.ts';

const upper = (form: string): string => form.replace(/[<[]([^>\]]+)[>\]]/g, (_, name) => name.toUpperCase());
const cell = (text: string): string => text.replaceAll('|', '\\|');

const scriptForm = ({ form, isRequired }: Parameter): string => {
  const isNeeded = isRequired || form.startsWith('<');
  return isNeeded ? upper(form) : `[${upper(form)}]`;
};

const chatForms = { first: ['[CHAT]'], 'before text': ['[CHAT]'], option: [] } as const;

/** How a command is written on the command line. */
export const scriptUsage = ({ name, chat, chatUnless, as, parameters }: Command): string => {
  const offered = Object.values(parameters).filter(({ only }) => only !== 'screen');
  const places = offered.filter((one) => !isOption(one)).map(scriptForm);
  if (chatUnless !== undefined) places.splice(0, 1, `| MESSAGE --${chatUnless} [--chat CHAT]`);
  const options = [
    ...(chat === 'option' ? ['[--chat CHAT]'] : []),
    ...(as === undefined ? [] : ['[--as NAME]']),
    ...offered.filter((one) => isOption(one) && one.form !== `--${chatUnless}`).map(scriptForm),
  ];
  return ['sotto', name, ...(chat ? chatForms[chat] : []), ...places, ...options].join(' ');
};

const optionRows = ({ parameters, as }: Command): string[] => [
  ...(as === undefined ? [] : [`  - \`--as\`: ${as}`]),
  ...Object.values(parameters)
    .filter((one) => isOption(one) && one.only !== 'screen')
    .map(({ form, summary }) => `  - \`${form.split(' ')[0]}\`: ${summary}`),
];

const entry = (command: Command): string[] => {
  const { only, summary } = command;
  const script = `- \`${scriptUsage(command)}\``;
  const screen = `- \`/${`${screenName(command)} ${screenUsage(command)}`.trim()}\``;
  return [
    `**${command.name}**: ${summary}`,
    '',
    ...(only?.side === 'screen' ? [] : [script, ...optionRows(command)]),
    ...(only?.side === 'script' ? [] : [screen]),
    ...(only ? [`- ${only.side === 'screen' ? 'screen' : 'command line'} only: ${only.why}`] : []),
    '',
  ];
};

/** Every command, once. */
export const everyCommand: readonly Command[] = [
  ...new Set<Command>([play as Command, ...scriptCommands, completions(new Program()), ...screenTable()]),
];

const groups = [...new Set(everyCommand.map(({ group }) => group))];
const keyRows = rowsOfKeys().map(([key, does]) => `| ${cell(key)} | ${cell(does)} |`);

/** The reference page: keys, then every command in its group. */
export const referencePage = (): string =>
  [
    '# Commands and keys',
    '',
    'Generated from the definitions in `src/commands` by `npm run reference`; a test keeps them the same.',
    '',
    'CHAT is a title, an id, or the beginning of either; `-` or nothing means the latest chat. MESSAGE is an id, `last`, `-2`, …',
    'Every command on the command line takes `--data`, `--config`, `--json`, `--debug`, `--now`, `--seed`, `--backend`,',
    '`--url`, `--model` and `--api-key-env`.',
    '',
    '## Keys',
    '',
    '| key | does |',
    '|---|---|',
    ...keyRows,
    '',
    ...groups.flatMap((group) => [
      `## ${group[0]?.toUpperCase()}${group.slice(1)}`,
      '',
      ...everyCommand.filter((one) => one.group === group).flatMap(entry),
    ]),
  ]
    .join('\n')
    .replace(/\n+$/, '\n');

const between = (name: string, text: string, rows: readonly string[]): string =>
  text.replace(
    new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(\\n<!-- /${name} -->)`),
    (_, begin, end) => `${begin}\n${rows.join('\n')}\n${end}`,
  );

const namesIn = (group: string): string =>
  everyCommand
    .filter((one) => one.group === group)
    .map((one) => (one.only?.side === 'screen' ? `\`/${screenName(one)}\`` : `\`${one.name}\``))
    .join(' · ');

/** The README with its tables of keys and of commands as they are now. */
export const withTables = (readme: string): string =>
  between('commands', between('keys', readme, ['| key | does |', '|---|---|', ...keyRows]), [
    '| about | commands |',
    '|---|---|',
    ...groups.map((group) => `| ${group} | ${namesIn(group)} |`),
  ]);
