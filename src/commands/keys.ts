import {
  type KeyAction,
  type KeyActionName,
  type KeyBindings,
  keyActions,
  usualKeys,
} from '../config/screen-keys.ts';

const named: Readonly<Record<string, string>> = {
  escape: 'Esc',
  pageup: 'PgUp',
  pagedown: 'PgDn',
  backspace: 'Backspace',
};

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** A key as people write it: `Ctrl+J`, `PgUp`, `?`. */
export const keyLabel = (key: string): string =>
  key
    .split(/\+(?=.)/)
    .map((part) => named[part] ?? capital(part))
    .join('+');

/** What is done with a picked message, by its key; the bar below it shows them. */
export const messageVerbs = [
  ['y', 'copy'],
  ['e', 'edit'],
  ['v', 'versions'],
  ['b', 'branch'],
  ['r', 'rewind'],
  ['p', 'pin'],
  ['a', 'who heard'],
] as const;

/** How one moves while a message is picked, and leaves it. */
export const messageMoves = [
  ['↑↓ j k', 'move'],
  ['J K', 'same speaker'],
  ['g G', 'first / latest'],
  ['n N', 'previous / next match'],
  ['Del', 'delete'],
  ['Esc', 'back'],
] as const;

/** The keys that are commands, by the names that those have on the screen. */
export const commandKeys = {
  help: 'help',
  palette: 'palette',
  write_as: 'as',
  next: 'next',
  pass: 'pass',
  home: 'home',
  drawer: 'drawer',
  model: 'model',
  thoughts: 'thoughts',
  details: 'details',
} as const satisfies Partial<Record<KeyActionName, string>>;

/** The key that does a command of this name, as people write it; undefined for none. */
export const keyOf = (command: string, bindings: KeyBindings): string | undefined => {
  const found = Object.entries(commandKeys).find(([, name]) => name === command);
  const [key] = found === undefined ? [] : bindings[found[0] as KeyActionName];
  return key === undefined ? undefined : keyLabel(key);
};

/** The keys that matter most and what they do in a few words, the first key of each. */
export function firstKeys(bindings: KeyBindings): [string, string][] {
  const rows = Object.entries(keyActions).flatMap(
    ([name, action]: [string, KeyAction]): [string, string][] => {
      const [key] = bindings[name as KeyActionName];
      return action.brief === undefined || key === undefined ? [] : [[keyLabel(key), action.brief]];
    },
  );
  return [...rows, ['Ctrl+C', 'twice: leave']];
}

/** What keys do on the screen, for the help and the reference: keys, and what they do. What no key does is left out. */
export function keyRows(bindings: KeyBindings = usualKeys): [string, string][] {
  const names = Object.keys(keyActions) as KeyActionName[];
  const ofLine = new Set(names.filter((name) => name.startsWith('line_')).flatMap((name) => bindings[name]));
  const labelOf = (name: KeyActionName) => (key: string) => {
    const isOnEmpty = !name.startsWith('line_') && (key.length === 1 || ofLine.has(key));
    return isOnEmpty ? `${keyLabel(key)} on an empty line` : keyLabel(key);
  };
  const rows = names.flatMap((name): [string, string][] => {
    const keys = bindings[name].map(labelOf(name)).join(', ');
    return keys === '' ? [] : [[keys, keyActions[name].does]];
  });
  const held = [...messageVerbs, ...messageMoves].map(([keys, does]): [string, string] => [
    `${keys} on a picked message`,
    does,
  ]);
  return [...rows, ['Ctrl+C twice', 'leave'], ['wheel', 'scroll'], ...held];
}
