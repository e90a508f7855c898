import { describe, expect, test } from 'vitest';
import type { Backend } from '../../src/inference/backend.ts';
import { openBackend } from '../../src/inference/servers/detect.ts';
import { inQueue, ServerQueue } from '../../src/inference/transport/server-queue.ts';
import { startFakeServer } from '../fake-server/server.ts';
import { withEndpoint } from './dialects.ts';
import { ask, hear, patience } from './replies.ts';

/** Hears a reply and notes when it began and ended. */
const noting = async (backend: Backend, name: string, notes: string[]): Promise<string> => {
  let isBegun = false;
  const { end } = await hear(backend, ask(), undefined, () => {
    if (!isBegun) notes.push(`${name} begins`);
    isBegun = true;
  });
  notes.push(`${name} ends`);
  return end.type;
};

/** A reply that has begun and goes on when it is read: until then it keeps its place. */
const begun = async (backend: Backend): Promise<AsyncIterator<unknown>> => {
  const reply = backend.complete(ask(), new AbortController().signal)[Symbol.asyncIterator]();
  await reply.next();
  return reply;
};

const readToEnd = async (reply: AsyncIterator<unknown>): Promise<void> => {
  while (!(await reply.next()).done);
};

const threeBegun = async (backend: Backend) => [
  await begun(backend),
  await begun(backend),
  await begun(backend),
];

const inOrder = ['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'];

describe('one request at a time', () => {
  test('replies come one after the other, in order', async () => {
    const notes: string[] = [];
    await withEndpoint({ dialect: 'vllm' }, { slots: 3, tokensPerSecond: 400 }, async (server) => {
      const backend = inQueue(server);
      await Promise.all(['a', 'b', 'c'].map((name) => noting(backend, name, notes)));
    });
    expect(notes).toEqual(inOrder);
  });

  test('as many side by side as there are places', async () => {
    await withEndpoint({ dialect: 'vllm' }, { slots: 3 }, async (server) => {
      const backend = inQueue(server, new ServerQueue(), async () => ({ places: 2 }));
      const [one, other] = [await begun(backend), await begun(backend)];
      let isThirdBegun = false;
      const third = begun(backend).then((reply) => {
        isThirdBegun = true;
        return reply;
      });
      await readToEnd(await begun(inQueue(server)));
      expect(isThirdBegun).toBe(false);
      await readToEnd(one);
      await readToEnd(await third);
      await readToEnd(other);
    });
  });

  test('one that waits can be stopped, and nothing is sent for it', async () => {
    await withEndpoint({ dialect: 'vllm' }, { slots: 3, tokensPerSecond: 400 }, async (server) => {
      const backend = inQueue(server);
      const stop = new AbortController();
      let waiting: ReturnType<typeof hear> | undefined;
      const first = await hear(backend, ask(), undefined, () => {
        waiting ??= hear(backend, ask(), stop.signal);
        stop.abort();
      });
      expect(first.end.type).toBe('finished');
      expect((await waiting)?.events).toEqual([{ type: 'aborted', text: '' }]);
      expect((await hear(backend)).end.type).toBe('finished');
    });
  });

  test('one can be stopped while the places are not known yet', async () => {
    await withEndpoint({ dialect: 'vllm' }, {}, async (server) => {
      const backend = inQueue(server, new ServerQueue(), () => new Promise(() => {}));
      const stop = new AbortController();
      const heard = hear(backend, ask(), stop.signal);
      stop.abort();
      expect((await heard).events).toEqual([{ type: 'aborted', text: '' }]);
    });
  });

  test('places that are not known are asked for again', async () => {
    const answers = [
      Promise.reject(new Error('away')),
      Promise.resolve({ places: 0 }),
      Promise.resolve({ places: 3 }),
    ];
    answers[0]?.catch(() => {});
    const notes: string[] = [];
    await withEndpoint({ dialect: 'vllm' }, { slots: 3, tokensPerSecond: 400 }, async (server) => {
      const backend = inQueue(
        server,
        new ServerQueue(),
        () => answers.shift() ?? Promise.reject(new Error('asked again')),
      );
      await hear(backend);
      await Promise.all(['a', 'b', 'c'].map((name) => noting(backend, name, notes)));
      expect(notes).toEqual(inOrder);
      await Promise.all((await threeBegun(backend)).map(readToEnd));
      await Promise.all((await threeBegun(backend)).map(readToEnd));
    });
    expect(answers).toEqual([]);
  });

  test('a reply that is left early, failed or stopped makes room', async () => {
    await withEndpoint({ dialect: 'vllm' }, { fail: { mode: 'die', requests: 1 } }, async (server) => {
      const backend = inQueue(server);
      expect((await hear(backend)).end.type).toBe('failed');
      for await (const event of backend.complete(ask(), new AbortController().signal)) {
        if (event.type === 'delta') break;
      }
      await hear(backend, ask(), AbortSignal.abort());
      expect((await hear(backend)).end.type).toBe('finished');
    });
  });

  test.each([
    ['llamacpp', 3, false],
    ['llamacpp', 1, true],
    ['koboldcpp', 3, true],
    ['ollama', 3, true],
  ] as const)('openBackend: %s with %i slots, one at a time is %s', async (kind, slots, isOne) => {
    const server = await startFakeServer({ dialect: kind, slots, tokensPerSecond: 400 });
    const backend = await openBackend({ kind, url: server.url, ...patience });
    const notes: string[] = [];
    await Promise.all(['a', 'b', 'c'].map((name) => noting(backend, name, notes)));
    expect(notes.join() === inOrder.join()).toBe(isOne);
    await server.close();
  });
});
