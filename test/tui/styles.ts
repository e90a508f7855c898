import type { IBufferCell } from '@xterm/headless';
import type { Emulator } from './emulator.ts';

const hues = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];

const colourOf = (cell: IBufferCell): string[] => {
  const colour = cell.getFgColor();
  if (cell.isFgRGB()) return [`#${colour.toString(16).padStart(6, '0')}`];
  if (!cell.isFgPalette()) return [];
  if (colour > 15) return [String(colour)];
  return [`${colour > 7 ? 'bright-' : ''}${hues[colour % 8]}`];
};

const styleOf = (cell: IBufferCell): string =>
  [
    ...(cell.isBold() ? ['bold'] : []),
    ...(cell.isDim() ? ['dim'] : []),
    ...(cell.isItalic() ? ['italic'] : []),
    ...(cell.isUnderline() ? ['underline'] : []),
    ...(cell.isInverse() ? ['inverse'] : []),
    ...colourOf(cell),
  ].join(' ');

/** The runs of one style in a row, plain ones left out: `At the fair = bold`. */
const runsOf = ({ terminal }: Emulator, row: number): string[] => {
  const { active } = terminal.buffer;
  const line = active.getLine(active.baseY + row);
  const runs: { style: string; text: string }[] = [];
  for (let column = 0; column < terminal.cols; column += 1) {
    const cell = line?.getCell(column);
    if (cell === undefined || cell.getWidth() === 0) continue;
    const style = styleOf(cell);
    const last = runs.at(-1);
    if (last?.style === style) last.text += cell.getChars() || ' ';
    else runs.push({ style, text: cell.getChars() || ' ' });
  }
  return runs
    .filter(({ style, text }) => style !== '' && text.trim() !== '')
    .map(({ style, text }) => `    ${text.trim()} = ${style}`);
};

/** The screen as text, each row with its styles below it in words. */
export const styledText = (emulator: Emulator): string =>
  emulator
    .rows()
    .flatMap((text, row) => [`|${text}`, ...runsOf(emulator, row)])
    .join('\n')
    .concat('\n');
