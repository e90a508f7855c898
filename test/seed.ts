import fc from 'fast-check';
import { afterAll } from 'vitest';
import { runs } from './cases.ts';

let cases = 0;

// `SOTTO_SEED` is new in each run of the tests, unless whoever runs them sets it (`test/vitest.config.ts`).
fc.configureGlobal({
  ...runs(100),
  seed: Number(process.env.SOTTO_SEED),
  beforeEach: () => {
    cases += 1;
  },
});

// For `test/closing-line.ts`, which adds up what all files drew.
// biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures the hook wants
afterAll(({}, file) => {
  Object.assign(file.meta, { cases });
});
