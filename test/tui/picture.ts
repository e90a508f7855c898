import { cells } from '../../src/tui/terminal/cells.ts';
import type { Emulator } from './emulator.ts';
import { stylesIn } from './styles.ts';

/** A rectangle of the screen: its texts, and the style of each cell in words. */
export interface Picture {
  readonly texts: readonly string[];
  readonly styles: readonly (readonly string[])[];
}

/** Rows and columns of the screen, the end of each outside. */
interface Part {
  readonly rows: readonly [from: number, to: number];
  readonly columns: readonly [from: number, to: number];
}

/** What is open over the page with its edges; else what is below the last rule across the screen; else all. */
export function partOf(emulator: Emulator, isBottom: boolean): Part {
  const { cols, rows: height } = emulator.terminal;
  const all = { rows: [0, height], columns: [0, cols] } as const;
  if (isBottom) {
    const rule = emulator.rows().findLastIndex((row) => /^─{10}/.test(row));
    return { ...all, rows: [Math.max(0, rule), height] };
  }
  const edges = emulator.edges();
  if (edges === null) return all;
  return { rows: [edges.top, edges.bottom + 1], columns: [edges.left, edges.right + 1] };
}

/** What stands in a part of the screen. */
export function pictureOf({ terminal }: Emulator, { rows, columns }: Part): Picture {
  const { active } = terminal.buffer;
  const lines = Array.from({ length: rows[1] - rows[0] }, (_, at) =>
    active.getLine(active.baseY + rows[0] + at),
  );
  return {
    texts: lines.map((line) => line?.translateToString(true, ...columns).trimEnd() ?? ''),
    styles: lines.map((line) => stylesIn(line, columns)),
  };
}

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** How many cells in a row have which style: `2 a14`: two that are plain, then 14 of style a; '' for a plain row. */
const runsIn = (row: readonly string[]): string => {
  const runs: { letter: string; count: number }[] = [];
  for (const letter of row) {
    const last = runs.at(-1);
    if (last?.letter === letter) last.count += 1;
    else runs.push({ letter, count: 1 });
  }
  if (runs.at(-1)?.letter === '') runs.pop();
  return runs.map(({ letter, count }) => `${letter}${count}`).join(' ');
};

/**
 * The same picture in several looks: its text, under each row where which style begins, and below all how that style looks
 * in each. Rows that repeat are said once.
 */
export function told(looks: Readonly<Record<string, Picture>>): string {
  const [first] = Object.values(looks);
  const known = new Map<string, string>();
  const each = Object.entries(looks);
  const letterOf = (row: number, column: number): string => {
    let about = '';
    for (const [look, { styles }] of each) {
      const style = styles[row]?.[column] ?? '';
      if (style !== '') about += `${about === '' ? '' : ' · '}${look}: ${style}`;
    }
    if (about === '') return '';
    if (!known.has(about)) known.set(about, letters[known.size] ?? '?');
    return known.get(about) ?? '';
  };
  const rows = (first?.texts ?? []).map((text, row) => {
    const runs = runsIn((first?.styles[row] ?? []).map((_, column) => letterOf(row, column)));
    return `|${text}${runs === '' ? '' : `\n    ${runs}`}`;
  });
  const folded: string[] = [];
  for (let at = 0; at < rows.length; ) {
    let end = at;
    while (rows[end] === rows[at]) end += 1;
    folded.push(rows[at] ?? '', ...(end - at > 1 ? [`    × ${end - at}`] : []));
    at = end;
  }
  return [...folded, ...[...known].map(([about, letter]) => `  ${letter}  ${about}`), ''].join('\n');
}

/** The rows of a list: what stands in their first column where there are several, and in which columns the others begin. */
export function columnsIn(texts: readonly string[]): {
  names: readonly string[];
  starts: ReadonlySet<number>;
} {
  const rows = texts.map((text) => text.replace(/^│ /, '').replace(/ *│$/, ''));
  const from = rows.findIndex((row) => row.startsWith('› ')) + 1;
  const listed = from === 0 ? [] : rows.slice(from);
  const end = listed.findIndex((row) => row === '' || /^[╰─]/.test(row));
  const items = listed
    .slice(0, end < 0 ? undefined : end)
    .filter((row) => /^(?:\d| ) {1,3}\S|^\d \S/.test(row) && !row.startsWith('    '));
  const split = items.filter((row) => / {2,}\S/.test(row.slice(4)));
  const starts = split.flatMap((row) =>
    [...row.slice(4).matchAll(/(?<= {2})\S/g)].map(({ index }) => index + 4),
  );
  const named = split.length > 0 ? items : [];
  return {
    names: named.map((row) => row.slice(2).trimStart().split(/ {2,}/)[0] ?? ''),
    starts: new Set(starts),
  };
}

const styling = /\x1b(?:\[[\d;]*[a-zA-Z]|\]8;[^\x1b]*\x1b\\)/g;

/** The column behind a row in which pieces may stand at columns of their own. */
const endOf = (row: string): number =>
  `\x1b[1G${row}`
    .split('\x1b[')
    .filter((piece) => piece !== '')
    .reduce(
      ({ at, most }, piece) => {
        const [, column] = /^(\d+)G/.exec(piece) ?? [];
        const text = `\x1b[${piece}`.replace(styling, '');
        const end = (column === undefined ? at : Number(column) - 1) + cells(text);
        return { at: end, most: Math.max(most, end) };
      },
      { at: 0, most: 0 },
    ).most;

/** How many cells the widest row takes of those that were written, also where the edge of the screen cuts it off. */
export function widestIn(written: string): number {
  const rows = written.matchAll(/\x1b\[\d+;1H\x1b\[K(.*?)(?=\x1b\[\d+;\d+H|\x1b\[\?|$)/g);
  return [...rows].reduce((most, [, row = '']) => Math.max(most, endOf(row)), 0);
}
