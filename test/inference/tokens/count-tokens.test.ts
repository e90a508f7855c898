import { createServer } from 'node:http';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLlamaCpp } from '../../../src/inference/servers/llamacpp.ts';
import { countEach } from '../../../src/inference/tokens/tokenize.ts';
import { createUnderstudy } from '../../../src/inference/understudy/backend.ts';
import { encode, piecesOf } from '../../../src/inference/understudy/tokens.ts';
import { runs } from '../../cases.ts';
import { withEndpoint } from '../dialects.ts';
import { withListener } from '../failing.ts';
import { patience, withServer } from '../replies.ts';

const texts = ['Mind the step, Älice!', '', 'Bob:', '\n\n  ', '🏮 lantern', '<|im_start|>', 'Bob:'];
const counted = texts.map((text) => encode(text).length);

type Token = { piece: string | number[] };

/** Counts at a server that cuts a text into these pieces; also how many requests that took, and their sizes. */
const countedBy = async (cut: (content: string) => (string | number[])[], asked: readonly string[]) => {
  const sizes: number[] = [];
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join('');
    sizes.push(body.length);
    const fields = JSON.parse(body);
    expect(fields.content).toBe(Buffer.from(fields.content).toString());
    expect(fields).toMatchObject({ add_special: false, parse_special: true, with_pieces: true });
    const tokens: Token[] = cut(fields.content).map((piece) => ({ piece }));
    response.end(JSON.stringify({ tokens }));
  });
  const counts = await withListener(server, async (url) =>
    createLlamaCpp({ url, ...patience }).countTokens?.(asked),
  );
  return { counts, sizes };
};

const bytesOf = (text: string): number[][] => [...Buffer.from(text)].map((byte) => [byte]);
const pairsOf = (text: string): string[] => text.match(/.{1,2}/gs) ?? [];

describe('tokens of llama.cpp', () => {
  test('all texts are counted with one request', async () => {
    const { counts, sizes } = await countedBy(piecesOf, texts);
    expect(counts).toEqual(counted);
    expect(sizes).toHaveLength(1);
    expect(await withServer({}, async (backend) => backend.countTokens?.(texts))).toEqual(counted);
  });

  test('tokens that are parts of a character count by their bytes', async () => {
    const { counts, sizes } = await countedBy(bytesOf, texts);
    expect(counts).toEqual(texts.map((text) => Buffer.byteLength(text)));
    expect(sizes).toHaveLength(1);
  });

  test('a token that straddles a border counts for both sides', async () => {
    const { counts } = await countedBy((content) => [content], ['one', 'two', '']);
    expect(counts).toEqual([1, 1, 0]);
    expect((await countedBy(pairsOf, ['abc', 'd'])).counts).toEqual([2, 1]);
  });

  test.each([
    ['first', (content: string) => piecesOf(` ${content}`)],
    [
      'first and after a special token',
      (content: string) => piecesOf(` ${content.replaceAll('</s>', '</s> ')}`),
    ],
    ['first, as a token of its own', (content: string) => [' ', ...piecesOf(content)]],
  ])('a tokenizer that puts a space %s is asked once too', async (_, cut) => {
    const asked = ['one', 'two</s> and', '', ' three four'];
    const { counts, sizes } = await countedBy(cut, asked);
    const alone = asked.map((text) => (text === '' ? 0 : encode(text).length));
    for (const [at, count] of alone.entries()) expect([count, count + 1]).toContain(counts?.[at]);
    expect(counts?.[2]).toBe(0);
    expect(sizes).toHaveLength(1);
  });

  test('one that spells something else is asked for each text by itself', async () => {
    const asked = ['one', 'two', '', 'three four'];
    const { counts, sizes } = await countedBy((content) => piecesOf(`x${content}`), asked);
    expect(counts).toEqual(asked.map((text) => (text === '' ? 0 : encode(`x${text}`).length)));
    expect(sizes).toHaveLength(4);
  });

  test('a request holds at most 64 kB, but for a text that is longer itself', async () => {
    const asked = [
      ...Array.from({ length: 200 }, (_, at) => `${at}${'a'.repeat(1000)}`),
      'b'.repeat(90_000),
      'c',
    ];
    const { counts, sizes } = await countedBy((content) => content.split(/(?<=\n)/), asked);
    expect(counts).toEqual(asked.map(() => 1));
    expect(sizes.filter((size) => size > 66_000)).toEqual([expect.closeTo(90_000, -3)]);
    expect(sizes.length).toBeLessThan(8);
  });

  test('nothing is asked for nothing', async () => {
    expect(await countedBy(piecesOf, [])).toEqual({ counts: [], sizes: [] });
    expect(await countedBy(piecesOf, ['', ''])).toEqual({ counts: [0, 0], sizes: [] });
  });

  test('half a character does not spoil the request', async () => {
    const { counts } = await countedBy(piecesOf, ['a \ud800 b', 'c \\ud800', '\\\udfff']);
    expect(counts).toEqual(['a \ufffd b', 'c \\ud800', '\\\ufffd'].map((text) => encode(text).length));
  });

  test('for all texts, each has as many tokens in company as alone', async () => {
    await withServer({}, async (backend) => {
      const any = fc.array(
        fc.oneof(fc.lorem(), fc.string({ unit: 'grapheme' }), fc.constantFrom('', '\n', ' ', '"Hm')),
      );
      await fc.assert(
        fc.asyncProperty(any, async (some) => {
          const alone = some.map((text) => encode(Buffer.from(text).toString()).length);
          const together = (await backend.countTokens?.(some)) ?? [];
          for (const [at, count] of together.entries()) {
            expect(count).toBeGreaterThanOrEqual(alone[at] ?? 0);
            expect(count).toBeLessThanOrEqual((alone[at] ?? 0) + 1);
          }
        }),
        runs(60),
      );
    });
  });

  test.each(['{}', '[]', '"x"', '{"tokens":5}', '{"tokens":[{}]}', '{"tokens":[1,2]}'])(
    'an answer %s is counted or refused, never wrong',
    async (answer) => {
      const server = createServer((_, response) => response.end(answer));
      const counting = withListener(server, async (url) =>
        createLlamaCpp({ url, ...patience }).countTokens?.(['a', 'b']),
      );
      if (answer.startsWith('{"tokens":['))
        expect(await counting).toEqual(answer.includes('{}') ? [1, 1] : [2, 2]);
      else await expect(counting).rejects.toMatchObject({ family: 'server', code: 'not_a_server' });
    },
  );

  test('a server that does not answer, and a stop, are told', async () => {
    const backend = createLlamaCpp({ url: 'http://127.0.0.1:1', ...patience });
    await expect(backend.countTokens?.(['x'])).rejects.toMatchObject({
      family: 'server',
      code: 'unreachable',
    });
    const counting = withServer({}, async (server) => server.countTokens?.(['x'], AbortSignal.abort()));
    await expect(counting).rejects.toMatchObject({ family: 'server' });
  });
});

describe('tokens of the others', () => {
  test.each(['vllm', 'aphrodite', 'tabbyapi', 'textgen', 'featherless', 'koboldcpp'] as const)(
    '%s counts them itself',
    async (dialect) => {
      expect(await withEndpoint({ dialect }, {}, async (backend) => backend.countTokens?.(texts))).toEqual(
        counted,
      );
    },
  );

  test('the understudy in this process counts them', async () => {
    expect(await createUnderstudy().countTokens?.(texts)).toEqual(counted);
  });

  test('at most four texts are asked at once, and the counts come in order', async () => {
    let open = 0;
    let most = 0;
    const asked = Array.from({ length: 30 }, (_, at) => 'x'.repeat(at));
    const counts = await countEach(asked, async ({ length }) => {
      open += 1;
      most = Math.max(most, open);
      await new Promise(setImmediate);
      open -= 1;
      return length;
    });
    expect(counts).toEqual(asked.map(({ length }) => length));
    expect(most).toBe(4);
  });

  test.each(['ollama', 'lmstudio', 'openrouter', 'deepseek', 'openai'] as const)(
    '%s has no tokenizer and says so',
    async (dialect) => {
      const counting = withEndpoint({ dialect }, {}, async (backend) => backend.countTokens?.(['x']));
      await expect(counting).rejects.toMatchObject({
        family: 'server',
        code: 'no_tokenizer',
        message: expect.stringMatching(/estimated/),
      });
    },
  );
});
