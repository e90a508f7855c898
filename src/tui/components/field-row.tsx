import { Box } from 'ink';
import type { ReactElement } from 'react';
import { sanitize } from '../../domain/sanitize.ts';
import { type Draft, rightOf } from '../composer/text.ts';
import { cells, cellsOfGrapheme, graphemes } from '../terminal/cells.ts';
import { type Style, styled } from '../themes/theme.ts';
import { Line } from './line.tsx';

/** As much of a text as goes into so many cells, from its first letter on. */
const startOf = (text: string, width: number): string => {
  let left = width;
  let kept = '';
  for (const grapheme of graphemes(text)) {
    left -= cellsOfGrapheme(grapheme);
    if (left < 0) break;
    kept += grapheme;
  }
  return kept;
};

/** Cells of what is under the cursor and of `…` on both sides of it. */
const widestEnds = 4;

const safe = (text: string): string => sanitize(text.replaceAll('\n', '↵'));

/**
 * What of a line that is edited stands in so many cells: all of it, or what is around the cursor, with `…` where it goes on.
 * The line moves by a third of its room, and not with every key.
 */
export const fieldWindow = (field: Draft, width: number): string => {
  const { text, cursor } = field;
  const end = rightOf(field);
  const [before, behind] = [safe(text.slice(0, cursor)), safe(text.slice(end))];
  const at = safe(text.slice(cursor, end)) || ' ';
  const left = cells(before);
  const isWhole = left + cells(at + behind) <= width;
  const step = Math.max(1, Math.floor(width / 3));
  const skipped = isWhole ? 0 : Math.max(0, Math.ceil((left + widestEnds - width) / step)) * step;
  const start = skipped === 0 ? before : `…${before.slice(startOf(before, skipped + 1).length)}`;
  const room = Math.max(0, width - cells(start + at));
  const rest = cells(behind) <= room ? behind : `${startOf(behind, room - 1)}…`;
  return `${start}\x1b[7m${at}\x1b[27m${rest}`;
};

interface FieldRowProps {
  readonly before: string;
  readonly field: Draft;
  readonly placeholder?: string;
  /** Whether nobody at the screen is to read it. */
  readonly isSecret?: boolean;
  readonly style: Style;
  readonly width: number;
}

/** A line of text that is edited, in so many cells, its cursor inverse. */
export const FieldRow = ({
  before,
  field,
  placeholder = '',
  isSecret = false,
  style,
  width,
}: FieldRowProps): ReactElement => {
  const said = isSecret ? { ...field, text: '*'.repeat(field.text.length) } : field;
  const shown = fieldWindow(said, Math.max(4, width - before.length));
  const hint = field.text === '' ? styled(style, placeholder) : '';
  return (
    <Box height={1} flexShrink={0}>
      <Line>{styled(style, before) + shown + hint}</Line>
    </Box>
  );
};
