/**
 * One whole key. `name` is the character itself or a word such as `enter`, `left`, `f2`; `text` is what it types. Characters
 * that came together are one key without a name.
 */
export interface Key {
  readonly type: 'key';
  readonly name: string;
  readonly text: string;
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
}

/** What comes from a terminal: keys, pastes, mouse reports, its answers to queries, focus. */
export type Input =
  | Key
  | { readonly type: 'paste'; readonly text: string }
  | {
      readonly type: 'mouse';
      readonly button: number;
      readonly row: number;
      readonly column: number;
      readonly down: boolean;
    }
  | { readonly type: 'focus'; readonly isFocused: boolean }
  | { readonly type: 'answer'; readonly text: string };

/** A key with its modifiers; those not named are up. */
export const key = (name: string, held: Partial<Omit<Key, 'type' | 'name'>> = {}): Key => ({
  type: 'key',
  name,
  text: '',
  ctrl: false,
  alt: false,
  shift: false,
  ...held,
});

/** Whether a key is pressed without Ctrl or Alt. */
export const isPlain = ({ ctrl, alt }: Key): boolean => !ctrl && !alt;

const letters: Record<string, string> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  E: 'begin',
  F: 'end',
  H: 'home',
  P: 'f1',
  Q: 'f2',
  R: 'f3',
  S: 'f4',
};
const tildes: Record<string, string> = {
  1: 'home',
  2: 'insert',
  3: 'delete',
  4: 'end',
  5: 'pageup',
  6: 'pagedown',
  7: 'home',
  8: 'end',
  11: 'f1',
  12: 'f2',
  13: 'f3',
  14: 'f4',
  15: 'f5',
  17: 'f6',
  18: 'f7',
  19: 'f8',
  20: 'f9',
  21: 'f10',
  23: 'f11',
  24: 'f12',
};
const codes: Record<number, string> = {
  8: 'backspace',
  9: 'tab',
  10: 'newline',
  13: 'enter',
  27: 'escape',
  127: 'backspace',
  57414: 'enter',
};

const modifiers = (mask: number): Pick<Key, 'ctrl' | 'alt' | 'shift'> => {
  const bits = Math.max(0, mask - 1);
  return { shift: (bits & 1) !== 0, alt: (bits & 2) !== 0, ctrl: (bits & 4) !== 0 };
};

const coded = (code: number, mask: number): Key | null => {
  const held = modifiers(mask);
  const name = codes[code];
  if (name !== undefined) return key(name, held);
  const isPrivate = code >= 0xe000 && code <= 0xf8ff;
  if (code < 32 || code > 0x10ffff || isPrivate || (code >= 0xd800 && code < 0xe000)) return null;
  const character = String.fromCodePoint(code);
  return key(character, { ...held, text: held.ctrl || held.alt ? '' : character });
};

/** The key of one character of input without escape; null for one that means nothing. */
export const plainKey = (character: string, alt = false): Key | null => {
  const code = character.codePointAt(0) ?? 0;
  if (code === 0) return key(' ', { ctrl: true, alt });
  if (code === 8) return key('backspace', { ctrl: true, alt });
  const name = codes[code];
  if (name !== undefined) return key(name, { alt });
  if (code < 32) return key(String.fromCharCode(code + 64).toLowerCase(), { ctrl: true, alt });
  if (code >= 0x80 && code < 0xa0) return null;
  return key(character, { alt, text: alt ? '' : character });
};

const mouse = (body: string, final: string): Input => {
  const [button = 0, column = 1, row = 1] = body.slice(1).split(';').map(Number);
  return { type: 'mouse', button, row: row - 1, column: column - 1, down: final === 'M' };
};

/** The event of a control sequence `ESC [ body final`; null when it is none of ours. */
export const sequenceKey = (body: string, final: string): Input | null => {
  if (body.startsWith('<') && (final === 'M' || final === 'm')) return mouse(body, final);
  if (body.startsWith('?') || final === 't') return { type: 'answer', text: body + final };
  const fields = body.split(';').map((field) => field.split(':').map(Number));
  const first = fields[0]?.[0] ?? 0;
  const [mask = 1, kind = 1] = fields[1] ?? [];
  if (kind === 3) return null;
  if (final === 'u') return coded(first, mask || 1);
  if (final === '~' && first === 27) return coded(fields[2]?.[0] ?? 0, mask || 1);
  if (final === 'Z') return key('tab', { shift: true });
  const name = final === '~' ? tildes[first] : letters[final];
  return name === undefined ? null : key(name, modifiers(mask || 1));
};

const sequences: Readonly<Record<string, string>> = { backspace: '\x7f', left: '\x1b[D', right: '\x1b[C' };
const otherKey = '\x1b[24~';

/** What Ink is told of a key: what it types where a line that is edited takes it, else just that there was one. */
export const sequenceOf = ({ name, text }: Key, isText: boolean): string =>
  isText ? text || (sequences[name] ?? otherKey) : otherKey;
