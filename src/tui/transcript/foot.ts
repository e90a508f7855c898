import { sanitize } from '../../domain/sanitize.ts';
import { wrapLine } from '../markup/wrap.ts';
import { cells } from '../terminal/cells.ts';
import { styled } from '../themes/theme.ts';
import { gutter } from './rail.ts';
import type { RowStyle } from './row-style.ts';

/** What stands behind the newest message until the chat goes on: what went wrong or is missing, and the keys that do something about it. */
export interface Foot {
  readonly tone: 'error' | 'calm';
  readonly text: string;
  readonly keys: readonly (readonly [key: string, does: string])[];
}

const gap = '   ';

/** Rows of it, which stands where texts do, without a rail; the keys stand behind the text where there is room, else below it. */
export const footRows = ({ tone, text, keys }: Foot, { theme, width }: RowStyle): string[] => {
  const room = Math.max(1, width - gutter);
  const said = sanitize(tone === 'error' ? `! ${text}` : text, { newlines: true });
  const style = tone === 'error' ? theme.error : theme.dim;
  const rows = said.split('\n').flatMap((line) => wrapLine([{ text: line, style }], room));
  const hint = keys.map(([key, does]) => `${key} ${does}`).join(gap);
  if (hint === '') return rows;
  const shown = keys.map(([key, does]) => `${styled(theme.accent, key)} ${styled(theme.dim, does)}`);
  const last = rows.pop() ?? '';
  const isBehind = cells(last) + cells(gap + hint) <= room;
  if (isBehind) return [...rows, `${last}${gap}${shown.join(gap)}`];
  const below = cells(hint) <= room ? [shown.join(gap)] : shown;
  return [...rows, last, ...below];
};
