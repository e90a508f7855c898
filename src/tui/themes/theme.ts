import type { Palette } from '../../commands/portrait/half-blocks.ts';
import type { Pictures } from '../pictures/pictures.ts';
import { type BuiltIn, builtIn } from './built-in.ts';
import { type Depth, styleIn } from './style.ts';
import type { Role, StyleWords, ThemeWords } from './words.ts';

/** Parameters of an SGR sequence such as `1;36`; '' is plain. */
export type Style = string;

/** Every style of the screen by its role; `cast` is for the names of the cast, by their place in it. */
export type Theme = Readonly<Record<Role, Style>> & {
  readonly cast: readonly Style[];
  /** Whether links are told to the terminal (OSC 8). */
  readonly links: boolean;
  /** The colours that a picture is drawn with; null where none is. */
  readonly palette: Palette | null;
  /** What draws pictures finer than that, where the terminal does. */
  readonly pictures: Pictures | null;
};

/** What a terminal has said of itself; a background of null is unknown. */
export interface Canvas {
  readonly depth: Depth;
  readonly background: 'dark' | 'light' | null;
  /** Whether it takes links. */
  readonly links: boolean;
  /** Where it draws pictures itself; absent = it does not. */
  readonly pictures?: Pictures | null;
  /** Whether no picture is wanted. */
  readonly isBare?: boolean;
}

const wordsOn = (words: ThemeWords, background: Canvas['background']): StyleWords => {
  if (background === null) return words;
  return { ...words, ...(background === 'dark' ? words.onDark : words.onLight) };
};

const paletteOf = (depth: Depth): Palette | null =>
  ({ 16: null, 256: 'cube' as const, all: 'all' as const })[depth];

/** A theme in words as styles for this terminal; what is no style is plain. */
export const painted = (words: ThemeWords, canvas: Canvas): Theme => {
  const { depth, background } = canvas;
  const { onDark: _, onLight: __, cast, cast16, ...roles } = wordsOn(words, background) as ThemeWords;
  const style = (text: string): Style => styleIn(text, depth) ?? '';
  const chosen = depth === 16 ? 'inverse' : roles.selected;
  const styles = Object.entries({ ...roles, selected: chosen }).map(([role, text]) => [role, style(text)]);
  const hasPictures = words !== builtIn.plain && !canvas.isBare;
  const names = depth === 16 && cast16 !== undefined ? cast16 : cast;
  return {
    ...(Object.fromEntries(styles) as Record<Role, Style>),
    cast: names.map(style),
    links: canvas.links,
    palette: hasPictures ? paletteOf(depth) : null,
    pictures: hasPictures ? (canvas.pictures ?? null) : null,
  };
};

/** The theme of this name as it is on a terminal with 16 colours that has said nothing. */
export const themeOf = (name: BuiltIn): Theme =>
  painted(builtIn[name], { depth: 16, background: null, links: name !== 'plain' });

/** A row, styled as it may be, on this ground. */
export const grounded = (row: string, ground: Style): string =>
  ground === '' ? row : `\x1b[${ground}m${row.replaceAll('\x1b[0m', `\x1b[0m\x1b[${ground}m`)}\x1b[0m`;

/** A cell in which the terminal draws a part of a picture. */
const pictured = /\u{10eeee}\p{M}*/gu;
const styling = /\x1b(?:\[[\d;]*m|\]8;[^\x1b]*\x1b\\)/g;

/** Rows that are styled already, without their colours: what lies behind something. */
export const dimmed = (rows: readonly string[], { dim }: Pick<Theme, 'dim'>): string[] =>
  rows.map((row) => styled(dim, row.replace(styling, '').replace(pictured, ' ')));

/** The text in this style, back to plain at its end. */
export const styled = (style: Style, text: string): string =>
  style === '' || text === '' ? text : `\x1b[${style}m${text}\x1b[0m`;
