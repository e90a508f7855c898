import type { KeyBindings } from '../../config/screen-keys.ts';
import { type Call, type Command, define, type Item } from '../command.ts';
import { firstKeys, keyOf, keyRows } from '../keys.ts';
import { list, notice, writes } from '../shown/show.ts';
import { isMissing } from '../values.ts';
import { isOnScreen, screenName, screenUsage } from './on-screen.ts';

const only = { side: 'screen' as const, why: 'it changes only what the screen shows' };

const thoughts = define({
  name: 'thoughts',
  group: 'the screen',
  synonyms: ['reasoning', 'thinking'],
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
  synonyms: ['timestamps', 'tokens'],
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
  synonyms: ['exit', 'close', 'leave'],
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

/** What choosing a command in the palette does: it is done, or begun in the composer where it needs to be told more. */
const callOf = (command: Command): Call => {
  const needsMore = command.screen?.ask === undefined && isMissing(command.parameters, {});
  return needsMore ? writes(`/${screenName(command)} `) : { command, values: {} };
};

/** The commands of the screen as rows of a list: name, key, what they mean. */
const commandItems = (commands: readonly Command[], keys: KeyBindings): Item[] =>
  commands.filter(isOnScreen).map((command) => {
    const key = keyOf(screenName(command), keys);
    return {
      label: `/${screenName(command)}`,
      ...(key !== undefined && { key }),
      usage: screenUsage(command),
      detail: command.summary,
      ...(command.synonyms && { synonyms: command.synonyms }),
      call: callOf(command),
    };
  });

const reads: Call = { does: () => null, isLook: true };

/** Keys as rows of a list. */
const keyItems = (rows: readonly (readonly [keys: string, does: string])[]): Item[] =>
  rows.map(([label, detail]) => ({ label, detail, call: reads }));

const helpFor = (commands: readonly Command[]): Command =>
  define({
    name: 'help',
    group: 'the screen',
    summary: 'show keys and commands',
    synonyms: ['keys', 'shortcuts', 'hotkeys', 'keybindings'],
    parameters: {},
    run: () => null,
    screen: {
      show(_, { app }) {
        const { keys } = app.given.config;
        const first = keyItems(firstKeys(keys));
        const others = keyItems(keyRows(keys));
        const items = [...first, ...others, ...commandItems(commands, keys)];
        return { ...list('Help', items), first: first.length };
      },
    },
    only,
  });

const paletteFor = (commands: readonly Command[]): Command =>
  define({
    name: 'palette',
    group: 'the screen',
    summary: 'find a command',
    synonyms: ['commands', 'menu'],
    parameters: {},
    run: () => null,
    screen: {
      show: (_, { app }) => ({
        ...list('Commands', commandItems(commands, app.given.config.keys)),
        isTyped: true,
      }),
    },
    only,
  });

/** Commands of the screen itself; `others` are those that help tells of beside them. */
export const screenCommands = (others: readonly Command[]): Command[] => {
  const own: Command[] = [thoughts, details, quit];
  const all = [...others, ...own];
  return [...own, helpFor(all), paletteFor(all)];
};
