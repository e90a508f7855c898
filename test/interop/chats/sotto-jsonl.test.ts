import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeSottoJsonl } from '../../../src/interop/chats/sotto-jsonl.ts';
import { asExported, readText, readValues } from '../files.ts';

const at = '2024-02-03T04:05:06.007Z';
const header = { type: 'chat', title: 'The Quay', cast: ['Ann', 'Bob', 'Carl'], createdAt: at };
const said = (speaker: string, text: string, more: object = {}) => ({
  type: 'message',
  speaker,
  text,
  at,
  ...more,
});

test('the first line says title, cast and time; the first of the cast is played', () => {
  expect(readValues(header)).toMatchObject({
    format: 'sotto',
    title: 'The Quay',
    createdAt: at,
    cast: ['Ann', 'Bob', 'Carl'],
    playing: 'Ann',
    messages: [],
  });
});

test('KT-01 KT-21 an audience holds its sender; a line without one is public', () => {
  const { messages } = readValues(
    header,
    said('Bob', 'psst', { knownTo: ['carl'] }),
    said('Ann', 'all'),
    said('', 'It rains.', { role: 'system', knownTo: ['Bob'] }),
  );
  expect(messages.map(({ knownTo }) => knownTo)).toEqual([['Carl', 'Bob'], [], ['Bob']]);
});

test('speakers and listeners that the header does not name join the cast, in one spelling', () => {
  const file = readValues(header, said(' DORA', 'me too', { knownTo: ['Eve', 'ann'] }), said('dora', 'and'));
  expect(file.cast).toEqual(['Ann', 'Bob', 'Carl', 'DORA', 'Eve']);
  expect(file.messages).toMatchObject([
    { speaker: 'DORA', knownTo: ['Eve', 'Ann', 'DORA'] },
    { speaker: 'DORA' },
  ]);
});

test('a public message that not all of the cast perceived stays with those who did', () => {
  const { messages } = readValues(
    header,
    said('Bob', 'before Carl came', { perceived: ['Ann', 'Bob'] }),
    said('Bob', 'to himself', { perceived: [] }),
    said('Bob', 'to all', { perceived: ['Carl', 'Bob', 'Ann'] }),
  );
  expect(messages.map(({ knownTo }) => knownTo)).toEqual([['Ann', 'Bob'], ['Bob'], []]);
});

test('what was thought comes back; nothing thought is no field, and no list is a thought', () => {
  const { chat, messages } = asExported(
    readValues(header, said('Ann', 'a', { reasoning: 'Hm.' }), said('Ann', 'b', { reasoning: '' })),
  );
  const [, first, second] = [...writeSottoJsonl(chat, messages)].map((line) => JSON.parse(line));
  expect(first).toMatchObject({ text: 'a', reasoning: 'Hm.' });
  expect(second).not.toHaveProperty('reasoning');
  expect(() => readValues(header, said('Ann', 'a', { reasoning: ['Hm.'] }))).toThrow(/line 2 .*reasoning/);
});

test('NUL and escape sequences are data', () => {
  const text = 'a\u0000b\u001b[31mc\u009b2J\u2028d';
  expect(readValues(header, said('Ann', text)).messages[0]?.text).toBe(text);
});

describe('a line that cannot be read is an error that names it', () => {
  test.each([
    ['no JSON', 'nonsense'],
    ['cut off', '{"type":"message","speaker":"Ann"'],
    ['not an object', '[1]'],
    ['null', 'null'],
    ['another type', '{"type":"event"}'],
    ['no text', JSON.stringify({ type: 'message', speaker: 'Ann' })],
    ['an audience that is no list', JSON.stringify(said('Ann', 'x', { knownTo: 'Bob' }))],
    ['an audience of numbers', JSON.stringify(said('Ann', 'x', { knownTo: [1] }))],
    ['an empty name', JSON.stringify(said('Ann', 'x', { knownTo: [' '] }))],
    ['a character without a name', JSON.stringify(said('', 'x', { role: 'character' }))],
    ['no time', JSON.stringify(said('Ann', 'x', { at: 'yesterday' }))],
  ])('%s', (_, line) => {
    const text = [JSON.stringify(header), JSON.stringify(said('Ann', 'fine')), line].join('\n');
    expect(() => readText(text)).toThrow(
      expect.objectContaining({
        code: 'broken_line',
        family: 'usage',
        message: expect.stringMatching(/line 3 /),
      }),
    );
  });

  test('bytes that are no UTF-8', async () => {
    const { readLine } = await import('../../../src/interop/chats/read-chat.ts');
    expect(() => readLine(Uint8Array.of(0x22, 0xff, 0x22), 7)).toThrow(/line 7 is not UTF-8/);
  });
});

test('blank lines hold nothing; a file of neither format is refused', () => {
  expect(
    readText(`\n${JSON.stringify(header)}\r\n\n${JSON.stringify(said('Ann', 'a'))}\n\n`).messages,
  ).toHaveLength(1);
  for (const first of [{ type: 'card' }, [], 'text', 7, null, {}]) {
    expect(() => readValues(first)).toThrow(expect.objectContaining({ code: 'not_a_chat' }));
  }
});

test('a cast without end is refused', () => {
  const crowd = Array.from({ length: 300 }, (_, n) => said(`Nobody ${n}`, 'x'));
  expect(() => readValues(header, ...crowd)).toThrow(expect.objectContaining({ code: 'cast_too_large' }));
});

const name = fc.constantFrom('Ann', 'Bob', 'Carl');
const line = fc.record(
  {
    type: fc.constant('message'),
    id: fc.string(),
    turn: fc.constantFrom('t1', 't2'),
    speaker: name,
    text: fc.string({ unit: 'binary' }),
    knownTo: fc.constant([]),
    role: fc.constant('character'),
    at: fc.constant(at),
    truncated: fc.boolean(),
    pinned: fc.boolean(),
    branch: fc.string(),
    reasoning: fc.string({ unit: 'binary', minLength: 1 }),
    mood: fc.json().map((text) => JSON.parse(text)),
    constructor: fc.string(),
  },
  { requiredKeys: ['type', 'speaker', 'text', 'at', 'truncated', 'pinned', 'role', 'knownTo'] },
);

test('for all chats, read and written twice is written once: unknown fields, ids and turns come back', () => {
  const write = (text: string) => {
    const { chat, messages } = asExported(readText(text));
    return [...writeSottoJsonl(chat, messages)].join('');
  };
  fc.assert(
    fc.property(fc.array(line), fc.dictionary(fc.string(), fc.string()), (lines, extra) => {
      const first = { ...extra, ...header };
      const once = write([first, ...lines].map((value) => JSON.stringify(value)).join('\n'));
      expect(write(once)).toBe(once);
      const values = once
        .trimEnd()
        .split('\n')
        .map((text) => JSON.parse(text));
      expect(values[0]).toMatchObject(JSON.parse(JSON.stringify(first)));
      for (const [index, wanted] of lines.entries()) {
        expect(values[index + 1]).toMatchObject(JSON.parse(JSON.stringify(wanted)));
      }
    }),
  );
});
