import { describe, expect, test } from 'vitest';
import { learnRetention } from '../../../src/inference/cache/slot-retention.ts';
import { createLlamaCpp } from '../../../src/inference/servers/llamacpp.ts';
import { ModelRouter } from '../../../src/inference/servers/router.ts';
import type { Server } from '../../../src/inference/transport/http.ts';
import type { ServerInfoStore, ServerOptions } from '../../../src/inference/transport/request.ts';
import { startFakeServer } from '../../fake-server/server.ts';
import type { FakeServerOptions } from '../../fake-server/server-state.ts';
import { ask, hear, patience, withServer } from '../replies.ts';

const learn = (serve: FakeServerOptions, more: Partial<ServerOptions> = {}): Promise<boolean | null> =>
  withServer(serve, (_, url) => learnRetention({ ...patience, url, ...more }));

/** What processes remember together. */
const shared = (): ServerInfoStore & { kept: Map<string, Readonly<Record<string, unknown>>> } => {
  const kept = new Map<string, Readonly<Record<string, unknown>>>();
  return {
    kept,
    read: (url) => kept.get(url) ?? null,
    write: (url, known) => void kept.set(url, { ...kept.get(url), ...known }),
  };
};

const unified = { slots: 4, unified: true };
const story = 'The lantern went out, and nobody lit it again. '.repeat(40);

/** Tokens of a speaker's prompt that were still there, for a client that has just been started. */
const reusedBy = async (url: string, prompt: string, infoStore?: ServerInfoStore): Promise<number> => {
  const backend = createLlamaCpp({ ...patience, url, ...(infoStore && { infoStore }) });
  const request = ask({ prompt, maxTokens: 1, cache: { key: prompt.slice(0, 3), castIndex: 1 } });
  const { end } = await hear(backend, request);
  if (end.type !== 'finished') throw new Error(JSON.stringify(end));
  return end.usage.reusedTokens / end.usage.promptTokens;
};

describe('whether a slot is kept while another is used', () => {
  test('it is with -np, and is not without, where all slots share one cache', async () => {
    expect(await learn({ slots: 2 })).toBe(true);
    expect(await learn(unified)).toBe(false);
  });

  test.each([{ slots: 4 }, unified])('what the slots hold is not lost by the trial (%o)', async (serve) => {
    await withServer(serve, async (_, url) => {
      await reusedBy(url, `Bob ${story}`);
      await learnRetention({ ...patience, url });
      expect(await reusedBy(url, `Bob ${story}`)).toBeGreaterThan(0.9);
    });
  });

  test.each([
    ['one slot', { slots: 1 }],
    ['a model that loads', { slots: 2, fail: { mode: 'loading' } }],
    ['an error', { slots: 2, fail: { mode: '500' } }],
    ['another program', { slots: 2, fail: { mode: 'html' } }],
    ['a key that is wanted', { slots: 2, apiKey: 'k' }],
    ['a server that does not tell of its slots', { slots: 2, slotsEndpoint: false }],
  ] as const)('nothing is known with %s', async (_, serve) => {
    expect(await learn(serve)).toBeNull();
  });

  test('nothing is known of another server, of none, of no address and after a stop', async () => {
    const kobold = await startFakeServer({ dialect: 'koboldcpp' });
    expect(await learnRetention({ ...patience, url: kobold.url })).toBeNull();
    await kobold.close();
    expect(await learnRetention({ ...patience, url: 'http://127.0.0.1:1' })).toBeNull();
    expect(await learnRetention({ ...patience, url: 'nowhere' })).toBeNull();
    const stop = new AbortController();
    const serve = { slots: 2, fail: { mode: 'hang' } } as const;
    const found = await withServer(serve, (_, url) => {
      const trying = learnRetention({ ...patience, url }, stop.signal);
      setImmediate(() => stop.abort());
      return trying;
    });
    expect(found).toBeNull();
  });

  test('of a server with several models the one that is named is tried', async () => {
    await withServer({ slots: 2, models: ['large', 'small'] }, async (_, url) => {
      const options = { ...patience, url, model: 'small' };
      const router = (at: Server) => new ModelRouter(at, options);
      expect(await learnRetention(options)).toBeNull();
      expect(await learnRetention(options, undefined, router)).toBe(true);
    });
  });

  test('while a slot is at work nothing is tried, and the next request finds out', async () => {
    const infoStore = shared();
    await withServer({ slots: 4, unified: true, tokensPerSecond: 50 }, async (_, url) => {
      const stop = new AbortController();
      const body = JSON.stringify({ prompt: story, stream: true });
      const busy = await fetch(`${url}/completion`, { method: 'POST', body, signal: stop.signal });
      const backend = createLlamaCpp({ ...patience, url, infoStore });
      const bob = { key: 'Bob', castIndex: 1 };
      await hear(backend, ask({ prompt: 'Bob:', maxTokens: 1, cache: bob }));
      expect(infoStore.kept.size).toBe(0);
      stop.abort();
      await busy.text().catch(() => '');
      await hear(backend, ask({ prompt: 'Bob:', maxTokens: 1, cache: bob }));
      await hear(backend, ask({ prompt: 'Bob:', maxTokens: 1, cache: bob }));
      expect(infoStore.kept.get(url)).toMatchObject({ keepsSlots: false });
    });
  });

  test('a process that finds nothing in the store tries it, and the next one need not', async () => {
    const infoStore = shared();
    await withServer({ slots: 2 }, async (_, url) => {
      await reusedBy(url, story, infoStore);
      expect(infoStore.kept.get(url)).toMatchObject({ keepsSlots: true, slots: 2, build: 'understudy' });
      infoStore.write(url, { ...infoStore.kept.get(url), keepsSlots: false });
      await reusedBy(url, story, infoStore);
      expect(infoStore.kept.get(url)).toMatchObject({ keepsSlots: false });
    });
  });

  test('what was found before the server was started anew, or of another model, counts for nothing', async () => {
    const infoStore = shared();
    const first = await startFakeServer({ slots: 4 });
    await reusedBy(first.url, story, infoStore);
    await first.close();
    const second = await startFakeServer({ ...unified, port: Number(new URL(first.url).port) });
    await reusedBy(second.url, story, infoStore);
    expect(infoStore.kept.get(second.url)).toMatchObject({ keepsSlots: false });
    await second.close();
  });
});

describe('a server without -np, each reply from a process of its own', () => {
  test('two speakers who take turns find what they had, from the second reply of each on', async () => {
    await withServer(unified, async (_, url) => {
      const reused: number[] = [];
      for (let turn = 0; turn < 8; turn += 1) {
        const history = ' And then it rained.'.repeat(turn);
        reused.push(await reusedBy(url, `${turn % 2 ? 'Bob' : 'Ann'} ${story}${history}`));
      }
      expect(Math.min(...reused.slice(2))).toBeGreaterThan(0.8);
    });
  });
});

test('27 a speaker has the slot that it had before, in whichever process, and another chat takes one that is empty', async () => {
  const infoStore = shared();
  await withServer({ slots: 4, hostTokens: 0 }, async (_, url) => {
    const reply = async (key: string, prompt: string): Promise<number> => {
      const backend = createLlamaCpp({ ...patience, url, infoStore });
      const { end } = await hear(backend, ask({ prompt, maxTokens: 1, cache: { key, castIndex: 1 } }));
      if (end.type !== 'finished') throw new Error(JSON.stringify(end));
      return end.usage.reusedTokens / end.usage.promptTokens;
    };
    const other = 'Nobody rows at night, and the far shore is dark. '.repeat(40);
    await reply('ferry/Bob', `Bob. ${story}`);
    await reply('inn/Carl', `Carl. ${other}`);
    expect(await reply('ferry/Bob', `Bob. ${story}`)).toBeGreaterThan(0.9);
    expect(await reply('inn/Carl', `Carl. ${other}`)).toBeGreaterThan(0.9);
    expect(infoStore.kept.get(url)?.places).toMatchObject({ 'ferry/Bob': 1 });
  });
});
