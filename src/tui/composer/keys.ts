import type { Key } from '../terminal/key-names.ts';

/** The key as `[keys]` writes it: `ctrl+r`, `alt+enter`, `pageup`, `?`. */
export const chord = ({ name, ctrl, alt, shift }: Key): string => {
  if (name === 'newline') return alt ? 'alt+enter' : 'ctrl+j';
  const showsShift = shift && name.length > 1;
  const shown = name === ' ' ? 'space' : name;
  return `${ctrl ? 'ctrl+' : ''}${alt ? 'alt+' : ''}${showsShift ? 'shift+' : ''}${shown}`;
};
