import { type Command, define } from './command.ts';
import { keys } from './keys.ts';
import { isOnScreen, screenName, screenUsage } from './on-screen.ts';
import { notice, page } from './show.ts';

const only = { side: 'screen' as const, why: 'it changes what stands on the screen' };

const thoughts = define({
  name: 'thoughts',
  group: 'the screen',
  summary: 'show or fold what the model thought for whom you write as',
  parameters: {},
  run: () => null,
  screen: {
    show: (_, { toggleThoughts }) =>
      notice(toggleThoughts() ? 'thoughts are shown; /thoughts folds them' : 'thoughts are folded'),
  },
  only,
});

const quit = define({
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

const helpFor = (commands: readonly Command[]): Command =>
  define({
    name: 'help',
    group: 'the screen',
    summary: 'keys and commands',
    parameters: {},
    run: () =>
      commands
        .filter(isOnScreen)
        .flatMap((command) => [
          `/${screenName(command)} ${screenUsage(command)}`.trimEnd(),
          `    ${command.summary}`,
        ]),
    screen: { show: ([rows = []]) => page('Help', [...aligned(keys), '', ...rows]) },
    only,
  });

/** Commands of the screen itself; `others` are those that help tells of beside them. */
export const screenCommands = (others: readonly Command[]): Command[] => {
  const own: Command[] = [thoughts, quit];
  return [...own, helpFor([...others, ...own])];
};
