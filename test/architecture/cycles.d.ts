import type { Source } from './source.ts';
/** Groups of two or more files that import each other in a circle, types included; the largest first. */
export declare function cyclesOf(sources: readonly Source[]): string[][];
