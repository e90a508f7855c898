import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { Backend, CacheOwner } from '../../src/inference/backend.ts';
import { createLlamaCpp } from '../../src/inference/servers/llamacpp.ts';
import { withListener } from './failing.ts';
import { ask, hear, patience, prompt, withServer } from './replies.ts';

const bob: CacheOwner = { key: 'chat/Bob', castIndex: 0 };
const carl: CacheOwner = { key: 'chat/Carl', castIndex: 1 };
const classifier: CacheOwner = { key: 'classifier', castIndex: -1 };

const reply = '{"content":" Aye.","stop":true,"stop_type":"eos","tokens_predicted":1,"tokens_evaluated":5}';

/** What a server answers to one look at its /props. */
type Props = readonly [status: number, body: string];

/** A server that answers these looks, the last one for ever; notes the slots that it is asked for. */
const listening = (props: readonly Props[]) => {
  const looks = [...props];
  const noted: { slots: unknown[]; looks: number } = { slots: [], looks: 0 };
  const server = createServer(async (request, response) => {
    if (request.url === '/props') {
      noted.looks += 1;
      const [status, body] = (looks.length > 1 ? looks.shift() : looks[0]) ?? [500, ''];
      return response.writeHead(status).end(body);
    }
    if (request.url === '/slots') {
      const count = Number(JSON.parse(props.at(-1)?.[1] ?? '{}').total_slots);
      const held = Array.from({ length: count }, (_, id) => ({ id, n_prompt_tokens: 9 }));
      return response.writeHead(200).end(JSON.stringify(held));
    }
    const body = JSON.parse((await request.toArray()).join(''));
    expect(body).not.toHaveProperty('cache');
    noted.slots.push(body.id_slot);
    return response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`data: ${reply}\n\n`);
  });
  return { server, noted };
};

/** The slots that such a server is asked for, one for each owner; undefined where none is named. */
const askedFor = async (props: readonly Props[], owners: readonly (CacheOwner | undefined)[]) => {
  const { server, noted } = listening(props);
  await withListener(server, async (url) => {
    const backend = createLlamaCpp({ url, ...patience });
    for (const cache of owners) {
      expect((await hear(backend, ask(cache ? { cache } : {}))).end.type).toBe('finished');
    }
  });
  return noted;
};

const slotted = (total_slots: number): Props => [200, JSON.stringify({ build_info: 'b1', total_slots })];

describe('slots of a llama.cpp server', () => {
  test('each owner is asked for in its own, and their number is asked once', async () => {
    const owners = [carl, bob, classifier, carl, bob];
    expect(await askedFor([slotted(3)], owners)).toEqual({ slots: [1, 0, 2, 1, 0], looks: 1 });
  });

  test('with one slot, or for nobody in particular, none is named', async () => {
    expect((await askedFor([slotted(1)], [bob, carl])).slots).toEqual([undefined, undefined]);
    expect(await askedFor([slotted(3)], [undefined])).toEqual({ slots: [undefined], looks: 0 });
  });

  test.each([
    [404, '{}'],
    [401, ''],
    [500, 'no'],
    [200, '[]'],
    [200, 'hello'],
  ])('a server whose /props says %i %s is asked for none, and the reply comes', async (status, body) => {
    expect((await askedFor([[status, body]], [bob, bob])).slots).toEqual([undefined, undefined]);
  });

  test('a server that loads its model is waited for before its slots are asked', async () => {
    const loading: Props = [
      503,
      '{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}',
    ];
    expect(await askedFor([loading, slotted(2)], [carl])).toEqual({ slots: [1], looks: 2 });
  });

  test('a server that comes back with more slots is asked for them', async () => {
    const first = listening([slotted(1)]);
    first.server.listen(0, '127.0.0.1');
    await once(first.server, 'listening');
    const { port } = first.server.address() as AddressInfo;
    const backend = createLlamaCpp({ url: `http://127.0.0.1:${port}`, ...patience });
    await hear(backend, ask({ cache: carl }));
    first.server.closeAllConnections();
    first.server.close();
    expect((await hear(backend, ask({ cache: carl }))).end.type).toBe('failed');
    const second = listening([slotted(2)]);
    second.server.listen(port, '127.0.0.1');
    await once(second.server, 'listening');
    await hear(backend, ask({ cache: carl }));
    second.server.closeAllConnections();
    second.server.close();
    expect([first.noted.slots, second.noted.slots]).toEqual([[undefined], [1]]);
  });
});

/** Long enough that something is expected of the cache, and much of it the same for both. */
const shared = Array.from({ length: 40 }, (_, at) => `Alice: The lantern went out ${at} times.`).join('\n');

/** The speakers take turns; the fractions of their prompts that were reused, and what was told. */
const takeTurns = async (backend: Backend, turns: number) => {
  const history = new Map([bob, carl].map((owner) => [owner, `${owner.key} speaks.\n${shared}\n${prompt}`]));
  const reused: number[] = [];
  const notices: string[] = [];
  for (let turn = 0; turn < turns; turn++) {
    const cache = turn % 2 === 0 ? bob : carl;
    const { end, events } = await hear(backend, ask({ cache, prompt: history.get(cache) ?? '' }));
    if (end.type !== 'finished') throw new Error(JSON.stringify(end));
    reused.push(end.usage.reusedTokens / end.usage.promptTokens);
    notices.push(...events.flatMap((event) => (event.type === 'notice' ? event.message : [])));
    for (const [owner, text] of history) history.set(owner, `${text}${end.text}\nAlice: And?\nBob:`);
  }
  return { reused, notices };
};

describe('the cache of a llama.cpp server', () => {
  test('two speakers who take turns read only what is new', async () => {
    const { reused, notices } = await withServer({ slots: 2 }, (backend) => takeTurns(backend, 8));
    expect(Math.min(...reused.slice(2))).toBeGreaterThan(0.9);
    expect(notices).toEqual([]);
  });

  test('a server that clears idle slots, as without -np, is never asked for one, and nothing is lost', async () => {
    const { reused, notices } = await withServer({ slots: 4, unified: true }, (backend) =>
      takeTurns(backend, 8),
    );
    expect(Math.min(...reused.slice(2))).toBeGreaterThan(0.9);
    expect(notices).toEqual([]);
  });

  test.each([
    ['a server that shares one cache', { unified: true }],
    ['a server that keeps slots apart', {}],
  ])('%s and does not tell of its slots is asked for none, and nothing is lost', async (_, serve) => {
    const { reused, notices } = await withServer({ slots: 4, slotsEndpoint: false, ...serve }, (backend) =>
      takeTurns(backend, 8),
    );
    expect(Math.min(...reused.slice(2))).toBeGreaterThan(0.9);
    expect(notices).toEqual([]);
  });

  test('a shared cache that does not hold two prompts gives back each, for all share one slot', async () => {
    const serve = { slots: 4, unified: true, contextSize: 1024 };
    const { reused, notices } = await withServer(serve, (backend) => takeTurns(backend, 8));
    expect(Math.min(...reused.slice(2))).toBeGreaterThan(0.85);
    expect(notices).toEqual([]);
  });

  test('a reply that was stopped does not count against the server', async () => {
    await withServer({ slots: 2 }, async (backend) => {
      for (let turn = 0; turn < 6; turn++) {
        const stop = new AbortController();
        const request = ask({ cache: bob, prompt: `${turn} ${shared}` });
        await hear(backend, request, stop.signal, ({ type }) => type === 'delta' && stop.abort());
      }
      const { end } = await hear(backend, ask({ cache: bob, prompt: `5 ${shared}\nBob:` }));
      expect(end).toMatchObject({ usage: { reusedTokens: expect.any(Number) } });
      expect(end.type === 'finished' && end.usage.reusedTokens > 200).toBe(true);
    });
  });
});
