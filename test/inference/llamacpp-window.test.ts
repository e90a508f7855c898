import { expect, test } from 'vitest';
import { ask, hear, withServer } from './replies.ts';

const line = (at: number) => `Alice: The lantern went out ${at} times, and nobody lit it again.\n`;
const cue = (at: number) => `[It is ${at} past ten. ${'Keep to the scene and answer. '.repeat(20)}]\nBob:`;

/** The share that three speakers reuse of a server of a model with a sliding window, each in turn. */
const reused = (isTold: boolean): Promise<number> =>
  withServer({ slots: 4, unified: true, slidingWindow: 512, contextSize: 32_768 }, async (backend) => {
    let [again, all] = [0, 0];
    let history = Array.from({ length: 90 }, (_, at) => line(at)).join('');
    for (let turn = 0; turn < 12; turn += 1) {
      const cache = { key: `chat/${turn % 3}`, castIndex: turn % 3 };
      const own = `You are ${turn % 3}, who else.\n${history}`;
      const settled = isTold ? { settled: own.length } : {};
      const { end } = await hear(backend, ask({ prompt: own + cue(turn), maxTokens: 8, cache, ...settled }));
      if (end.type !== 'finished') throw new Error(JSON.stringify(end));
      history += line(100 + turn);
      if (turn < 3) continue;
      again += end.usage.reusedTokens;
      all += end.usage.promptTokens;
    }
    return again / all;
  });

test('a model with a sliding window goes back to where the last prompt changes, when that is told', async () => {
  expect(await reused(false)).toBeLessThan(0.75);
  expect(await reused(true)).toBeGreaterThan(0.85);
});
