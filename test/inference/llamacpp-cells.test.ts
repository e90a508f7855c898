import { describe, expect, test } from 'vitest';
import type { Priority } from '../../src/inference/backend.ts';
import { openBackend } from '../../src/inference/servers/detect.ts';
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

/** So slow that the first is not over before the last has come. */
const slow = 20;
const finished = ['finished', 'finished', 'finished'];

describe('what runs at once on a llama.cpp server', () => {
  test.each([
    ['shares one cache', { unified: true }],
    ['shares one cache and does not tell of its slots', { unified: true, slotsEndpoint: false }],
  ])('one after another where it %s', async (_, serve) => {
    expect(await atOnce(serve)).toEqual({ ends: finished, most: 1 });
  });

  test('side by side where each slot has cells of its own', async () => {
    expect(await atOnce({ tokensPerSecond: slow })).toEqual({ ends: finished, most: 3 });
  });

  test('side by side as far as they surely fit, where nobody knows', async () => {
    const serve = { unified: true, slotsEndpoint: false, contextSize: 8192, tokensPerSecond: slow };
    expect(await atOnce(serve)).toEqual({
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
    withServer({ slots: 2, tokensPerSecond: at === 'never' ? 400 : 60 }, async (backend, url) => {
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
});
