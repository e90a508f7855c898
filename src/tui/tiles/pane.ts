import type { Watched } from '../../commands/world/pane.ts';
import { sanitize } from '../../domain/sanitize.ts';
import { wrapLine } from '../markup/wrap.ts';
import type { Room } from '../panels/text.ts';
import { cells, shorten } from '../terminal/cells.ts';
import { styled, type Theme } from '../themes/theme.ts';
import { colourOf } from '../transcript/rail.ts';
import { portraitBlock } from './tile.ts';

const picture = { columns: 8, rows: 4 };
/** Edge and space at the left, space at the right. */
const around = 3;
const half = 4;

/** How far something is from 0 on a scale to 100, as a bar of nine cells about a middle. */
export const balanceOf = (value: number): string => {
  const full = Math.min(half, Math.ceil(Math.abs(value) / (100 / half)));
  const [line, rest] = ['━'.repeat(full), '─'.repeat(half - full)];
  const none = '─'.repeat(half);
  return value < 0 ? `${rest}${line}┼${none}` : `${none}┼${line}${rest}`;
};

const signed = (value: number): string => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0');

/** Bars of what is felt, each behind its name. */
const barsOf = ({ affinity, trust }: Exclude<Watched['felt'], null>, theme: Theme): string[] =>
  [['affinity', affinity] as const, ['trust', trust] as const].map(
    ([name, value]) =>
      `${styled(theme.dim, name.padStart(8))} ${balanceOf(value)} ${signed(value).padStart(4)}`,
  );

const wordsOf = ({ name, isPlayed, isAway }: Watched): string => {
  if (isPlayed) return name.toLowerCase() === 'you' ? '' : ' (you)';
  return isAway ? ' (away)' : '';
};

/** Name and mood in a row, the mood at its right; below, where both do not fit. */
function headOf(one: Watched, theme: Theme, width: number): string[] {
  const name = shorten(sanitize(one.name), width);
  const words = cells(name + wordsOf(one)) <= width ? wordsOf(one) : '';
  const mood = sanitize(one.mood);
  const drawn = `${styled(colourOf(one.id, { cast: [one], theme }), name)}${styled(theme.dim, words)}`;
  const rest = width - cells(name + words) - cells(mood);
  if (mood === '' || rest >= 2) return [`${drawn}${' '.repeat(Math.max(0, rest))}${mood}`];
  return [drawn, ...wrapLine([{ text: mood, style: '' }], width).slice(0, 1)];
}

/** What is seen of somebody beside their portrait. */
function linesOf(one: Watched, theme: Theme, width: number): string[] {
  const { felt, returned } = one;
  const does =
    one.does === '' ? [] : wrapLine([{ text: sanitize(one.does), style: theme.dim }], width).slice(0, 2);
  const back =
    returned === 'hidden'
      ? [styled(theme.dim, 'what is felt for you: hidden')]
      : returned === null
        ? []
        : [styled(theme.dim, 'for you'), ...barsOf(returned, theme)];
  return [...headOf(one, theme, width), ...does, ...(felt ? barsOf(felt, theme) : []), ...back];
}

/** Somebody in rows: their portrait, and beside it what is seen of them. */
function personRows(one: Watched, theme: Theme, width: number): string[] {
  const block = portraitBlock({ name: one.name, png: one.picture() }, picture, theme);
  const lines = linesOf(one, theme, width - picture.columns - 2);
  return Array.from({ length: Math.max(picture.rows, lines.length) }, (_, at) =>
    `${block[at] ?? ' '.repeat(picture.columns)}  ${lines[at] ?? ''}`.trimEnd(),
  );
}

const ways = '/drawer edits · F6 closes';

/** The pane beside the page: whom one knows, as many as there is room for, behind its edge. */
export function paneRows(people: readonly Watched[], theme: Theme, { width, height }: Room): string[] {
  const rows: string[] = [];
  let shown = 0;
  for (const one of people) {
    const own = [...(shown === 0 ? [] : ['']), ...personRows(one, theme, width - around)];
    if (rows.length + own.length > height - 2 && shown > 0) break;
    rows.push(...own);
    shown += 1;
  }
  const left = people.length - shown;
  const last = left === 0 ? ways : `and ${left} more: /drawer`;
  const edge = styled(theme.dim, '│');
  return Array.from({ length: height }, (_, at) => {
    const row = at === height - 1 ? styled(theme.dim, last) : rows[at];
    return row === undefined || row === '' ? edge : `${edge} ${row}`;
  });
}
