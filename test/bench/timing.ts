import { sized } from './size.ts';

/** Milliseconds that some work takes, a promise's settling included. */
export async function took(work: () => unknown): Promise<number> {
  const before = performance.now();
  await work();
  return performance.now() - before;
}

/** `runs` results of a measurement, one after the other; one of a bench at its smallest. */
export async function repeated<Sample = number>(
  runs: number,
  measure: (run: number) => Sample | Promise<Sample>,
): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (let run = 0; run < sized(runs, 1); run += 1) samples.push(await measure(run));
  return samples;
}
