import type { CharacterId, Message } from '../../domain/message.ts';
import { cells, shorten } from '../terminal/cells.ts';
import { grounded, type Style, styled } from '../themes/theme.ts';
import { nameOf } from './heading.ts';
import { colourOf, gutter, type Rail } from './rail.ts';
import type { RowStyle } from './row-style.ts';

const frameWidth = 2;

/** The frame around what only some have heard: told apart without colour. */
export interface Frame {
  /** Cells inside, beside the room at its sides. */
  readonly inner: number;
  /** How many rows are inside, those in its edges among them. */
  readonly count: number;
  readonly line: Style;
  /** What it stands on. */
  readonly ground: Style;
}

/** The room that texts have within a frame. */
export const withinFrame = (rowStyle: RowStyle): RowStyle => ({
  ...rowStyle,
  width: Math.max(gutter + 1, rowStyle.width - frameWidth),
});

/** Those who were there and heard nothing, in a row; '' where nobody is known to have been. */
export const unheardRow = (unheard: readonly CharacterId[], rowStyle: RowStyle): string => {
  const names = unheard.map((id) => nameOf(id, rowStyle));
  const said = names.length === 0 ? '' : `${names.join(', ')}: unheard`;
  return styled(rowStyle.theme.dim, shorten(said, Math.max(1, rowStyle.width - gutter)));
};

/** The frame that these rows need: the heading first, at last who heard nothing. */
export const frameOf = (rows: readonly string[], { speaker }: Message, rowStyle: RowStyle): Frame => {
  const inner = rows.reduce((most, row) => Math.max(most, cells(row)), 0);
  return frameWide(inner, rows.length, speaker, rowStyle);
};

/** A frame with so many cells and rows inside, around what somebody says. */
export const frameWide = (
  inner: number,
  count: number,
  speaker: CharacterId | null,
  rowStyle: RowStyle,
): Frame => ({ inner, count, line: colourOf(speaker, rowStyle), ground: rowStyle.theme.whisper });

/** The rail within a frame. */
export const framedRail = (speaker: CharacterId | null, rowStyle: RowStyle): Rail => {
  const side = styled(colourOf(speaker, rowStyle), '│');
  return { usual: ` ${side} `, picked: `█${side} ` };
};

/** One row of what it holds, by its number: the first and the last stand in its edges. `mark` is the cell left of it. */
export const framedRow = (row: string, at: number, frame: Frame, mark: string): string => {
  const { inner, count, line, ground } = frame;
  const rest = Math.max(0, inner - cells(row));
  const edge = (text: string) => styled(line, text);
  const isLast = at === count - 1;
  const drawn = (): string => {
    if (at === 0) return `${edge('╭')} ${row} ${edge(`${'─'.repeat(rest)}╮`)}`;
    if (!isLast) return `${edge('│')} ${row}${' '.repeat(rest)} ${edge('│')}`;
    return row === ''
      ? edge(`╰${'─'.repeat(inner + 2)}╯`)
      : `${edge(`╰${'─'.repeat(rest)}`)} ${row} ${edge('╯')}`;
  };
  return `${mark}${grounded(drawn(), ground)}`;
};
