import { describe, expect, test } from 'vitest';
import type { Priority } from '../../src/inference/backend.ts';
import { openBackend } from '../../src/inference/servers/detect.ts';
import { createLlamaCpp } from '../../src/inference/servers/llamacpp.ts';
import { startFakeServer } from '../fake-server/server.ts';
import type { FakeServerOptions } from '../fake-server/server-state.ts';
import { ask, hear, patience, withServer } from './replies.ts';

/** Questions of three characters side by side, each of about 700 tokens, to a server with room for 1,024 at once. */
const story = (name: string) => `${name} remembers it. ${'The lantern went out again. '.repeat(110)}`;
const names = ['Ann', 'Bob', 'Carl'];

const atOnce = async (serve: FakeServerOptions, priority: Priority = 'narrative') => {
  let [running, most] = [0, 0];
  const record: FakeServerOptions['record'] = ({ type }) => {
    running += type === 'begins' ? 1 : type === 'arrives' ? 0 : -1;
    most = Math.max(most, running);
  };
  const server = await startFakeServer({
    slots: 4,
    contextSize: 1024,
    tokensPerSecond: 400,
    record,
    ...serve,
  });
  const backend = await openBackend({ kind: 'llamacpp', url: server.url, ...patience });
  const heard = await Promise.all(
    names.map((name, castIndex) =>
      hear(backend, ask({ prompt: story(name), cache: { key: name, castIndex }, standing: { priority } })),
    ),
  );
  await server.close();
  return { ends: heard.map(({ end }) => (end.type === 'failed' ? end.failure.message : end.type)), most };
};

const finished = ['finished', 'finished', 'finished'];

describe('what runs at once on a llama.cpp server', () => {
  test.each([
    ['shares one cache', { unified: true }],
    ['shares one cache and does not tell of its slots', { unified: true, slotsEndpoint: false }],
  ])('one after another where it %s', async (_, serve) => {
    expect(await atOnce(serve)).toEqual({ ends: finished, most: 1 });
  });

  test('side by side where each slot has cells of its own', async () => {
    expect(await atOnce({})).toEqual({ ends: finished, most: 3 });
  });

  test('side by side as far as they surely fit, where nobody knows', async () => {
    expect(await atOnce({ unified: true, slotsEndpoint: false, contextSize: 8192 })).toEqual({
      ends: finished,
      most: 3,
    });
  });

  test('where slots are kept over cells that they share, what had no room is asked again, one after another', async () => {
    const serve = { unified: true, cacheIdleSlots: false };
    expect((await atOnce(serve, 'job')).ends).toEqual(finished);
  });
});

describe('a server that hands one request another’s state', () => {
  const bob = { key: 'chat/Bob', castIndex: 0 };
  /** A program of somebody else's asks for the slot in which a reply is being written, and the server overwrites that. */
  const disturbed = (at: 'in the middle' | 'never') =>
    withServer({ slots: 2, tokensPerSecond: 400 }, async (backend, url) => {
      const post = (prompt: string) =>
        fetch(`${url}/completion`, {
          method: 'POST',
          body: JSON.stringify({ prompt, id_slot: 0, n_predict: 1 }),
        });
      await post(`${story('Ann')} ${'And so it went. '.repeat(9)}`);
      await post(story('Carl'));
      let asked: Promise<unknown> | null = null;
      const { end } = await hear(
        backend,
        ask({ prompt: story('Bob'), cache: bob, stop: [] }),
        undefined,
        ({ type }) => {
          if (type === 'delta' && at === 'in the middle')
            asked ??= post(`${story('Ann')} ${'And so it went. '.repeat(9)}`);
        },
      );
      await asked;
      return end.type === 'failed' ? end.failure.code : end.type;
    });

  test('is found out by what the slot holds at the end', async () => {
    expect(await disturbed('never')).toBe('finished');
    expect(await disturbed('in the middle')).toBe('foreign_state');
  });

  test('is found out at once where more is reused than it was ever sent, and a fresh reading is not', async () => {
    const slot = { id: 0, n_prompt_tokens: 5 };
    const counts = { tokens_evaluated: 1000, tokens_predicted: 4, tokens_cached: 1003 };
    const { url, close } = await startScripted(slot, counts);
    const backend = createLlamaCpp({ url, ...patience });
    const heard = async (prompt: string, isFresh = false) => {
      const { end } = await hear(backend, ask({ prompt, cache: bob, isFresh }));
      return end.type === 'failed' ? end.failure.code : end.type;
    };
    expect(await heard(`It rains. ${'word '.repeat(900)}`)).toBe('finished');
    slot.n_prompt_tokens = 1003;
    expect(await heard(`It snows. ${'other '.repeat(900)}`)).toBe('foreign_state');
    expect(await heard(`It snows. ${'other '.repeat(900)}`, true)).toBe('finished');
    await close();
  });
});

/** A server that says that it reused 900 tokens of 1,000, whatever it is sent. */
async function startScripted(slot: object, counts: object) {
  const { createServer } = await import('node:http');
  const server = createServer((request, response) => {
    const progress = {
      content: '',
      stop: false,
      prompt_progress: { total: 1000, cache: 900, processed: 900 },
    };
    const end = { content: 'Aye.', stop: true, stop_type: 'eos', ...counts };
    const pages: Record<string, string> = {
      '/props': JSON.stringify({
        build_info: 'b1',
        total_slots: 2,
        default_generation_settings: { n_ctx: 4096 },
      }),
      '/slots': JSON.stringify(
        [slot, { id: 1, n_prompt_tokens: 9 }].map((one) => ({ ...one, is_processing: false })),
      ),
    };
    request.resume();
    const page = pages[request.url ?? ''];
    if (page) return response.end(page);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    return response.end([progress, end].map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = Object(server.address());
  const close = () => new Promise((resolve) => server.close(resolve));
  return { url: `http://127.0.0.1:${port}`, close };
}
