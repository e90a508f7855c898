import type { Key } from '../terminal/key-names.ts';
import type { Edit } from './edits.ts';

const table: Record<string, Edit> = {
  left: 'left',
  right: 'right',
  up: 'up',
  down: 'down',
  home: 'home',
  end: 'end',
  backspace: 'backspace',
  delete: 'delete',
  'ctrl+left': 'word-left',
  'ctrl+right': 'word-right',
  'alt+left': 'word-left',
  'alt+right': 'word-right',
  'alt+b': 'word-left',
  'alt+f': 'word-right',
  'ctrl+a': 'home',
  'ctrl+e': 'end',
  'ctrl+b': 'left',
  'ctrl+f': 'right',
  'ctrl+p': 'up',
  'ctrl+n': 'down',
  'ctrl+d': 'delete',
  'ctrl+k': 'kill-line',
  'ctrl+u': 'kill-start',
  'ctrl+w': 'kill-word-left',
  'ctrl+backspace': 'kill-word-left',
  'alt+backspace': 'kill-word-left',
  'alt+d': 'kill-word-right',
  'ctrl+delete': 'kill-word-right',
  'ctrl+y': 'yank',
  'ctrl+_': 'undo',
  'ctrl+r': 'search',
  'shift+left': 'select-left',
  'shift+right': 'select-right',
  'shift+up': 'select-up',
  'shift+down': 'select-down',
  'shift+home': 'select-home',
  'shift+end': 'select-end',
  'ctrl+shift+left': 'select-word-left',
  'ctrl+shift+right': 'select-word-right',
  'alt+a': 'select-all',
  'ctrl+x': 'cut',
  'alt+w': 'copy',
};

/** The key as one word: `ctrl+r`, `alt+enter`, `pageup`, `?`. */
export const chord = ({ name, ctrl, alt, shift }: Key): string => {
  const showsShift = shift && name.length > 1;
  return `${ctrl ? 'ctrl+' : ''}${alt ? 'alt+' : ''}${showsShift ? 'shift+' : ''}${name}`;
};

/** What a key does to the draft; undefined when it is not the composer's. */
export const editOf = (key: Key): Edit | undefined => table[chord(key)];
