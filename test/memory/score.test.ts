import { expect, test } from 'vitest';
import { AskedStems, lineOf } from '../../src/memory/line.ts';
import { readEveryWord } from '../../src/memory/question.ts';
import { partsOf, recencies, totalOf } from '../../src/memory/score.ts';

test('RP-089 of what says as much, the newer counts more, and what matters more counts more', () => {
  const question = readEveryWord('the silver key');
  const line = (at: string, significance = 0) =>
    lineOf({ speaker: null, at, text: 'The silver key.' }, new AskedStems(question.terms), significance);
  const lines = [line('2026-01-01T00:00:00Z'), line('2026-01-05T00:00:00Z'), line('2026-01-09T00:00:00Z')];
  const recencyOf = recencies(lines);
  const scores = lines.map((one) =>
    totalOf(partsOf(one, question, { text: 1, near: 0, answers: 0, recency: recencyOf(one) })),
  );
  expect(scores).toEqual([...scores].sort((a, b) => a - b));
  expect(new Set(scores).size).toBe(3);
  const old = totalOf(partsOf(line('2026-01-01T00:00:00Z', 3), question, { text: 1, near: 0, answers: 0 }));
  expect(old).toBeGreaterThan(scores[2] ?? 0);
});
