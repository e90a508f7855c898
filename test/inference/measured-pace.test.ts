import { expect, test } from 'vitest';
import type { Backend, Usage } from '../../src/inference/backend.ts';
import { paceOf, withPace } from '../../src/inference/measured-pace.ts';
import { createClassifier } from '../../src/inference/questions/classifier.ts';
import { createUnderstudy } from '../../src/inference/understudy/backend.ts';

const request = { prompt: '', stop: [], maxTokens: 40, seed: 1, sampling: {} };
const slow: Usage = {
  ...{ promptTokens: 1000, reusedTokens: 800, generatedTokens: 40, model: 'slow' },
  ...{ firstTokenMs: 20_000, totalMs: 60_000 },
};

/** A server whose replies take as long as its usage says. */
const serverOf = (usage: Usage): Backend => ({
  ...createUnderstudy(),
  async *complete() {
    yield { type: 'finished', text: 'yes', reason: 'eos', usage };
  },
});

test('a question may take a slow server as long as its last reply says, and the usual time before it was measured', async () => {
  const backend = withPace(serverOf(slow));
  const waits: number[] = [];
  const classifier = createClassifier({
    models: [{ name: 'slow', backend }],
    ...{ hard: 1000, timeoutMs: 10_000, estimate: () => 300 },
    after: (milliseconds) => {
      waits.push(milliseconds);
      return () => {};
    },
    takes: (prompt, maxTokens) => paceOf(backend)?.timeFor(prompt.length, maxTokens) ?? 0,
  });
  const ask = () =>
    classifier.ask({ prompt: 'x'.repeat(300), choices: ['yes'] }, new AbortController().signal);
  await ask();
  for await (const _ of backend.complete(request, new AbortController().signal));
  await ask();
  expect(waits).toEqual([10_000, 3 * (300 * 100 + 32 * 1000)]);
});

test('what is too little to tell says nothing of its pace', () => {
  const backend = withPace(serverOf(slow));
  const pace = paceOf(backend);
  pace?.take({ ...slow, reusedTokens: 990, generatedTokens: 1 });
  expect(pace?.timeFor(1000, 100)).toBe(0);
});
