import type { Panel } from '../panels/state.ts';
import { type Room, rowsOf } from '../panels/text.ts';
import { cells, padded, shorten } from '../terminal/cells.ts';
import type { Piece } from '../terminal/frame.ts';
import type { Size } from '../terminal/ink-renderer.ts';
import { boxedFrom, type Place, tallFrom } from '../terminal/places.ts';
import { grounded, styled, type Theme } from '../themes/theme.ts';
import { mostMoreRows } from './grid.ts';

const widest = 96;
/** What stands between an overlay and the sides of the screen, at least. */
const margin = 2;
/** Edges, and the space inside of those at the sides. */
const edges = { columns: 4, rows: 2 };
/** More rows of a list than can be looked over at once. */
const tallestList = 25;

/** Where an overlay may stand, and whether it is a box there, or rows as wide as the screen where that is small. */
export interface Overlay {
  readonly area: Place;
  readonly isBox: boolean;
  /** What is left inside it. */
  readonly room: Room;
}

/** The overlay of a screen of this size whose transcript stands here, in `height` rows. */
export const overlayIn = ({ columns, rows }: Size, { top, height }: Place): Overlay => {
  const isBox = columns >= boxedFrom && rows >= tallFrom;
  const width = isBox ? Math.min(widest, columns - 2 * margin) : columns;
  const area = { top, height, width, left: Math.floor((columns - width) / 2) };
  const room = isBox
    ? { width: width - edges.columns, height: height - edges.rows }
    : { width, height: height - 1 };
  return { area, isBox, room: { width: room.width, height: Math.max(1, room.height) } };
};

/** Rows that a panel wants inside; they stay as many while it is filtered or moved in. */
export const rowsWanted = (panel: Panel, { width, height }: Room): number => {
  if (panel.type !== 'list') return rowsOf(panel.lines, width).length + (panel.type === 'field' ? 1 : 0);
  const { items, first = items.length } = panel;
  const isPreviewed = items.some(({ preview }) => preview);
  const wanted = isPreviewed ? height : Math.max(1, first) + 1 + mostMoreRows(items, width - 2);
  return Math.min(tallestList, wanted);
};

interface Titled {
  readonly title: string;
  /** What stands at the right of it: where one is in it. */
  readonly place: string;
  readonly theme: Theme;
}

/** Title and place in a row of this width, the line between them. */
const titleRow = ({ title, place, theme }: Titled, width: number): string => {
  const last = place === '' ? '' : ` ${place} ─`;
  const first = shorten(title, Math.max(1, width - cells(last) - 3));
  const line = '─'.repeat(Math.max(0, width - cells(first) - cells(last) - 1));
  return `${styled(theme.strong, first)} ${styled(theme.dim, line + last)}`;
};

/** The rows of a panel as they stand over the page: with edges around them, or as wide as the screen. */
export const overlaid = (
  { area, isBox, room }: Overlay,
  rows: readonly string[],
  given: Titled & { height: number },
): Piece => {
  const { overlay, dim } = given.theme;
  const inside = Array.from({ length: Math.min(given.height, room.height) }, (_, at) =>
    padded(rows[at] ?? '', room.width),
  );
  const drawn = isBox
    ? [
        `${styled(dim, '╭')} ${titleRow(given, room.width + 1)}${styled(dim, '╮')}`,
        ...inside.map((row) => `${styled(dim, '│')} ${row} ${styled(dim, '│')}`),
        styled(dim, `╰${'─'.repeat(room.width + 2)}╯`),
      ]
    : [titleRow(given, room.width), ...inside];
  const above = area.height - drawn.length;
  return {
    top: area.top + Math.max(0, isBox ? Math.floor(above / 2) : above),
    left: area.left,
    rows: drawn.map((row) => grounded(row, overlay)),
  };
};
