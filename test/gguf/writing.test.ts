import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Backend } from '../../src/inference/backend.ts';
import { hear } from '../inference/replies.ts';
import { ask, story, stranger, usageOf } from './asking.ts';
import { openTiny } from './library.ts';

let backend: Backend;
beforeAll(async () => {
  backend = await openTiny();
});

describe('a reply', () => {
  test('is streamed and counted', async () => {
    const heard = await hear(backend, ask(story(20)));
    expect(heard.events.filter(({ type }) => type === 'delta').length).toBeGreaterThan(5);
    expect(heard.end).toMatchObject({ type: 'finished', reason: 'length' });
    expect(usageOf(heard)).toMatchObject({ generatedTokens: 24, model: 'tiny' });
  });

  test('the reading of a long prompt is told as it goes on', async () => {
    const heard = await hear(backend, ask(`Hail. ${story(60)}`));
    const { promptTokens } = usageOf(heard);
    const progress = heard.events.flatMap((event) => (event.type === 'progress' ? [event] : []));
    expect(progress.length).toBeGreaterThan(3);
    expect(progress.map(({ processed }) => processed)).toEqual(
      progress.map(({ processed }) => processed).toSorted((a, b) => a - b),
    );
    expect(progress.every(({ total, cached }) => total === promptTokens && cached < 3)).toBe(true);
  });

  test('a stop string ends it, wherever tokens are cut, and never comes out', async () => {
    const whole = (await hear(backend, ask(story(20), { maxTokens: 60 }))).end.text;
    const stop = whole.slice(41, 52);
    const { end } = await hear(backend, ask(story(20), { maxTokens: 60, stop: [stop] }));
    expect(end).toMatchObject({
      type: 'finished',
      reason: 'stop',
      text: whole.slice(0, whole.indexOf(stop)),
    });
  });

  test('the end of text ends it', async () => {
    const { end } = await hear(backend, ask(story(3), { sampling: { grammar: 'root ::= "Yes."' } }));
    expect(end).toMatchObject({ type: 'finished', reason: 'eos', text: 'Yes.' });
  });

  test('the same seed gives the same, another another', async () => {
    const [first, same, other] = [7, 7, 8].map((seed) => ask(story(20), { seed }));
    const say = async (request = ask('')): Promise<string> => (await hear(backend, request)).end.text;
    const text = await say(first);
    expect(await say(same)).toBe(text);
    expect(await say(other)).not.toBe(text);
  });

  test('an abort in mid-reply keeps the text so far, and the next one is as if nothing had been', async () => {
    const owner = stranger();
    const abort = new AbortController();
    const cut = await hear(backend, ask(story(20), { owner, maxTokens: 400 }), abort.signal, ({ type }) => {
      if (type === 'delta') abort.abort();
    });
    expect(cut.end.type).toBe('aborted');
    expect(cut.end.text).not.toBe('');
    const whole = (await hear(backend, ask(story(20), { maxTokens: 40 }))).end.text;
    expect(whole.startsWith(cut.end.text)).toBe(true);
    const next = await hear(backend, ask(story(20), { owner, maxTokens: 40 }));
    expect(next.end.text).toBe(whole);
    expect(usageOf(next).reusedTokens).toBe(usageOf(next).promptTokens - 1);
  });

  test('an abort while the prompt is read ends it there, and what was read stays', async () => {
    const owner = stranger();
    const abort = new AbortController();
    const cut = await hear(backend, ask(`Fog. ${story(60)}`, { owner }), abort.signal, (event) => {
      if (event.type === 'progress' && event.processed > 100) abort.abort();
    });
    expect(cut.end).toEqual({ type: 'aborted', text: '' });
    const progress = cut.events.flatMap((event) => (event.type === 'progress' ? [event] : []));
    expect(progress).toHaveLength(2);
    const read = progress.at(-1)?.processed ?? 0;
    expect(read).toBeGreaterThanOrEqual(128);
    expect(usageOf(await hear(backend, ask(`Fog. ${story(60)}`, { owner }))).reusedTokens).toBe(read);
  });

  test('an aborted signal starts nothing', async () => {
    expect((await hear(backend, ask(story(5)), AbortSignal.abort())).events).toEqual([
      { type: 'aborted', text: '' },
    ]);
  });
});

test('for all texts: what tokens spell comes out whole, character by character', async () => {
  const text = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    .filter((one) => !/["\\\p{C}]/u.test(one));
  await fc.assert(
    fc.asyncProperty(text, async (one) => {
      const { streamed } = await hear(
        backend,
        ask('Say it. ', { maxTokens: 400, sampling: { grammar: `root ::= "${one}"` } }),
      );
      expect(streamed).toBe(one);
    }),
    { numRuns: 30 },
  );
});
