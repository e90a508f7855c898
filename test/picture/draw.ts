import type { IBufferCell, Terminal } from '@xterm/headless';

const cell = { width: 8.4, height: 18 };
const margin = 14;
const titleHeight = 26;
const gap = 10;
const paper = '#1c1b22';
const ink = '#d6d3de';
const quiet = '#a5a2b0';
const sixteen = ['#1c1b22', '#e06c75', '#98c379', '#d8b26a', '#7aa2f7', '#c099ff', '#56b6c2', '#d6d3de'];

/** Cells of equal style, side by side in one row. */
interface Run {
  column: number;
  columns: number;
  text: string;
  style: string;
  paper: string;
}

const escapeXml = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** A colour of 256 in the palette: sixteen of the picture's own, a cube of six levels, greys. */
function paletteColour(index: number): string {
  if (index === 8) return quiet;
  if (index < 16) return sixteen[index % sixteen.length] ?? ink;
  if (index >= 232) return rgb(((8 + (index - 232) * 10) * 0x010101) >>> 0);
  const level = (step: number) => (step === 0 ? 0 : 55 + step * 40);
  const cube = index - 16;
  const [red, green, blue] = [Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map(level);
  return rgb(((red ?? 0) << 16) | ((green ?? 0) << 8) | (blue ?? 0));
}

const rgb = (value: number): string => `#${value.toString(16).padStart(6, '0')}`;

function coloursOf(at: IBufferCell): { text: string; behind: string } {
  const text = at.isFgRGB() ? rgb(at.getFgColor()) : at.isFgPalette() ? paletteColour(at.getFgColor()) : ink;
  const behind = at.isBgRGB()
    ? rgb(at.getBgColor())
    : at.isBgPalette()
      ? paletteColour(at.getBgColor())
      : paper;
  return at.isInverse() ? { text: behind, behind: text } : { text, behind };
}

function styleOf(at: IBufferCell, colour: string): string {
  const words = [
    colour === ink ? '' : `fill="${colour}"`,
    at.isBold() ? 'font-weight="bold"' : '',
    at.isItalic() ? 'font-style="italic"' : '',
    at.isUnderline() ? 'text-decoration="underline"' : '',
    at.isDim() ? 'opacity="0.65"' : '',
  ];
  return words.filter(Boolean).join(' ');
}

function runsOf(terminal: Terminal, row: number): Run[] {
  const line = terminal.buffer.active.getLine(row);
  const runs: Run[] = [];
  for (let column = 0; column < terminal.cols; column += 1) {
    const at = line?.getCell(column);
    if (!at || at.getWidth() === 0) continue;
    const { text: colour, behind } = coloursOf(at);
    const style = styleOf(at, colour);
    const last = runs.at(-1);
    const run = { column, columns: at.getWidth(), text: at.getChars() || ' ', style, paper: behind };
    if (last && last.style === style && last.paper === behind) {
      last.text += run.text;
      last.columns += run.columns;
    } else runs.push(run);
  }
  return runs;
}

const at = (column: number): string => (margin + column * cell.width).toFixed(1);

/** What stands behind a run and its text. A run of a few words far from each other is drawn as that many. */
function drawRun({ column, columns, text, style, paper: behind }: Run, y: number): string {
  const bar = `<rect x="${at(column)}" y="${y}" width="${(columns * cell.width).toFixed(1)}" height="${cell.height}" fill="${behind}"/>`;
  const pieces = [...text.matchAll(/\S+(?: \S+)*/g)].map(({ 0: piece, index }) => {
    const length = (piece.length * cell.width).toFixed(1);
    return `<text x="${at(column + index)}" y="${y + cell.height * 0.75}" ${style}${style && ' '}textLength="${length}">${escapeXml(piece)}</text>`;
  });
  return [behind === paper ? '' : bar, ...pieces].join('');
}

const heightOf = (terminal: Terminal): number => titleHeight + terminal.rows * cell.height + margin;

function drawScreen(terminal: Terminal, title: string, top: number): string {
  const width = (terminal.cols * cell.width + 2 * margin).toFixed(1);
  const rows = Array.from({ length: terminal.rows }, (_, row) =>
    runsOf(terminal, row)
      .map((run) => drawRun(run, top + titleHeight + row * cell.height))
      .join(''),
  );
  return [
    `<rect y="${top}" width="${width}" height="${heightOf(terminal)}" rx="8" fill="${paper}"/>`,
    `<text x="${margin}" y="${top + 18}" fill="${quiet}" font-size="12">${escapeXml(title)}</text>`,
    ...rows.filter(Boolean),
  ].join('\n');
}

/** Screens one below the other as one SVG on a dark ground of its own, each with a title above it. */
export function drawSvg(screens: readonly { terminal: Terminal; title: string }[]): string {
  let top = 0;
  const body = screens.map(({ terminal, title }) => {
    const drawn = drawScreen(terminal, title, top);
    top += heightOf(terminal) + gap;
    return drawn;
  });
  const width = Math.max(...screens.map(({ terminal }) => terminal.cols)) * cell.width + 2 * margin;
  const font = 'font-family="ui-monospace, Menlo, Consolas, monospace" font-size="14"';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width.toFixed(1)} ${top - gap}" ${font} fill="${ink}">\n${body.join('\n')}\n</svg>\n`;
}
