import { describe, expect, test } from 'vitest';
import { prompt } from '../inference/replies.ts';
import { complete, events, type Fields, post, withServer } from './with-server.ts';

describe('the completions of llama.cpp', () => {
  test('/completion at once has all fields of the final event', async () => {
    const answer = await withServer({ slots: 2 }, (url) => complete(url, { id_slot: 1, n_predict: 5 }));
    expect(answer).toMatchObject({
      stop: true,
      stop_type: 'limit',
      stopping_word: '',
      truncated: false,
      id_slot: 1,
    });
    expect(answer).toMatchObject({ tokens_predicted: 5, model: 'understudy', prompt });
    const { content, tokens_evaluated, tokens_cached, timings, generation_settings } = answer;
    expect(content).not.toBe('');
    expect(tokens_cached).toBe((tokens_evaluated as number) + 4);
    expect(timings).toMatchObject({ cache_n: 0, prompt_n: tokens_evaluated, predicted_n: 5 });
    expect(generation_settings).toMatchObject({ seed: 3, n_predict: 5 });
  });

  test('the stream says the same as the answer at once, in order', async () => {
    await withServer({}, async (url) => {
      const whole = await complete(url);
      const response = await post(`${url}/completion`, { prompt, seed: 3, stream: true });
      expect(response.headers.get('content-type')).toBe('text/event-stream');
      const text = await response.text();
      expect(text).toMatch(/^data: [^\n]+\n\n(data: [^\n]+\n\n)+$/);
      const all = events(text);
      expect(all.map(({ content }) => content).join('')).toBe(whole.content);
      expect(all.map(({ stop }) => stop)).toEqual([...all.slice(1).map(() => false), true]);
      expect(all.slice(0, -1).map((event) => event.tokens_predicted)).toEqual(
        all.slice(1).map((_, index) => index + 1),
      );
      expect(all.at(-1)).toMatchObject({ tokens_predicted: all.length - 1, stop_type: 'eos' });
    });
  });

  test('response_fields cut the final event down, nested ones by their last name', async () => {
    const response_fields = ['content', 'timings/cache_n', 'unknown'];
    const answer = await withServer({}, (url) => complete(url, { response_fields }));
    expect(Object.keys(answer)).toEqual(['content', 'cache_n']);
  });

  test('return_progress tells the cache hit before anything is generated', async () => {
    await withServer({}, async (url) => {
      await complete(url);
      const response = await post(`${url}/completion`, { prompt, stream: true, return_progress: true });
      const [first] = events(await response.text());
      const { total, cache, processed } = Object(first).prompt_progress;
      expect(cache).toBe(total - 1);
      expect(processed).toBe(cache);
    });
  });

  test('the cache of a slot is reused by the longest common prefix, the reply included', async () => {
    await withServer({}, async (url) => {
      const first = await complete(url);
      const longer = `${prompt}${first.content}\nAlice: And then?\nBob:`;
      const { timings } = await complete(url, { prompt: longer });
      expect((timings as Fields).cache_n).toBeGreaterThanOrEqual((first.tokens_cached as number) - 1);
      expect((timings as Fields).prompt_n).toBeLessThan(15);
    });
  });

  test('a prompt of tokens or mixed is the same prompt', async () => {
    await withServer({}, async (url) => {
      const { tokens } = (await post(`${url}/tokenize`, { content: prompt }).then((r) => r.json())) as {
        tokens: number[];
      };
      const { content } = await complete(url);
      expect((await complete(url, { prompt: tokens })).content).toBe(content);
      expect((await complete(url, { prompt: [prompt.slice(0, -4), ...tokens.slice(-2)] })).content).toBe(
        content,
      );
    });
  });

  test('a stop string ends it, and is named', async () => {
    await withServer({}, async (url) => {
      const whole = (await complete(url)).content as string;
      const stop = whole.slice(6, 10);
      expect(await complete(url, { stop: [stop] })).toMatchObject({
        content: whole.slice(0, whole.indexOf(stop)),
        stop_type: 'word',
        stopping_word: stop,
      });
    });
  });

  test('0 tokens still makes one', async () => {
    expect((await withServer({}, (url) => complete(url, { n_predict: 0 }))).tokens_predicted).toBe(1);
  });
});
