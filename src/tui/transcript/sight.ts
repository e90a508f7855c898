import type { CharacterId } from '../../domain/message.ts';
import type { Query } from '../../domain/search.ts';
import { withHits } from '../markup/hits.ts';
import { padded } from '../terminal/cells.ts';
import { grounded } from '../themes/theme.ts';
import { type Block, type Blocks, boundsOf, isBefore, type RowAt } from './blocks.ts';
import { stickyRow } from './heading.ts';
import { beside, noRail } from './rail.ts';
import type { RowStyle } from './row-style.ts';
import { framedRow } from './whisper.ts';

/** What is drawn of the page. */
export interface Sight {
  /** The first row; null = the window ends with the newest row. */
  readonly top: RowAt | null;
  readonly height: number;
  readonly style: RowStyle;
  readonly selected: string | null;
  readonly sought: Query | null;
}

/** Where the window starts when it shows the newest rows. */
export const lastTop = (blocks: Blocks, height: number): RowAt => {
  const { held } = blocks;
  if (!held.isToHead) held.readEnd();
  return blocks.up({ block: blocks.end, row: 0 }, height);
};

/** A place that is there: in a block that has become shorter its last row. */
export const standing = (blocks: Blocks, { block: index, row }: RowAt): RowAt => {
  const block = blocks.at(index);
  if (!block) return { block: index, row: 0 };
  const { top, bottom } = boundsOf(block);
  return { block: index, row: Math.max(top, Math.min(row, bottom - 1)) };
};

/** Whether a window that begins here shows the newest rows. */
export const isAtEnd = (blocks: Blocks, top: RowAt, height: number): boolean => {
  const end = blocks.down(top, height);
  return blocks.held.isToHead && end.block >= blocks.end;
};

/** Rows of a block from one row to another, the text with what is sought in it. */
const rowsOf = (block: Block, from: number, to: number, { selected, sought, style }: Sight): string[] => {
  const { lead, rows, message, head, frame } = block;
  const isPicked = message !== null && message.id === selected;
  const above = from < 0 ? lead.slice(lead.length + from, to < 0 ? to : undefined) : [];
  const heads = rows.slice(Math.max(0, from), Math.max(0, Math.min(to, head)));
  const texts = rows.slice(Math.max(head, from), Math.max(0, to));
  const shown = [...heads, ...(sought === null ? texts : withHits(texts, sought, style.theme.found))];
  const isBlank = rows.length > 0 && to > rows.length;
  const first = Math.max(0, from);
  const drawn =
    frame === null
      ? beside(shown, isPicked ? block.rail.picked : block.rail.usual)
      : shown.map((row, at) => framedRow(row, first + at, frame, isPicked ? '█' : ' '));
  const behind = isPicked && block.bar ? noRail.picked + block.bar() : '';
  const band = (row: string) => banded(row, style);
  const own = [...drawn, ...(isBlank ? [behind] : [])];
  return [...above, ...(isPicked ? own.map(band) : own)];
};

/** A row of what is picked, on a ground of its own as far as the page goes. */
const banded = (row: string, { theme, width }: RowStyle): string =>
  theme.overlay === '' ? row : grounded(padded(row, width), theme.overlay);

/** The heading of a text that begins above the window, where more than its last row is in sight; else null. */
const stuck = (block: Block, row: number, { style, selected }: Sight): string | null => {
  const { rows, rail, speaker, message } = block;
  const isFoot = speaker === null && message === null;
  if (isFoot || row <= 0 || row >= rows.length - 1) return null;
  const gutter = message !== null && message.id === selected ? rail.picked : rail.usual;
  return gutter + stickyRow(speaker, style);
};

/** Exactly `height` rows of the page from its first row in sight. */
export const rowsInSight = (blocks: Blocks, sight: Sight): string[] => {
  const { height } = sight;
  const shown: string[] = [];
  let { block: index, row } = standing(blocks, sight.top ?? lastTop(blocks, height));
  let sticky: string | null = null;
  for (let block = blocks.at(index); block && shown.length < height; block = blocks.at(index)) {
    const { top, bottom } = boundsOf(block);
    const from = shown.length === 0 ? row : top;
    if (shown.length === 0) sticky = stuck(block, row, sight);
    for (const drawn of rowsOf(block, from, Math.min(bottom, from + height - shown.length), sight))
      shown.push(drawn);
    index += 1;
    row = 0;
  }
  while (shown.length < height) shown.push('');
  return sticky === null || height < 2 ? shown : [sticky, ...shown.slice(1)];
};

/** Where in the window somebody's line begins. */
export interface HeadingInSight {
  readonly row: number;
  readonly speaker: CharacterId;
}

/** The headings in sight, from top to bottom. */
export const headingsInSight = (
  blocks: Blocks,
  { top, height }: Pick<Sight, 'top' | 'height'>,
): HeadingInSight[] => {
  const found: HeadingInSight[] = [];
  let { block: index, row } = standing(blocks, top ?? lastTop(blocks, height));
  let above = 0;
  for (let block = blocks.at(index); block && above < height; block = blocks.at(index)) {
    const { speaker } = block;
    if (speaker !== null && row <= 0 && above - row < height) found.push({ row: above - row, speaker });
    above += boundsOf(block).bottom - row;
    index += 1;
    const next = blocks.at(index);
    row = next ? boundsOf(next).top : 0;
  }
  return found;
};

/** Which row of the window a place of the page is; null where it is out of sight. */
export const placeInSight = (
  blocks: Blocks,
  { top, height }: Pick<Sight, 'top' | 'height'>,
  place: RowAt,
): number | null => {
  let { block: index, row } = standing(blocks, top ?? lastTop(blocks, height));
  if (isBefore(place, { block: index, row })) return null;
  let above = 0;
  for (let block = blocks.at(index); block && above < height; block = blocks.at(index)) {
    if (index === place.block) return above + place.row - row < height ? above + place.row - row : null;
    above += boundsOf(block).bottom - row;
    index += 1;
    const next = blocks.at(index);
    row = next ? boundsOf(next).top : 0;
  }
  return null;
};

/** The block of which a row of the window is; null where it is none. */
export const blockInSight = (
  blocks: Blocks,
  { top, height }: Pick<Sight, 'top' | 'height'>,
  wanted: number,
): number | null => {
  let { block: index, row } = standing(blocks, top ?? lastTop(blocks, height));
  let above = 0;
  for (let block = blocks.at(index); block && above <= wanted; block = blocks.at(index)) {
    above += boundsOf(block).bottom - row;
    if (above > wanted) return index;
    index += 1;
    const next = blocks.at(index);
    row = next ? boundsOf(next).top : 0;
  }
  return null;
};
