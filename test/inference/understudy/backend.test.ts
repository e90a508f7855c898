import { describe, expect, test } from 'vitest';
import { createUnderstudy } from '../../../src/inference/understudy/backend.ts';
import { ask, hear } from '../replies.ts';

describe('the understudy as a backend', () => {
  test('says that it is no model', async () => {
    const understudy = createUnderstudy();
    expect(understudy).toMatchObject({ kind: 'understudy', url: '', isModel: false });
    expect(await understudy.probe()).toMatchObject({ ok: true, model: 'understudy', url: '' });
  });

  test('RP-009 streams and reports usage', async () => {
    const { end, events } = await hear(createUnderstudy());
    const deltas = events.filter(({ type }) => type === 'delta').length;
    expect(deltas).toBeGreaterThan(3);
    expect(end).toMatchObject({ type: 'finished', usage: { generatedTokens: deltas, model: 'understudy' } });
  });

  test('RP-040 stops when told and keeps the text so far', async () => {
    const stop = new AbortController();
    const { end } = await hear(
      createUnderstudy(),
      ask(),
      stop.signal,
      ({ type }) => type === 'delta' && stop.abort(),
    );
    expect(end.type).toBe('aborted');
    expect(end.text).not.toBe('');
    const slow = createUnderstudy({ tokensPerSecond: 0.001 });
    const never = new AbortController();
    setImmediate(() => never.abort());
    expect((await hear(slow, ask(), never.signal)).events).toEqual([{ type: 'aborted', text: '' }]);
    expect((await hear(slow, ask(), AbortSignal.abort())).events).toEqual([{ type: 'aborted', text: '' }]);
  });

  test('speaks the same words at any speed', async () => {
    const slow = await hear(createUnderstudy({ tokensPerSecond: 3000 }));
    expect(slow.end.text).toBe((await hear(createUnderstudy())).end.text);
  });

  test('keeps what each speaker has read', async () => {
    const understudy = createUnderstudy();
    const prompts = ['Bob', 'Carl'].map(
      (name) => `${name} listens.\n${'The river rises. '.repeat(50)}\n${name}:`,
    );
    const reused: boolean[] = [];
    for (let turn = 0; turn < 4; turn++) {
      const castIndex = turn % 2;
      const { end } = await hear(
        understudy,
        ask({ prompt: prompts[castIndex] ?? '', cache: { key: `${castIndex}`, castIndex } }),
      );
      reused.push(end.type === 'finished' && end.usage.reusedTokens > 100);
    }
    expect(reused).toEqual([false, false, true, true]);
  });

  test('refuses a prompt larger than its context, with numbers', async () => {
    const { end } = await hear(createUnderstudy(), ask({ prompt: 'word '.repeat(40_000) }));
    expect(end).toMatchObject({ type: 'failed', text: '', failure: { code: 'context_exceeded' } });
  });

  test('several replies at once do not wait for each other', async () => {
    const understudy = createUnderstudy();
    const ends = await Promise.all([1, 2, 3].map((seed) => hear(understudy, ask({ seed }))));
    expect(ends.map(({ end }) => end.type)).toEqual(['finished', 'finished', 'finished']);
  });
});
