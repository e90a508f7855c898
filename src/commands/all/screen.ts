import { type Call, type Command, define } from '../command.ts';
import { keyRows } from '../keys.ts';
import { list, notice, page, writes } from '../shown/show.ts';
import { isMissing } from '../values.ts';
import { isOnScreen, screenName, screenUsage } from './on-screen.ts';

const only = { side: 'screen' as const, why: 'it changes only what the screen shows' };

const thoughts = define({
  name: 'thoughts',
  group: 'the screen',
  summary: "show or hide the thoughts behind your character's replies",
  parameters: {},
  run: () => null,
  screen: {
    show: (_, { toggleThoughts }) =>
      notice(toggleThoughts() ? 'thoughts are shown; /thoughts hides them' : 'thoughts are hidden'),
  },
  only,
});

const details = define({
  name: 'details',
  group: 'the screen',
  summary: 'show or hide times and approximate token counts of messages',
  parameters: {},
  run: () => null,
  screen: {
    show: (_, { toggleDetails }) =>
      notice(toggleDetails() ? 'details are shown; /details hides them' : 'details are hidden'),
  },
  only,
});

/** `/quit`: leaves the screen. */
export const quit = define({
  name: 'quit',
  group: 'the screen',
  summary: 'leave',
  parameters: {},
  run: () => null,
  screen: {
    show(_, { leave }) {
      leave();
      return null;
    },
  },
  only,
});

const aligned = (rows: readonly (readonly [string, string])[]): string[] => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `${left.padEnd(width)}  ${right}`);
};

const helpRows = (command: Command): string[] => [
  `/${screenName(command)} ${screenUsage(command)}`.trimEnd(),
  `    ${command.summary}`,
];

/** What these commands do, under what they are about. */
const grouped = (commands: readonly Command[]): string[] =>
  [...new Set(commands.map(({ group }) => group))].flatMap((group) => [
    '',
    `── ${group}`,
    ...commands.filter((command) => command.group === group).flatMap(helpRows),
  ]);

const helpFor = (commands: readonly Command[]): Command =>
  define({
    name: 'help',
    group: 'the screen',
    summary: 'show keys and commands',
    parameters: {},
    run: () => grouped(commands.filter(isOnScreen)),
    screen: {
      show: ([rows = []], { app }) => page('Help', [...aligned(keyRows(app.given.config.keys)), ...rows]),
    },
    only,
  });

/** What choosing a command in the palette does: it is done, or begun in the composer where it needs to be told more. */
const callOf = (command: Command): Call => {
  const needsMore = command.screen?.ask === undefined && isMissing(command.parameters, {});
  return needsMore ? writes(`/${screenName(command)} `) : { command, values: {} };
};

const paletteFor = (commands: readonly Command[]): Command =>
  define({
    name: 'palette',
    group: 'the screen',
    summary: 'find a command',
    parameters: {},
    run: () => null,
    screen: {
      show: () =>
        list(
          'Commands',
          commands.filter(isOnScreen).map((command) => ({
            label: `/${screenName(command)} ${screenUsage(command)}`.trimEnd(),
            detail: command.summary,
            call: callOf(command),
          })),
        ),
    },
    only,
  });

/** Commands of the screen itself; `others` are those that help tells of beside them. */
export const screenCommands = (others: readonly Command[]): Command[] => {
  const own: Command[] = [thoughts, details, quit];
  const all = [...others, ...own];
  return [...own, helpFor(all), paletteFor(all)];
};
