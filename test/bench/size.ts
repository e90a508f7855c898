/** Whether `SOTTO_BENCH_SMALLEST=1` asks each bench only to run once, over as little as it can: to see that it runs at all. */
export const isSmallest = process.env.SOTTO_BENCH_SMALLEST === '1';

/** How often a bench does something, or over how much: the usual number, or at its smallest this one. */
export const sized = (usual: number, smallest: number): number => (isSmallest ? smallest : usual);
