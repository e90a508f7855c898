/** How keys with modifiers are asked for: not at all, by the kitty protocol, or by xterm's. */
export type Keyboard = 'legacy' | 'kitty' | 'xterm';

const keyboardOn: Record<Keyboard, string> = { legacy: '', kitty: '\x1b[>1u', xterm: '\x1b[>4;1m' };
const keyboardOff: Record<Keyboard, string> = { legacy: '', kitty: '\x1b[<u', xterm: '\x1b[>4m' };

/** Bytes that ask for this keyboard. */
export const enterKeyboard = (keyboard: Keyboard): string => keyboardOn[keyboard];

/** Bytes that enter the screen: alternate buffer, no wrapping at the edge, pastes marked, wheel reported. */
export const enterModes = (keyboard: Keyboard): string =>
  `\x1b[?1049h\x1b[?7l\x1b[?2004h\x1b[?1000h\x1b[?1006h${enterKeyboard(keyboard)}`;

/** Asks the terminal for the kitty keyboard, for marked pastes, and for an answer that every terminal gives. */
export const queries = '\x1b[?u\x1b[?2004$p\x1b[c';

/** Bytes that give the terminal back as it was. */
export const leaveModes = (keyboard: Keyboard): string =>
  `\x1b[?2026l\x1b[m\x1b[r${keyboardOff[keyboard]}\x1b[?1006l\x1b[?1000l\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l`;

/** What an answer to `queries` says, or null. */
export const readAnswer = (text: string): Keyboard | 'marks' | 'no_marks' | null => {
  if (/^\?\d+u$/.test(text)) return 'kitty';
  const paste = /^\?2004;(\d)\$y$/.exec(text);
  if (paste !== null) return paste[1] === '0' || paste[1] === '4' ? 'no_marks' : 'marks';
  return /^\?[\d;]*c$/.test(text) ? 'xterm' : null;
};
