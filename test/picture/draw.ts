import type { Terminal } from '@xterm/headless';

const cell = { width: 8.4, height: 18 };
const margin = 14;
const titleHeight = 26;
const colours = ['#1c1b22', '#e06c75', '#98c379', '#d8b26a', '#7aa2f7', '#c099ff', '#56b6c2', '#d6d3de'];
const paper = '#1c1b22';
const ink = '#d6d3de';

interface Run {
  column: number;
  text: string;
  style: string;
}

const escapeXml = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** Runs of equal style in one row of the screen. */
function runsOf(terminal: Terminal, row: number): Run[] {
  const line = terminal.buffer.active.getLine(row);
  const runs: Run[] = [];
  for (let column = 0; column < terminal.cols; column += 1) {
    const at = line?.getCell(column);
    if (!at || at.getWidth() === 0) continue;
    const colour = at.isFgPalette() ? colours[at.getFgColor() % colours.length] : ink;
    const style = [
      `fill="${colour}"`,
      at.isBold() ? 'font-weight="bold"' : '',
      at.isItalic() ? 'font-style="italic"' : '',
      at.isDim() ? 'opacity="0.6"' : '',
    ]
      .filter(Boolean)
      .join(' ');
    const last = runs.at(-1);
    const text = at.getChars() || ' ';
    if (last && last.style === style) last.text += text;
    else runs.push({ column, text, style });
  }
  return runs.filter(({ text }) => text.trim() !== '');
}

function drawScreen(terminal: Terminal, title: string, top: number): string {
  const width = terminal.cols * cell.width + 2 * margin;
  const height = terminal.rows * cell.height + 2 * margin;
  const rows = Array.from({ length: terminal.rows }, (_, row) =>
    runsOf(terminal, row)
      .map(({ column, text, style }) => {
        const x = (margin + column * cell.width).toFixed(1);
        const y = top + titleHeight + margin + (row + 0.75) * cell.height;
        const length = (text.trimEnd().length * cell.width).toFixed(1);
        return `<text x="${x}" y="${y}" ${style} textLength="${length}" xml:space="preserve">${escapeXml(text.trimEnd())}</text>`;
      })
      .join(''),
  );
  return [
    `<rect y="${top + titleHeight}" width="${width}" height="${height}" rx="8" fill="${paper}"/>`,
    `<text x="4" y="${top + 17}" fill="#8a8794" font-weight="bold">${escapeXml(title)}</text>`,
    ...rows.filter(Boolean),
  ].join('\n');
}

/** Screens one below the other as one SVG, each with a title above it. */
export function drawSvg(screens: readonly { terminal: Terminal; title: string }[]): string {
  const [first] = screens;
  if (!first) return '';
  const width = first.terminal.cols * cell.width + 2 * margin;
  const step = first.terminal.rows * cell.height + 2 * margin + titleHeight + 10;
  const body = screens
    .map(({ terminal, title }, index) => drawScreen(terminal, title, index * step))
    .join('\n');
  const font = 'font-family="ui-monospace, Menlo, Consolas, monospace" font-size="14"';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${step * screens.length}" ${font}>\n${body}\n</svg>\n`;
}
