import { describe, expect, test } from 'vitest';
import { readText, readValues } from '../files.ts';
import { asText, header, line } from '../sillytavern-lines.ts';

const audiences = (...lines: object[]) =>
  readValues(header, ...lines).messages.map(({ knownTo }) => [...knownTo].sort());

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
  expect(warnings).toEqual([expect.stringMatching(/^1 messages have no readable date/)]);
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
    ).toEqual([
      ['Alice', 'Bob', 'Me'],
      ['Alice', 'Bob', 'Me'],
      ['Carl', 'Me'],
      [],
      ['Bob', 'Me'],
      ['Alice', 'Bob'],
    ]);
  });

  test('Presence: the human, who is no card, perceives everything, unless the lists of the file name the human', () => {
    const listed = [
      line('Alice', 'a', { present: ['Alice.png', 'Bob.png'] }),
      line('Bob', 'b', { present: ['Alice.png', 'Bob.png', 'Me.png'] }),
    ];
    expect(audiences(line('Me', 'hello'), ...listed)).toEqual([[], ['Alice', 'Bob'], ['Alice', 'Bob', 'Me']]);
    expect(audiences(line('Me', 'hello'), ...listed.slice(0, 1))).toEqual([[], ['Alice', 'Bob', 'Me']]);
  });

  test('Presence: ignore_presence[] perceives every message', () => {
    const omniscient = { chat_metadata: { ignore_presence: ['Narrator.png'] } };
    const { messages } = readValues(omniscient, line('Me', 'c', { present: ['Carl.png'] }));
    expect([...(messages[0]?.knownTo ?? [])].sort()).toEqual(['Carl', 'Me', 'Narrator']);
  });

  test('a hidden message is perceived by all and hidden from prompts; a comment is for the human; a narrator speaks to all', () => {
    const { messages, cast } = readValues(
      header,
      line('Me', 'hello'),
      line('Bob', 'hidden', { is_system: true }),
      line('Note', 'remember', { is_system: true, extra: { type: 'comment' } }),
      line('System', 'It rains.', { extra: { type: 'narrator' } }),
    );
    expect(messages.map(({ speaker, role, knownTo, hidden }) => [speaker, role, knownTo, hidden])).toEqual([
      ['Me', 'character', [], undefined],
      ['Bob', 'character', [], true],
      ['', 'system', ['Me'], true],
      ['', 'system', [], undefined],
    ]);
    expect(cast).toEqual(['Bob', 'Me']);
  });

  test('messages that the human does not know are counted in a warning', () => {
    const { warnings } = readValues(
      header,
      line('Me', 'a'),
      line('Bob', 'b', { extra: { known_to: ['Bob'] } }),
    );
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

test.each([
  ['a card of version 1', { name: 'Ann', description: 'tall', personality: '', first_mes: 'Hello.' }],
  ['world info', { name: 'World', entries: { 0: { uid: 0, key: ['bell'], content: 'x' } } }],
  ['a group', { id: 1, name: 'Group', members: ['a.png'], chats: ['1'], chat_metadata: {} }],
  ['a preset', { name: 'Warm', temp: 1.1 }],
  ['a list of chats', { type: 'chat', id: 'x', title: 'The Inn', updatedAt: '2024-02-03T04:05:06.007Z' }],
  ['metadata that are none', { chat_metadata: 7 }],
])('a file that is no chat is refused as that: %s', (_, value) => {
  expect(() => readValues(value)).toThrow(expect.objectContaining({ code: 'not_a_chat', exitCode: 2 }));
});
