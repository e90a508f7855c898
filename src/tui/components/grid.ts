import { sanitize } from '../../domain/sanitize.ts';
import { wrapLine } from '../markup/wrap.ts';
import { cells, padded, shorten } from '../terminal/cells.ts';
import { styled, type Theme } from '../themes/theme.ts';

/** One thing of a list: what it is called, the key that does it, what may follow its name, what it means. */
export interface GridItem {
  readonly label: string;
  /** What stands before its name. */
  readonly lead?: string;
  readonly key?: string;
  readonly usage?: string;
  readonly detail?: string;
  /** What stands there instead, styled, in so many cells. */
  readonly swatch?: (room: number) => string;
}

/** The columns of a list: cells for names and for keys, and for what they mean, 0 where that has no room beside them. */
interface Columns {
  readonly name: number;
  readonly key: number;
  readonly meaning: number;
}

const gap = 2;
const leastMeaning = 8;
const mostMore = 3;

const known = new WeakMap<readonly GridItem[], { width: number; columns: Columns }>();

const widestOf = (texts: readonly string[], most: number): number =>
  texts.reduce((widest, text) => {
    const width = cells(text);
    return width > most ? widest : Math.max(widest, width);
  }, 0);

/** The columns of all items of a list in a row of this width, worked out once; a name that is too long for its column takes the row. */
export const columnsOf = (items: readonly GridItem[], width: number): Columns => {
  const before = known.get(items);
  if (before?.width === width) return before.columns;
  const isPlain = items.every(({ detail, key, swatch }) => !detail && !key && !swatch);
  const name = isPlain
    ? width
    : widestOf(
        items.map(({ label, lead = '' }) => lead + sanitize(label)),
        Math.floor(width * 0.6),
      );
  const key = widestOf(
    items.map(({ key = '' }) => key),
    Math.floor(width / 3),
  );
  const rest = width - name - gap - (key === 0 ? 0 : key + gap);
  const columns = { name, key, meaning: isPlain || rest < leastMeaning ? 0 : rest };
  known.set(items, { width, columns });
  return columns;
};

/** The text cut at a word, with `…`, where it is longer than this. */
const cutAtWord = (text: string, width: number): string => {
  if (cells(text) <= width) return text;
  const short = shorten(text, width).slice(0, -1);
  const space = text.charAt(short.length) === ' ' ? short.length : short.lastIndexOf(' ');
  const kept = space > width / 2 ? short.slice(0, space) : short;
  return `${kept.replace(/[\s,;:.]+$/, '')}…`;
};

/** Name, key and meaning in their columns, in as many cells as there are. */
const partsOf = ({ label, key = '', detail = '' }: GridItem, columns: Columns, width: number) => {
  const name = sanitize(label);
  const isLong = cells(name) > columns.name;
  const left = isLong
    ? shorten(name, width)
    : `${padded(name, columns.name)}${columns.key === 0 ? '' : `  ${padded(key, columns.key)}`}`;
  const room = isLong ? 0 : columns.meaning;
  return { left, meaning: room === 0 ? '' : cutAtWord(sanitize(detail), room) };
};

/** A row of a list in its columns; one that is chosen looks so. */
export const gridRow = (
  item: GridItem,
  { columns, width, theme, isChosen }: { columns: Columns; width: number; theme: Theme; isChosen: boolean },
): string => {
  const { left, meaning } = partsOf(item, columns, width);
  const behind = meaning === '' ? '' : `  ${meaning}`;
  if (item.swatch !== undefined)
    return `${styled(isChosen ? theme.selected : '', left)}  ${columns.meaning === 0 ? '' : item.swatch(columns.meaning)}`;
  if (!isChosen) return `${behind === '' ? left.trimEnd() : left}${styled(theme.dim, behind)}`;
  return styled(theme.selected, padded(left + behind, width));
};

/** What of the chosen item its row does not show: what may follow its name, its name and its meaning where they were cut. */
export const moreRows = (item: GridItem, columns: Columns, width: number): string[] => {
  const { label, usage = '', detail = '' } = item;
  const { left, meaning } = partsOf(item, columns, width);
  const name = sanitize(label);
  const isCut = cells(name) > width || (left === name && meaning === '' && detail !== '');
  const used = usage === '' ? [] : [`${name} ${sanitize(usage)}`];
  const whole = cells(name) > width && usage === '' ? [name] : [];
  const meant = meaning === sanitize(detail) && !isCut ? [] : [sanitize(detail)];
  return [...used, ...whole, ...meant]
    .filter((text) => text.trim() !== '')
    .flatMap((text) => wrapLine([{ text, style: '' }], Math.max(1, width - gap)))
    .slice(0, mostMore)
    .map((row) => `  ${row}`);
};

/** Rows that the chosen item of a list may want beside its own. */
export const mostMoreRows = (items: readonly GridItem[], width: number): number => {
  const columns = columnsOf(items, width);
  const wants = (is: (item: GridItem) => boolean) => (items.some(is) ? 1 : 0);
  const isCut = ({ label, detail = '' }: GridItem) =>
    cells(label) > width || (detail !== '' && cells(detail) > columns.meaning);
  return Math.min(mostMore, wants(({ usage = '' }) => usage !== '') + 2 * wants(isCut));
};
