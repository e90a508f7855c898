import { expect, test } from 'vitest';
import { hasEnded, isGone } from '../../../src/play/lease/liveness.ts';
import { scene } from '../scene.ts';

const days = 86_400_000;
const parts = () => ({ ...scene.parts, pidSpace: 'boot one' });
const heard = (beat: number) => ({ terminal: 'boot another#terminal', pid: 1, beat });

test.each([
  ['now', 0, false],
  ['a moment ahead of us, for clocks differ', 5000, false],
  ['half a minute ago', -31_000, true],
  ['at a time to come, when the clock was wrong', 26_000 * days, true],
])('who cannot be seen and was last heard of %s (%i ms): gone is %s', (_, offset, isSo) => {
  const beat = Date.now() + offset;
  expect(hasEnded(parts(), heard(beat))).toBe(isSo);
  expect(isGone(parts(), heard(beat))).toBe(isSo);
});
