import { readFileSync, writeFileSync } from 'node:fs';
import type { Machine, ReportLine } from './report.ts';

/** What a bench measured last, and on what. */
export interface BenchRecord {
  readonly machine: Machine;
  readonly lines: readonly ReportLine[];
}

const page = new URL('../../README.md', import.meta.url);
const record = new URL('record.json', import.meta.url);
const latest = new URL('../../bench.json', import.meta.url);
const begin = '<!-- figures: npm run bench -- cache && npm run figures -->\n';
const end = '<!-- /figures -->';

const servers: Readonly<Record<string, string>> = {
  default: '`-c 32768`',
  '-np 3': '`-c 32768 -np 3`',
  '-np 1': '`-c 32768 -np 1`',
  'sliding window': '`-c 32768`, a model with a sliding window',
};

/** The record of the repository. */
export const readRecord = (): BenchRecord => JSON.parse(readFileSync(record, 'utf8')) as BenchRecord;

/** The table of a page, made from a record. */
export function figuresOf({ lines }: BenchRecord): string {
  const find = (name: string) => lines.find(({ bench, case: what }) => bench === 'cache' && what === name);
  const rows = Object.entries(servers).flatMap(([name, shown]) =>
    ['the screen', 'scripts'].flatMap((how) => {
      const share = find(`${name}, ${how}`);
      const waited = find(`${name}, ${how}, waited`);
      if (!share || !waited) return [];
      const percent = `${(Math.floor(share.median * 1000) / 10).toFixed(1)} %`;
      return [
        `| ${shown} | ${how} | ${percent} | ${waited.median} | ${waited.p95} | ${waited.worst ?? ''} |`,
      ];
    }),
  );
  const head =
    '| llama-server | lines come from | reused | tokens read while you wait: median | p95 | most |';
  return `${begin}${head}\n|---|---|---|---|---|---|\n${rows.join('\n')}\n${end}`;
}

const between = (text: string): [before: string, figures: string, after: string] => {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < 0) throw new Error('README.md has no place for figures');
  return [text.slice(0, from), text.slice(from, to + end.length), text.slice(to + end.length)];
};

/** The table that stands in README.md. */
export const figuresShown = (): string => between(readFileSync(page, 'utf8'))[1];

/** Takes the last result of the bench as the record of the repository, and writes its figures into README.md. */
export function takeOver(): void {
  const { machine, lines } = JSON.parse(readFileSync(latest, 'utf8')) as BenchRecord;
  const taken = { machine, lines: lines.filter(({ bench }) => bench === 'cache') };
  writeFileSync(record, `${JSON.stringify(taken, null, 2)}\n`);
  const [before, , after] = between(readFileSync(page, 'utf8'));
  writeFileSync(page, `${before}${figuresOf(taken)}${after}`);
}
