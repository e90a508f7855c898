/** Whether `SOTTO_BENCH_SMALLEST=1` asks each bench only to run once, over as little as it can: to see that it runs at all. */
export const isSmallest = process.env.SOTTO_BENCH_SMALLEST === '1';

/** How often a bench does something, or over how much: the usual number, or at its smallest this one. */
export const sized = (usual: number, smallest: number): number => (isSmallest ? smallest : usual);

/** All of these, or at the smallest as many of them as said: where the others differ in what they are given, not in what is done. */
export const fewOf = <T>(all: readonly T[], smallest = 1): readonly T[] =>
  isSmallest ? all.slice(0, smallest) : all;
