/** Milliseconds that some work takes, a promise's settling included. */
export declare function took(work: () => unknown): Promise<number>;
/** `runs` results of a measurement, one after the other. */
export declare function repeated(runs: number, measure: (run: number) => number | Promise<number>): Promise<number[]>;
