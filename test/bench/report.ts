import { cpus, release, totalmem, type } from 'node:os';

/** What a bench measured in one case: one number a run, and the same of a baseline from the same run. */
export interface Measured {
  readonly case: string;
  readonly unit: 'ms' | 'bytes' | 'MiB' | 'share' | 'tokens' | 'count';
  readonly samples: readonly number[];
  readonly baseline?: readonly number[];
  /** Milliseconds of processor time of the same, each run, and of what it is compared with. */
  readonly processor?: { readonly samples: readonly number[]; readonly baseline: readonly number[] };
}

/** One line of `--json`. `baseline`, where it measured anything, is the baseline's median, `ratio` how many times that the median is. */
export interface ReportLine {
  readonly bench: string;
  readonly case: string;
  readonly median: number;
  readonly p95: number;
  readonly unit: Measured['unit'];
  readonly runs: number;
  /** Of tokens, the most. */
  readonly worst?: number;
  readonly baseline?: number;
  readonly ratio?: number;
  /** Milliseconds of processor time more than the baseline takes. */
  readonly processor?: number;
}

/** What the figures were measured on. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly node: string;
  readonly os: string;
}

/** The machine that this runs on. */
export const thisMachine = (): Machine => ({
  cpu: cpus()[0]?.model.trim() || 'unknown',
  cores: cpus().length,
  memoryGiB: rounded(totalmem() / 2 ** 30),
  node: process.versions.node,
  os: `${type()} ${release()} ${process.arch}`,
});

/** The smallest sample that `share` of all samples do not exceed (nearest rank). */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const found = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (found === undefined) throw new Error('a bench measured nothing');
  return found;
}

const rounded = (value: number): number => Number(value.toPrecision(4));

/** What is reported of a measurement. */
export function reportLine(bench: string, measured: Measured): ReportLine {
  const { samples, unit, baseline, processor } = measured;
  const median = quantile(samples, 0.5);
  const p95 = rounded(quantile(samples, 0.95));
  const worst = unit === 'tokens' ? { worst: rounded(quantile(samples, 1)) } : {};
  const line = {
    bench,
    case: measured.case,
    median: rounded(median),
    p95,
    unit,
    runs: samples.length,
    ...worst,
  };
  if (!baseline?.length) return line;
  const against = quantile(baseline, 0.5);
  const compared = { ...line, baseline: rounded(against), ratio: rounded(median / against) };
  if (!processor) return compared;
  const more = quantile(processor.samples, 0.5) - quantile(processor.baseline, 0.5);
  return { ...compared, processor: rounded(more) };
}

const columns = [
  'bench',
  'case',
  'median',
  'p95',
  'unit',
  'runs',
  'baseline',
  'ratio',
  'worst',
  'processor',
] as const;
const widths = [8, 36, 9, 9, 6, 5, 9, 7, 7, 9];

const laidOut = (values: readonly string[]): string =>
  values
    .map((value, index) =>
      index < 2 ? value.padEnd(widths[index] ?? 0) : value.padStart(widths[index] ?? 0),
    )
    .join(' ')
    .trimEnd();

/** The machine in one line, then the heads of the columns. */
export const tableHead = ({ cpu, cores, memoryGiB, node, os }: Machine): string =>
  `${cpu}, ${cores} cores, ${memoryGiB} GiB, node ${node}, ${os}\n\n${laidOut(columns)}`;

/** One row of the table for people. */
export const tableRow = (line: ReportLine): string =>
  laidOut(columns.map((column) => String(line[column] ?? '')));
