/** What a bench measured in one case: one number a run, and the same of a baseline from the same run. */
export interface Measured {
    readonly case: string;
    readonly unit: 'ms' | 'bytes' | 'share' | 'tokens';
    readonly samples: readonly number[];
    readonly baseline?: readonly number[];
}
/** One line of `--json`. `baseline` is the baseline's median, `ratio` how many times that the median is. */
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
export declare const thisMachine: () => Machine;
/** The smallest sample that `share` of all samples do not exceed (nearest rank). */
export declare function quantile(samples: readonly number[], share: number): number;
/** What is reported of a measurement. */
export declare function reportLine(bench: string, measured: Measured): ReportLine;
/** The machine in one line, then the heads of the columns. */
export declare const tableHead: ({ cpu, cores, memoryGiB, node, os }: Machine) => string;
/** One row of the table for people. */
export declare const tableRow: (line: ReportLine) => string;
