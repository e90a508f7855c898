import type { Item } from '../../commands/command.ts';
import { portraitRows } from '../../commands/portrait/portrait.ts';
import { sanitize } from '../../domain/sanitize.ts';
import { markInline, noMarks } from '../markup/inline.ts';
import { wrapLine } from '../markup/wrap.ts';
import { cells, graphemes, padded, shorten } from '../terminal/cells.ts';
import { styled, type Theme } from '../themes/theme.ts';
import { colourOf } from '../transcript/rail.ts';

/** Columns and rows of a picture in a tile. */
const picture = { columns: 8, rows: 4 };
/** The least width of a tile with a picture. */
const leastWithPicture = 44;

/** The first letters of a name's first two words. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => /^[\p{L}\p{N}]/u.test(word))
    .slice(0, 2)
    .map((word) => (graphemes(word)[0] ?? '').toUpperCase())
    .join('');

/** A portrait in rows of this many cells, as finely as the terminal draws; without one, or colours for it, initials on the name's colour. */
export function portraitBlock(
  { name, png }: { readonly name: string; readonly png: Uint8Array | null },
  { columns, rows }: { readonly columns: number; readonly rows: number },
  theme: Theme,
): string[] {
  const fine = png && theme.pictures ? theme.pictures.rowsOf(png, { columns, rows }) : [];
  if (fine.length > 0) return [...fine];
  const drawn = png && theme.palette ? portraitRows(png, { columns, rows }, theme.palette) : [];
  if (drawn.length > 0) return Array.from({ length: rows }, (_, at) => padded(drawn[at] ?? '', columns));
  const letters = initialsOf(sanitize(name));
  const left = Math.floor((columns - cells(letters)) / 2);
  const middle = Math.floor((rows - 1) / 2);
  const colour = colourOf(name, { cast: [], theme });
  const ground = colour === '' ? '7' : `${colour};7`;
  return Array.from({ length: rows }, (_, at) =>
    styled(ground, padded(at === middle ? ' '.repeat(Math.max(0, left)) + letters : '', columns)),
  );
}

/** A tile and how it is drawn. */
export interface TileLook {
  readonly item: Item;
  readonly isChosen: boolean;
  readonly theme: Theme;
  readonly width: number;
  readonly height: number;
}

/** What was said last in as many rows as there are, its marks as styles; where there is more, that is seen. */
function said(
  text: string,
  { theme, width, height: most }: Pick<TileLook, 'theme' | 'width' | 'height'>,
): string[] {
  const { lines } = markInline(text, { theme }, { ...noMarks, openOoc: null });
  const rowsIn = (columns: number) => lines.flatMap((line) => wrapLine(line, columns));
  const rows = rowsIn(width);
  if (rows.length <= most) return rows;
  const [last = '', ...before] = rowsIn(width - 2)
    .slice(0, most)
    .reverse();
  return [...before.reverse(), `${last} …`];
}

/** Label and detail in a row, the detail at its right. */
function headOf({ item, isChosen, theme }: TileLook, width: number, who = ''): string {
  const detail = sanitize(item.detail ?? '');
  const room = width - (detail === '' ? 0 : cells(detail) + 2);
  const label = shorten(sanitize(item.label), room);
  const more = who === '' || cells(label) + 2 + cells(who) > room ? '' : `  ${who}`;
  const style = isChosen ? theme.selected : theme.strong;
  const between = ' '.repeat(Math.max(0, width - cells(label) - cells(more) - cells(detail)));
  return `${styled(style, label)}${styled(theme.dim, `${more}${between}${detail}`)}`;
}

/** One tile in rows as wide as it is: a mark where it is chosen, its picture, its label, who is in it and what was said last. */
export function tileOf(look: TileLook): string[] {
  const { item, isChosen, theme, width, height } = look;
  const shown = item.tile?.of();
  const who = sanitize(shown?.who ?? '');
  const mark = isChosen ? `${styled(theme.accent, '▌')} ` : '  ';
  if (height === 1) return [mark + headOf(look, width - 2, who)];
  const hasPicture = width >= leastWithPicture;
  const block = hasPicture
    ? portraitBlock({ name: shown?.name || item.label, png: item.picture?.() ?? null }, picture, theme)
    : [];
  const room = width - 2 - (hasPicture ? picture.columns + 2 : 0);
  const rows = [
    headOf(look, room),
    styled(theme.dim, shorten(who, room)),
    ...said(sanitize(shown?.says ?? ''), { theme, width: room, height: height - 2 }),
  ];
  return Array.from({ length: height }, (_, at) =>
    padded(`${mark}${hasPicture ? `${block[at] ?? ''}  ` : ''}${rows[at] ?? ''}`, width),
  );
}
