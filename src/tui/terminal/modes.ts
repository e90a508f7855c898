/** How keys with modifiers are asked for: not at all, by the kitty protocol, or by xterm's. */
export type Keyboard = 'legacy' | 'kitty' | 'xterm';

const keyboardOn: Record<Keyboard, string> = { legacy: '', kitty: '\x1b[>1u', xterm: '\x1b[>4;1m' };
const keyboardOff: Record<Keyboard, string> = { legacy: '', kitty: '\x1b[<u', xterm: '\x1b[>4m' };

/** Bytes that ask for this keyboard. */
export const enterKeyboard = (keyboard: Keyboard): string => keyboardOn[keyboard];

/** Bytes that let the terminal report the mouse, also where it goes while a button is held. */
export const mouseOn = '\x1b[?1000h\x1b[?1002h\x1b[?1006h';
/** Bytes that leave the mouse to the terminal. */
export const mouseOff = '\x1b[?1006l\x1b[?1002l\x1b[?1000l';

/** Whether the mouse is reported, and what takes the rows off a terminal that is not taken whole. */
interface Taken {
  readonly hasMouse: boolean;
  readonly erase?: () => string;
}

/**
 * Bytes that enter the screen: the title kept aside, the alternate buffer where all is taken, no wrapping at the edge, pastes
 * marked, focus told, the wheel reported where it is wanted.
 */
export const enterModes = (keyboard: Keyboard, { hasMouse, erase }: Taken): string =>
  [
    `\x1b[22;0t${erase ? '' : '\x1b[?1049h'}\x1b[?7l\x1b[?2004h\x1b[?1004h`,
    hasMouse ? mouseOn : '',
    enterKeyboard(keyboard),
  ].join('');

/** Bytes that name the window; the text is safe to show. */
export const windowTitle = (text: string): string => `\x1b]2;${text}\x1b\\`;

/** Asks the terminal for the kitty keyboard, marked pastes, its background, and for an answer that every terminal gives. */
export const queries = '\x1b[?u\x1b[?2004$p\x1b]11;?\x1b\\\x1b[c';

/** Asks the terminal how many pixels a cell has. */
export const asksCell = '\x1b[16t';

/** Whether an answer says that the terminal draws sixels. */
export const saysSixel = (text: string): boolean => /^\?\d+(?:;\d+)*;4(?:;\d+)*c$/.test(text);

/** The pixels of a cell, where an answer tells them; else null. */
export function cellIn(text: string): { readonly width: number; readonly height: number } | null {
  const [, height, width] = /^6;(\d{1,3});(\d{1,3})t$/.exec(text) ?? [];
  return Number(height) > 0 && Number(width) > 0 ? { width: Number(width), height: Number(height) } : null;
}

/** Bytes that give the terminal back as it was. */
export const leaveModes = (keyboard: Keyboard, { erase }: Taken): string =>
  [
    `\x1b[?2026l\x1b[m${erase ? erase() : '\x1b[r'}${keyboardOff[keyboard]}`,
    `${mouseOff}\x1b[?1004l\x1b[?2004l\x1b[?7h\x1b[?25h`,
    `${erase ? '' : '\x1b[?1049l'}\x1b[23;0t`,
  ].join('');

/** How bright the colour of an answer such as `]11;rgb:1e1e/1e1e/2e2e` is to the eye; null where it names none. */
const backgroundIn = (text: string): 'dark' | 'light' | null => {
  const [, ...parts] = /^\]11;rgba?:([0-9a-f]{1,4})\/([0-9a-f]{1,4})\/([0-9a-f]{1,4})/i.exec(text) ?? [];
  if (parts.length < 3) return null;
  const [red = 0, green = 0, blue = 0] = parts.map(
    (part) => Number.parseInt(part, 16) / (16 ** part.length - 1),
  );
  return 0.299 * red + 0.587 * green + 0.114 * blue < 0.5 ? 'dark' : 'light';
};

/** What an answer to `queries` says, or null. */
export const readAnswer = (text: string): Keyboard | 'marks' | 'no_marks' | 'dark' | 'light' | null => {
  if (/^\?\d+u$/.test(text)) return 'kitty';
  if (text.startsWith(']11;')) return backgroundIn(text);
  const paste = /^\?2004;(\d)\$y$/.exec(text);
  if (paste !== null) return paste[1] === '0' || paste[1] === '4' ? 'no_marks' : 'marks';
  return /^\?[\d;]*c$/.test(text) ? 'xterm' : null;
};
