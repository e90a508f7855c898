import type { Answer } from '../../commands/command.ts';
import { sanitize } from '../../domain/sanitize.ts';
import { matching, type Panel } from '../panels/state.ts';
import type { Room } from '../panels/text.ts';
import { type Grid, gridIn, type TileRow, tileRows } from '../panels/tiles.ts';
import { cells } from '../terminal/cells.ts';
import { styled, type Theme } from '../themes/theme.ts';
import { tileOf } from './tile.ts';

/** A page of tiles as a panel. */
export type TilesPanel = Extract<Panel, { type: 'list' }> & { readonly verbs: readonly Answer[] };

/** Whether a panel is a page of tiles. */
export const isTiles = (panel: Panel): panel is TilesPanel =>
  panel.type === 'list' && panel.verbs !== undefined;

/** The page of tiles that a panel is or stands over; null where there is none. */
export const tilesIn = (panel: Panel | null | undefined): TilesPanel | null => {
  if (!panel) return null;
  return isTiles(panel) ? panel : tilesIn(panel.under);
};

/** A page of tiles, and where it stands. */
export interface TilesProps {
  readonly panel: TilesPanel;
  readonly theme: Theme;
  readonly room: Room;
}

/** The verbs in as few rows as they take, each whole. */
function verbRows(verbs: readonly Answer[], theme: Theme, width: number): string[] {
  const rows: { drawn: string; width: number }[] = [];
  for (const { key, label } of verbs) {
    const said = sanitize(label);
    const [drawn, size] = [
      `${styled(theme.accent, key)} ${styled(theme.dim, said)}`,
      cells(`${key} ${said}`),
    ];
    const last = rows.at(-1);
    if (last && last.width + 3 + size <= width)
      rows[rows.length - 1] = { drawn: `${last.drawn}   ${drawn}`, width: last.width + 3 + size };
    else rows.push({ drawn, width: size });
  }
  return rows.map(({ drawn }) => drawn);
}

/** Rows that a row of tiles takes, with its heading and the space below. */
const heightOf = ({ heading }: TileRow, { tile }: Grid): number =>
  tile.height + (tile.height > 1 ? 1 + (heading === undefined ? 0 : 1) : 0);

/** The rows of tiles that are in sight, the one of the chosen tile among them. */
function inSight(rows: readonly TileRow[], chosen: number, grid: Grid, height: number): readonly TileRow[] {
  const at = Math.max(
    0,
    rows.findIndex(({ items }) => items.includes(chosen)),
  );
  let first = at;
  let taken = rows[at] ? heightOf(rows[at], grid) : 0;
  for (let row = rows[first - 1]; row && taken + heightOf(row, grid) <= height + 1; row = rows[first - 1]) {
    taken += heightOf(row, grid);
    first -= 1;
  }
  return rows.slice(first);
}

function tilesDrawn({ panel, theme }: TilesProps, grid: Grid, height: number): string[] {
  const items = matching(panel);
  if (items.length === 0) return [styled(theme.dim, 'nothing matches')];
  const { tile, gap } = grid;
  const drawn = (index: number): string[] => {
    const item = items[index];
    return item ? tileOf({ item, isChosen: index === panel.chosen, theme, ...tile }) : [];
  };
  const lines: string[] = [];
  for (const row of inSight(tileRows(items, grid.columns), panel.chosen, grid, height)) {
    if (lines.length > 0 && lines.length + heightOf(row, grid) > height + 1) break;
    if (row.heading !== undefined && tile.height > 1) lines.push(styled(theme.dim, row.heading));
    const beside = row.items.map(drawn);
    for (let at = 0; at < tile.height; at += 1)
      lines.push(beside.map((one) => one[at] ?? '').join(' '.repeat(gap)));
    if (tile.height > 1) lines.push('');
  }
  return lines.slice(0, height);
}

/** The page as rows of its room: its title, the tiles that are in sight, and the verbs. */
export function tilesPage(props: TilesProps): string[] {
  const { panel, theme, room } = props;
  const grid = gridIn(room);
  const verbs = verbRows(panel.verbs, theme, grid.width);
  const isTall = grid.tile.height > 1;
  const head = isTall ? [styled(theme.strong, sanitize(panel.title)), ''] : [];
  const foot = [...(isTall ? [''] : []), ...verbs];
  const height = Math.max(1, room.height - head.length - foot.length);
  const tiles = tilesDrawn(props, grid, height);
  const space = Array<string>(Math.max(0, height - tiles.length)).fill('');
  return [...head, ...tiles, ...space, ...foot].map((row) => ' '.repeat(grid.left) + row);
}
