import type { IBufferCell, IBufferLine, Terminal } from '@xterm/headless';
import type { Emulator } from './emulator.ts';

const hues = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];

const named = (colour: number, isRgb: boolean): string => {
  if (isRgb) return `#${colour.toString(16).padStart(6, '0')}`;
  return colour > 15 ? String(colour) : `${colour > 7 ? 'bright-' : ''}${hues[colour % 8]}`;
};

const colourOf = (cell: IBufferCell): string[] => [
  ...(cell.isFgDefault() ? [] : [named(cell.getFgColor(), cell.isFgRGB())]),
  ...(cell.isBgDefault() ? [] : [`on ${named(cell.getBgColor(), cell.isBgRGB())}`]),
];

/** A long run of the same sign is said by its beginning. */
const shortened = (text: string): string => text.replace(/(─{4})─+/g, '$1…');

const styleOf = (cell: IBufferCell): string =>
  [
    ...(cell.isBold() ? ['bold'] : []),
    ...(cell.isDim() ? ['dim'] : []),
    ...(cell.isItalic() ? ['italic'] : []),
    ...(cell.isUnderline() ? ['underline'] : []),
    ...(cell.isInverse() ? ['inverse'] : []),
    ...(cell.isStrikethrough() ? ['struck'] : []),
    ...colourOf(cell),
  ].join(' ');

/** All of which a style is made, in numbers. */
const partsOf = (cell: IBufferCell): readonly number[] => [
  cell.getFgColorMode() + cell.getFgColor(),
  cell.getBgColorMode() + cell.getBgColor(),
  cell.isBold() && 1,
  cell.isDim() && 1,
  cell.isItalic() && 1,
  cell.isUnderline() && 1,
  cell.isInverse() && 1,
  cell.isStrikethrough() && 1,
];

/**
 * The style of each cell of a row in words, such as `bold #56b4e9 on #1c2229`; '' for a plain one, and for the second half of
 * a wide sign that of the first. Cells side by side mostly look alike, and are told once.
 */
export function stylesIn(line: IBufferLine | undefined, [from, to]: readonly [number, number]): string[] {
  const styles: string[] = [];
  let cell: IBufferCell | undefined;
  let [parts, style]: [readonly number[], string] = [[], ''];
  for (let column = from; column < to; column += 1) {
    cell = line?.getCell(column, cell);
    if (cell === undefined) {
      styles.push('');
      continue;
    }
    if (cell.getWidth() > 0 || column === 0) {
      const now = partsOf(cell);
      if (now.some((part, at) => part !== parts[at])) [parts, style] = [now, styleOf(cell)];
    }
    styles.push(style);
  }
  return styles;
}

/** The runs of one style in a row, plain ones left out, in one line: `At the fair = bold · Bob = bold #a84300`. */
const runsOf = (terminal: Terminal, row: number): string[] => {
  const { active } = terminal.buffer;
  const line = active.getLine(active.baseY + row);
  const runs: { style: string; text: string }[] = [];
  let cell: IBufferCell | undefined;
  for (const [column, style] of stylesIn(line, [0, terminal.cols]).entries()) {
    cell = line?.getCell(column, cell);
    if (cell === undefined || cell.getWidth() === 0) continue;
    const last = runs.at(-1);
    if (last?.style === style) last.text += cell.getChars() || ' ';
    else runs.push({ style, text: cell.getChars() || ' ' });
  }
  const told = runs
    .filter(({ style, text }) => style !== '' && (text.trim() !== '' || /inverse|underline|on /.test(style)))
    .map(({ style, text }) => `${shortened(text.trim())} = ${style}`);
  return told.length === 0 ? [] : [`    ${told.join('  |  ')}`];
};

/** Rows that repeat are said once, with how often. */
const folded = (rows: readonly string[]): string[] => {
  const out: string[] = [];
  for (let at = 0; at < rows.length; ) {
    let end = at;
    while (rows[end] === rows[at]) end += 1;
    out.push(rows[at] ?? '', ...(end - at > 1 ? [`    × ${end - at}`] : []));
    at = end;
  }
  return out;
};

/** The rows of a terminal as text, each with its styles below it in words. */
export const styledRows = (terminal: Terminal): string[] => {
  const { active } = terminal.buffer;
  return Array.from({ length: terminal.rows }, (_, row) => {
    const text = active.getLine(active.baseY + row)?.translateToString(true) ?? '';
    return [`|${text.trimEnd()}`, ...runsOf(terminal, row)].join('\n');
  });
};

/** The screen as text, each row with its styles below it in words. */
export const styledText = ({ terminal }: Emulator): string => `${folded(styledRows(terminal)).join('\n')}\n`;
