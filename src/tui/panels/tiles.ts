import type { Item } from '../../commands/command.ts';
import type { Room } from './text.ts';

const widest = 132;
const twoColumnsFrom = 100;
const gap = 3;

/** How tiles stand in a room: the columns that they take together, and where; how many are beside each other, and how large. */
export interface Grid {
  readonly left: number;
  readonly width: number;
  readonly columns: number;
  readonly gap: number;
  readonly tile: { readonly width: number; readonly height: number };
}

/** A tile is one row where there are few, else a picture high. */
export const gridIn = ({ width: all, height }: Room): Grid => {
  const width = Math.min(widest, all >= 80 ? all - 4 : all);
  const columns = width >= twoColumnsFrom ? 2 : 1;
  const tile = { width: Math.floor((width - gap * (columns - 1)) / columns), height: height < 18 ? 1 : 4 };
  return { left: Math.floor((all - width) / 2), width, columns, gap, tile };
};

/** Tiles that stand beside each other, by their places among the items, under a heading where one begins. */
export interface TileRow {
  readonly heading?: string;
  readonly items: readonly number[];
}

/** The rows of tiles, each section from a row of its own. */
export function tileRows(items: readonly Item[], columns: number): TileRow[] {
  const rows: TileRow[] = [];
  let before: string | undefined;
  for (const [index, { tile }] of items.entries()) {
    const last = rows.at(-1);
    const section = tile?.section;
    if (last && section === before && last.items.length < columns)
      rows[rows.length - 1] = { ...last, items: [...last.items, index] };
    else
      rows.push({ items: [index], ...(section !== before && section !== undefined && { heading: section }) });
    before = section;
  }
  return rows;
}

/** The tile that a key goes to from this one; where nothing is that way, the same. */
export function tileAt(items: readonly Item[], chosen: number, name: string, room: Room): number {
  const rows = tileRows(items, gridIn(room).columns);
  const row = rows.findIndex((one) => one.items.includes(chosen));
  const column = rows[row]?.items.indexOf(chosen) ?? 0;
  const within = (at: number) => Math.max(0, Math.min(items.length - 1, at));
  if (name === 'left') return within(chosen - 1);
  if (name === 'right' || name === 'tab') return within(chosen + 1);
  const to = {
    up: row - 1,
    down: row + 1,
    home: 0,
    end: rows.length - 1,
    pageup: row - 3,
    pagedown: row + 3,
  }[name];
  if (to === undefined) return chosen;
  const there = rows[Math.max(0, Math.min(rows.length - 1, to))]?.items ?? [];
  return there[Math.min(column, there.length - 1)] ?? chosen;
}
