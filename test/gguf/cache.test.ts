import { beforeAll, describe, expect, test } from 'vitest';
import type { Backend } from '../../src/inference/backend.ts';
import { hear } from '../inference/replies.ts';
import { ask, countBy, story, stranger, usageOf } from './asking.ts';
import { openTiny } from './library.ts';

let backend: Backend;
beforeAll(async () => {
  backend = await openTiny();
});

const count = (text: string): Promise<number> => countBy(backend, text);

test('the probe tells model, context and number of sequences', async () => {
  expect(await backend.probe()).toMatchObject({
    ok: true,
    kind: 'gguf',
    model: 'tiny',
    contextSize: 4096,
    slots: 9,
  });
});

describe('the cache', () => {
  test('a prompt that goes on from the last one is read from there', async () => {
    const owner = stranger();
    const first = usageOf(await hear(backend, ask(story(20), { owner })));
    expect(first.reusedTokens).toBe(0);
    const next = usageOf(await hear(backend, ask(story(22), { owner })));
    expect(next.reusedTokens).toBe(first.promptTokens);
  });

  test('the same prompt again costs one token and gives the same reply', async () => {
    const owner = stranger();
    const first = await hear(backend, ask(story(20), { owner }));
    const again = await hear(backend, ask(story(20), { owner }));
    expect(usageOf(again).reusedTokens).toBe(usageOf(again).promptTokens - 1);
    expect(again.end.text).toBe(first.end.text);
  });

  test('after a change in the middle the text before it is used again, and what follows is not', async () => {
    const owner = stranger();
    await hear(backend, ask(`${story(10)}${story(10, 'snow')}`, { owner }));
    const changed = await hear(backend, ask(`${story(10)}${story(10, 'wind')}`, { owner }));
    const kept = usageOf(changed).reusedTokens;
    expect(kept).toBeGreaterThanOrEqual(await count(story(10)));
    expect(kept).toBeLessThan((await count(story(10))) + 10);
    const fresh = await hear(backend, ask(`${story(10)}${story(10, 'wind')}`));
    expect(changed.end.text).toBe(fresh.end.text);
  });

  test('eight speakers and a classifier do not evict one another; a tenth takes the place of who waited longest', async () => {
    const nine = Array.from({ length: 9 }, stranger);
    const prompt = (owner: string, lines: number): string => `I am ${owner}.\n${story(lines)}`;
    const reuseOf = async (owner: string, lines: number): Promise<number> => {
      const usage = usageOf(await hear(backend, ask(prompt(owner, lines), { owner, maxTokens: 1 })));
      return usage.reusedTokens / usage.promptTokens;
    };
    for (const owner of nine) await reuseOf(owner, 20);
    for (const owner of nine) expect(await reuseOf(owner, 22)).toBeGreaterThan(0.8);
    await reuseOf(stranger(), 20);
    expect(await reuseOf(nine[8] ?? '', 24)).toBeGreaterThan(0.8);
    expect(await reuseOf(nine[0] ?? '', 24)).toBeLessThan(0.2);
  });

  test('requests of one owner side by side are served one after the other', async () => {
    const owner = stranger();
    const requests = Array.from({ length: 4 }, (_, at) => ask(story(5 + at), { owner }));
    const together = await Promise.all(requests.map((request) => hear(backend, request)));
    const [first] = requests;
    const alone = await hear(backend, ask(first?.prompt ?? ''));
    expect(together.map(({ end }) => end.type)).toEqual(['finished', 'finished', 'finished', 'finished']);
    expect(together[0]?.end.text).toBe(alone.end.text);
  });
});

describe('the context', () => {
  test('a prompt that leaves no room is refused with both sizes', async () => {
    const prompt = story(500);
    const { end } = await hear(backend, ask(prompt));
    const promptTokens = (await count(prompt)) + 1;
    expect(end).toMatchObject({
      type: 'failed',
      text: '',
      failure: { code: 'context_exceeded', sizes: { promptTokens, contextSize: 4096 } },
    });
  });

  test('a reply ends where the context is full, and nothing of the prompt is forgotten for it', async () => {
    const prompt = fill(await count(' rain'), 4080);
    const heard = await hear(backend, ask(prompt, { maxTokens: 100 }));
    const { promptTokens, generatedTokens } = usageOf(heard);
    expect(promptTokens + generatedTokens).toBe(4096);
    expect(heard.end).toMatchObject({ reason: 'length' });
  });

  test('a larger one than the model was trained on is not given', async () => {
    const small = await openTiny({ contextSize: 1_000_000 });
    expect(await small.probe()).toMatchObject({ contextSize: 131_072 });
  });
});

/** So many tokens of one word. */
const fill = (each: number, tokens: number): string => ' rain'.repeat(Math.floor(tokens / each));
