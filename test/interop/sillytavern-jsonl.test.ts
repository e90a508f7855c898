import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeSillyTavernJsonl } from '../../src/interop/sillytavern-jsonl.ts';
import { asExported, readText, readValues } from './files.ts';

const header = { chat_metadata: { note_prompt: 'rain' }, user_name: 'unused', character_name: 'unused' };
const line = (name: string, mes: string, more: object = {}) => ({
  name,
  is_user: name === 'Me',
  is_system: false,
  send_date: '2024-02-03T04:05:06.007Z',
  mes,
  extra: {},
  ...more,
});
const audiences = (...lines: object[]) =>
  readValues(header, ...lines).messages.map(({ knownTo }) => [...knownTo].sort());
const write = (text: string) => {
  const { chat, messages } = asExported(readText(text));
  return [...writeSillyTavernJsonl(chat, messages)].join('');
};
const asText = (...values: unknown[]) => values.map((value) => JSON.stringify(value)).join('\n');

test('speakers become the cast, the human last and played; the file names the chat', () => {
  expect(readValues(header, line('Me', 'hello'), line('Alice', 'hi'), line('Bob', 'ho'))).toMatchObject({
    format: 'sillytavern',
    title: 'From a file',
    cast: ['Alice', 'Bob', 'Me'],
    playing: 'Me',
    messages: [
      { speaker: 'Me', text: 'hello', role: 'character', at: '2024-02-03T04:05:06.007Z' },
      { speaker: 'Alice' },
      { speaker: 'Bob' },
    ],
  });
});

test('an old header brings names and a date; an older group chat has no header at all', () => {
  const old = { user_name: 'Me', character_name: 'Alice', create_date: '2023-06-05@21h12m03s11ms' };
  expect(readValues(old)).toMatchObject({
    cast: ['Alice', 'Me'],
    playing: 'Me',
    createdAt: '2023-06-05T21:12:03.011Z',
  });
  expect(readValues(line('Alice', 'hi'), line('Me', 'ho'))).toMatchObject({
    createdAt: '2024-02-03T04:05:06.007Z',
    messages: [{ text: 'hi' }, { text: 'ho' }],
  });
});

test('a date that cannot be read is the one before it, with a warning', () => {
  const { messages, warnings } = readValues(header, line('Me', 'a'), line('Me', 'b', { send_date: 'soon' }));
  expect(messages[1]?.at).toBe(messages[0]?.at);
  expect(warnings).toEqual([expect.stringMatching(/^1 messages have no date/)]);
});

describe('who knows what', () => {
  test('KT-01 KT-04 extra.known_to is the audience, with the sender; empty or absent is public', () => {
    expect(
      audiences(
        line('Me', 'a', { extra: { known_to: ['bob'] } }),
        line('Bob', 'b', { extra: { known_to: [] } }),
        line('Bob', 'c'),
      ),
    ).toEqual([['Me', 'bob'], [], []]);
  });

  test('Presence: present[] is the audience by avatar, everyone for the tracker, nobody else when empty', () => {
    expect(
      audiences(
        line('Alice', 'a', { original_avatar: 'alice_v2.png', present: ['bob.png', 'alice_v2.png'] }),
        line('Bob', 'b', { original_avatar: 'bob.png', present: ['alice_v2.png'] }),
        line('Me', 'c', { present: ['Carl.png'] }),
        line('Me', 'd', { present: ['presence_universal_tracker'] }),
        line('Bob', 'e', { present: [] }),
        line('Bob', 'f', { present: ['Carl.png'], extra: { known_to: ['Alice'] } }),
      ),
    ).toEqual([['Alice', 'Bob'], ['Alice', 'Bob'], ['Carl', 'Me'], [], ['Bob'], ['Alice', 'Bob']]);
  });

  test('Presence: ignore_presence[] perceives every message', () => {
    const omniscient = { chat_metadata: { ignore_presence: ['Narrator.png'] } };
    const { messages } = readValues(omniscient, line('Me', 'c', { present: ['Carl.png'] }));
    expect(messages[0]?.knownTo).toEqual(['Carl', 'Narrator', 'Me']);
  });

  test('a hidden message stays with its sender; a comment is for the human; a narrator speaks to all', () => {
    const { messages, cast } = readValues(
      header,
      line('Me', 'hello'),
      line('Bob', 'hidden', { is_system: true }),
      line('Note', 'remember', { is_system: true, extra: { type: 'comment' } }),
      line('System', 'It rains.', { extra: { type: 'narrator' } }),
    );
    expect(messages.map(({ speaker, role, knownTo }) => [speaker, role, knownTo])).toEqual([
      ['Me', 'character', []],
      ['Bob', 'character', ['Bob']],
      ['', 'system', ['Me']],
      ['', 'system', []],
    ]);
    expect(cast).toEqual(['Bob', 'Me']);
  });

  test('messages that the human does not know are counted in a warning', () => {
    const { warnings } = readValues(header, line('Me', 'a'), line('Bob', 'b', { present: [] }));
    expect(warnings).toEqual([expect.stringMatching(/^1 messages are not known to Me/)]);
  });

  test.each([
    ['present', { present: 'everyone' }],
    ['present of numbers', { present: [1] }],
    ['known_to', { extra: { known_to: 'Bob' } }],
    ['known_to of nothing', { extra: { known_to: [''] } }],
  ])('an audience that cannot be read never becomes public: %s', (_, more) => {
    expect(() => readValues(header, line('Me', 'a'), line('Me', 'b', more))).toThrow(/line 3 /);
  });
});

test.each([
  ['no JSON', '{"name":'],
  ['no name', JSON.stringify({ mes: 'a' })],
  ['a blank name', JSON.stringify(line(' ', 'a'))],
  ['no text', JSON.stringify({ name: 'Me' })],
  ['a list', '[]'],
])('a line that cannot be read is an error that names it: %s', (_, broken) => {
  const text = `${asText(header, line('Me', 'a'))}\n${broken}`;
  expect(() => readText(text)).toThrow(
    expect.objectContaining({ code: 'broken_line', message: expect.stringMatching(/line 3 /) }),
  );
});

describe('written', () => {
  test('a file comes back as it was: swipes, extra and fields of others in place, no line break at the end', () => {
    const text = asText(
      header,
      line('Me', 'hello', { force_avatar: 'User Avatars/me.png' }),
      line('Alice', 'two', {
        extra: { api: 'x', reasoning: 'hm', token_count: 2, known_to: ['Alice', 'Me'] },
        gen_id: 7,
        swipes: ['one', 'two'],
        swipe_id: 1,
        swipe_info: [{}, { extra: {} }],
        send_date: 'June 5, 2023 9:12pm',
      }),
      line('Bob', 'hidden', { is_system: true, extra: { known_to: ['Bob'] }, present: [] }),
    );
    expect(
      write(text)
        .split('\n')
        .map((one) => JSON.parse(one)),
    ).toEqual(text.split('\n').map((one) => JSON.parse(one)));
    expect(write(text)).not.toMatch(/\n$/);
  });

  test('a text that changed changes the selected swipe; an audience that changed takes `present` away', () => {
    const { chat, messages } = asExported(
      readValues(header, line('Bob', 'two', { swipes: ['one', 'two'], swipe_id: 1, present: ['Bob.png'] })),
    );
    const [message] = messages;
    const changed = { ...message!, line: { ...message!.line, text: 'three' }, isAudienceChanged: true };
    const [, written] = [...writeSillyTavernJsonl(chat, [changed])];
    expect(JSON.parse(written ?? '')).toMatchObject({ mes: 'three', swipes: ['one', 'three'], swipe_id: 1 });
    expect(JSON.parse(written ?? '')).not.toHaveProperty('present');
  });

  const name = fc.constantFrom('Ann', 'Bob', 'Carl', 'Dora');
  const said = fc.record({
    speaker: name,
    text: fc.string({ unit: 'binary' }),
    to: fc.uniqueArray(name, { minLength: 1, maxLength: 3 }),
    open: fc.boolean(),
  });

  test('for all chats of sotto, what is written reads as the same chat and is written so again', () => {
    fc.assert(
      fc.property(fc.array(said), (all) => {
        const cast = ['Ann', 'Bob', 'Carl', 'Dora'] as const;
        const chat = {
          title: 'T',
          createdAt: '2024-01-01T00:00:00.000Z',
          cast,
          playing: 'Carl',
          foreign: null,
        };
        const messages = all.map(({ speaker, text, to, open }, index) => {
          const heard = cast.filter((one) => one === speaker || to.includes(one));
          const knownTo = open || heard.length === cast.length ? [] : heard;
          const at = `2024-01-01T00:00:00.${String(index % 1000).padStart(3, '0')}Z`;
          const place = { id: 'i', turn: 't', branch: 'main', truncated: false, pinned: false };
          const line = {
            type: 'message',
            role: 'character',
            ...place,
            speaker,
            text,
            knownTo,
            perceived: cast,
            at,
          } as const;
          return { line, foreign: null, isAudienceChanged: false };
        });
        const once = [...writeSillyTavernJsonl(chat, messages)].join('');
        const read = readText(once);
        expect(read).toMatchObject({ cast, playing: 'Carl' });
        expect(read.messages.map(({ speaker, text, at }) => ({ speaker, text, at }))).toEqual(
          messages.map(({ line: { speaker, text, at } }) => ({ speaker, text, at })),
        );
        expect(read.messages.map(({ knownTo }) => [...knownTo].sort())).toEqual(
          messages.map(({ line: { knownTo } }) => [...knownTo].sort()),
        );
      }),
    );
  });
});
