import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitFor, takenBy } from '../../src/models/files/memory.ts';

const gib = 1024 ** 3;
const weight = { bytes: 4 * gib, cachePerToken: 128 * 1024, context: 131_072 };
const wanted = { tokens: 8492, prompts: 4 };

test('with memory enough every character has a slot of the size that a prompt wants', () => {
  expect(fitFor(weight, wanted, 64 * gib)).toMatchObject({ slots: 4, context: 9216, fits: true });
});

test('with little there are fewer slots, then shorter ones', () => {
  const at = (free: number) => fitFor(weight, wanted, free * gib);
  expect(at(7.2)).toMatchObject({ slots: 2, context: 9216, fits: true });
  expect(at(5.5)).toMatchObject({ slots: 2, fits: true });
  expect(at(5.5).context).toBeLessThan(9216);
  expect(at(3)).toMatchObject({ slots: 1, fits: false });
});

test('no slot is longer than what a model was trained on', () => {
  expect(fitFor({ ...weight, context: 4096 }, wanted, 64 * gib).context).toBe(4096);
});

test('what is said to fit takes no more than is free', () => {
  const size = fc.integer({ min: 0, max: 64 });
  fc.assert(
    fc.property(
      size,
      size,
      fc.integer({ min: 256, max: 100_000 }),
      fc.integer({ min: 1, max: 10 }),
      (own, free, tokens, prompts) => {
        const heavy = { ...weight, bytes: own * gib };
        const fit = fitFor(heavy, { tokens, prompts }, free * gib);
        expect(fit.slots).toBeGreaterThan(0);
        expect(fit.bytes).toBe(takenBy(heavy, fit.slots, fit.context));
        if (fit.fits) expect(fit.bytes).toBeLessThanOrEqual(free * gib);
      },
    ),
  );
});
