import { posix } from 'node:path';
import { cyclesOf } from './cycles.ts';
import { undocumented } from './rules.ts';
import { type SourceFile, takeApart } from './source.ts';

/** Figures of the house; what `npm run house` prints and the tests hold. */
export interface House {
  readonly files: number;
  readonly lines: number;
  /** Files that import each other in a circle, the largest circle first. */
  readonly cycles: readonly (readonly string[])[];
  /** Files side by side in each folder, the fullest first. */
  readonly folders: readonly (readonly [folder: string, files: number])[];
  /** Lines of each function, ascending. */
  readonly functions: readonly number[];
  /** Which top folder imports which, `from → to`. */
  readonly arrows: readonly string[];
  /** Exports without a doc line. */
  readonly undocumented: number;
}

/** The value below which this share (0 to 1) of ascending numbers lies; 0 for none. */
export const quantile = (ascending: readonly number[], share: number): number =>
  ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))] ?? 0;

/** Measures the source files of the project. */
export function measure(files: readonly SourceFile[]): House {
  const sources = files.map(takeApart);
  const count = new Map<string, number>();
  for (const { path } of files) {
    const folder = posix.dirname(path);
    count.set(folder, (count.get(folder) ?? 0) + 1);
  }
  const arrows = sources.flatMap(({ folder, imports }) =>
    imports.flatMap(({ target }) => {
      const [root, to = ''] = target.split('/');
      return root === 'src' && to !== folder ? [`${folder} → ${to}`] : [];
    }),
  );
  return {
    files: files.length,
    lines: files.reduce((sum, { text }) => sum + linesOf(text).length, 0),
    cycles: cyclesOf(sources),
    folders: [...count].sort((a, b) => b[1] - a[1]),
    functions: files.flatMap(({ text }) => functionLengths(text)).sort((a, b) => a - b),
    arrows: [...new Set(arrows)].sort(),
    undocumented: files.reduce((sum, { text }) => sum + undocumented(text).length, 0),
  };
}

const linesOf = (text: string): string[] => text.replace(/\n$/, '').split('\n');

const opens =
  /=> \{$|\bfunction\b.*\{$|^ +(?:(?:async|static|get|set|\*) ?)*[#\w[\].]+(?:<.*>)?\(.*\{$|^\s*\).*\{$/;
const isStatement = /^\s*(?:\} )?(?:if|for|while|switch|catch|do|else|try|return (?!.*=>))\b/;

/** Lines from the one that opens a function's body to the one that closes it, as the formatter lays them out. */
const functionLengths = (text: string): number[] => {
  const lines = linesOf(text);
  return lines.flatMap((line, at) => {
    if (!opens.test(line) || isStatement.test(line)) return [];
    const indent = /^\s*/.exec(line)?.[0] ?? '';
    const end = lines.findIndex((other, later) => later > at && other.startsWith(`${indent}}`));
    return end < 0 ? [] : [end - at + 1];
  });
};
