import { type KeyActionName, type KeyBindings, keyActions, usualKeys } from '../config/screen-keys.ts';

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

/** What keys do on the screen, for the help and the reference: keys, and what they do. What no key does is left out. */
export function keyRows(bindings: KeyBindings = usualKeys): [string, string][] {
  const names = Object.keys(keyActions) as KeyActionName[];
  const rows = names.flatMap((name): [string, string][] => {
    const keys = bindings[name].map(keyLabel).join(', ');
    return keys === '' ? [] : [[keys, keyActions[name].does]];
  });
  return [...rows, ['Ctrl+C twice', 'leave'], ['wheel', 'scroll']];
}
