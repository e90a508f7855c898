import { expect, test } from 'vitest';
import { chatOf, chatsOf, talkOf, unsaid } from './documents.ts';

const { character: _, ...nobody } = unsaid;

test('Agnai: who said it, times, other replies, parts that were written on, what is out of character', () => {
  const message = (more: object) => ({ createdAt: '2025-01-01T00:00:00.000Z', json: null, ...more });
  const chat = chatOf({
    ...{ name: 'Exported', greeting: 'Hi.', sampleChat: '', scenario: 'An inn.', treeLeafId: 'cc' },
    messages: [
      message({
        _id: 'aa',
        handle: 'Zoe',
        characterId: 'imported',
        name: 'Zoe',
        msg: 'Hi.',
        retries: ['Ho.', 'Hi.'],
      }),
      message({ _id: 'bb', parent: 'aa', handle: 'Bob', userId: 'u', msg: 'Hello', extras: ['there.'] }),
      message({ _id: 'cc', parent: 'bb', handle: 'Bob', userId: 'u', msg: '(brb)', ooc: true }),
    ],
  });
  expect(talkOf(chat)).toEqual(['Zoe: Hi.', 'Bob: Hello\nthere.', '~Bob: (brb)']);
  expect(chat).toMatchObject({ format: 'agnai', title: 'From a file', playing: 'Bob', cast: ['Zoe', 'Bob'] });
  expect(chat.messages[0]?.alternatives?.map(({ text }) => text)).toEqual(['Ho.']);
  expect(chat.messages[0]).toMatchObject({
    at: '2025-01-01T00:00:00.000Z',
    foreign: { characterId: 'imported' },
  });
  expect(chat.foreign).toMatchObject({ scenario: 'An inn.' });
});

test('RisuAI: one chat or all of a character, what is switched off and comments for people alone', () => {
  const message = [
    { role: 'char', data: 'Old.', time: 1_700_000_000_000 },
    {
      role: 'char',
      data: 'Hi.',
      time: 1_700_000_060_000,
      disabled: 'allBefore',
      generationInfo: { model: 'x' },
    },
    { role: 'user', data: 'Hello.', time: 1_700_000_120_000 },
    { role: 'char', data: 'A remark.', isComment: true },
  ];
  const data = { name: 'Chat 1', message, note: 'Be kind.', localLore: [], fmIndex: -1 };
  const chat = chatOf({ type: 'risuChat', ver: 2, data });
  expect(talkOf(chat)).toEqual(['~Mira: Old.', '~Mira: Hi.', 'Ann: Hello.', '~: A remark.']);
  expect(chat.messages[1]).toMatchObject({
    at: '2023-11-14T22:14:20.000Z',
    foreign: { generationInfo: { model: 'x' } },
  });
  expect(chat).toMatchObject({ title: 'Chat 1', foreign: { note: 'Be kind.' } });
  const all = chatsOf({ type: 'risuAllChats', ver: 2, data: [data, { name: 'None', message: [] }, data] });
  expect(all).toHaveLength(2);
  expect(() => chatsOf({ type: 'risuChat', ver: 2, data }, nobody)).toThrow('--character NAME');
});

test('KoboldAI Lite: marks, names or > say whose a piece of the story is', () => {
  const saved = (opmode: number, prompt: string, ...actions: string[]) => ({
    ...{ gamestarted: true, prompt, actions, memory: 'An inn.', worldinfo: [] },
    savedsettings: { opmode, chatname: 'Bob', chatopponent: 'Zoe||$||Kit' },
  });
  const marked = saved(4, 'Once.', '\n{{[INPUT]}}\nHello.\n{{[OUTPUT]}}\n', 'Hi.\nYou!');
  expect(talkOf(chatOf(marked))).toEqual(['Zoe: Once.', 'Bob: Hello.', 'Zoe: Hi.\nYou!']);
  const named = saved(3, 'A dark inn.', '\nBob: Hello.\nZoe:', ' Hi.\nYou!\nKit: Ho.');
  expect(talkOf(chatOf(named))).toEqual([': A dark inn.', 'Bob: Hello.', 'Zoe: Hi.\nYou!', 'Kit: Ho.']);
  const adventure = saved(2, 'A dark inn.', '\n> open the door\n', 'It creaks.');
  expect(talkOf(chatOf(adventure))).toEqual(['Zoe: A dark inn.', 'Bob: open the door', 'Zoe: It creaks.']);
  expect(chatOf(named).foreign).toMatchObject({ memory: 'An inn.' });
});

test('Character.AI: all histories of a character, and replies that were not chosen', () => {
  const src = (name: string, is_human: boolean) => ({ name, is_human });
  const chats = chatsOf({
    ...{ info: { agent: 'x' }, character: { name: 'Zoe', greeting: 'Hi.' } },
    histories: {
      histories: [
        {
          ...{ external_id: 'h1', created: '2023-01-02T03:04:05.678Z' },
          msgs: [
            { id: 1, text: 'Hi.', src: src('Zoe', false), is_alternative: false },
            { id: 2, text: 'Ho.', src: src('Zoe', false), is_alternative: true },
            { id: 3, text: 'Hello.', src: src('USER_NAME', true), is_alternative: false },
          ],
        },
        { external_id: 'h2', msgs: [{ id: 4, text: 'Again.', src: src('Zoe', false) }] },
      ],
    },
  });
  expect(chats.map(talkOf)).toEqual([['Zoe: Hi.', 'Ann: Hello.'], ['Zoe: Again.']]);
  expect(chats[0]?.messages[0]?.alternatives?.map(({ text }) => text)).toEqual(['Ho.']);
  expect(chats[0]).toMatchObject({ createdAt: '2023-01-02T03:04:05.678Z', foreign: { external_id: 'h1' } });
});

test('Character.AI: the turns of a newer chat, newest first as its server gives them', () => {
  const turn = (create_time: string, author: object, ...texts: string[]) => ({
    ...{ create_time, author, primary_candidate_id: '0' },
    candidates: texts.map((raw_content, at) => ({ candidate_id: String(at), raw_content, is_final: true })),
  });
  const chat = chatOf({
    turns: [
      turn('2024-05-01T10:01:00.5Z', { author_id: 'u', name: 'bob', is_human: true }, 'Hello.'),
      turn('2024-05-01T10:00:00.5Z', { author_id: 'c', name: 'Zoe' }, 'Hi.', 'Ho.'),
    ],
  });
  expect(talkOf(chat)).toEqual(['Mira: Hi.', 'Ann: Hello.'].map((line) => line.replace('Mira', 'Zoe')));
  expect(chat.messages[0]).toMatchObject({ at: '2024-05-01T10:00:00.500Z', alternatives: [{ text: 'Ho.' }] });
});

test('text-generation-webui: pairs as the model had them, times and versions', () => {
  const chat = chatOf({
    internal: [
      ['<|BEGIN-VISIBLE-CHAT|>', 'Hi.'],
      ['Is 1 < 2?', 'It is.'],
    ],
    visible: [
      ['', 'Hi.'],
      ['Is 1 &lt; 2?', 'It is.'],
    ],
    metadata: {
      user_1: { timestamp: 'Aug 15, 2025 14:30' },
      assistant_1: {
        timestamp: 'Aug 15, 2025 14:31',
        versions: [{ content: 'No.', timestamp: 'Aug 15, 2025 14:31' }, { content: 'It is.' }],
        current_version_index: 1,
      },
    },
  });
  expect(talkOf(chat)).toEqual(['Mira: Hi.', 'Ann: Is 1 < 2?', 'Mira: It is.']);
  expect(chat.messages[2]).toMatchObject({ at: '2025-08-15T14:31:00.000Z', alternatives: [{ text: 'No.' }] });
  expect(talkOf(chatOf({ data_visible: [['1 &lt; 2', 'Yes &amp; no']] }))).toEqual([
    'Ann: 1 < 2',
    'Mira: Yes & no',
  ]);
});

test('Backyard: an exported chat, and a scenario of its archive with every output', () => {
  const items = [{ input: 'Hello.', output: 'Hi.', timestamp: 1_700_000_000_000 }];
  const old = chatOf({ version: 1, chat: { ChatItems: items, name: 'x' } });
  expect(talkOf(old)).toEqual(['Ann: Hello.', 'Mira: Hi.']);
  expect(old.messages[0]?.at).toBe('2023-11-14T22:13:20.000Z');
  const output = (text: string, at: string) => ({ text, createdAt: at, updatedAt: at, activeTimestamp: at });
  const chat = chatOf({
    ...{ schemaVersion: 1, title: 'Inn', narrative: 'An inn.' },
    messages: [
      { type: 'human', createdAt: '2025-01-01T00:00:00Z', text: 'I am #{user}.' },
      {
        type: 'ai',
        outputs: [
          output('I am #{character}.', '2025-01-01T00:02:00Z'),
          output('Hm.', '2025-01-01T00:01:00Z'),
        ],
      },
    ],
  });
  expect(talkOf(chat)).toEqual(['Ann: I am Ann.', 'Mira: I am Mira.']);
  expect(chat.messages[1]?.alternatives?.map(({ text }) => text)).toEqual(['Hm.']);
  expect(chat).toMatchObject({ title: 'Inn', foreign: { narrative: 'An inn.' } });
});
