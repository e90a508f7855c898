import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { changeZip, emptyZip } from '../../src/cards/formats/zip-write.ts';
import { Stage } from './sotto.ts';

const zipOf = (members: Readonly<Record<string, unknown>>): Uint8Array => {
  const added = Object.entries(members).map(([name, value]) => ({
    ...{ name, packs: true },
    bytes: new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)),
  }));
  return changeZip(emptyZip, [], added);
};
const put = (stage: Stage, name: string, bytes: Uint8Array): string => {
  const file = join(stage.folder, name);
  writeFileSync(file, bytes);
  return file;
};

const turn = (id: string, parent: string | null, text: string) => ({
  [id]: {
    ...{ id, parent, children: parent === null ? ['b'] : [] },
    message: {
      id,
      author: { role: parent === null ? 'user' : 'assistant' },
      create_time: 1_700_000_000,
      content: { content_type: 'text', parts: [text] },
    },
  },
});
const chatGpt = (title: string) => ({
  ...{ title, create_time: 1_700_000_000, conversation_id: title, current_node: 'b' },
  mapping: { ...turn('a', null, 'Is it far?'), ...turn('b', 'a', 'A mile.') },
});
const claude = {
  ...{ uuid: 'c', name: 'Of tides', created_at: '2024-05-01T10:00:00Z' },
  chat_messages: [
    { uuid: '1', sender: 'human', text: 'High or low?', created_at: '2024-05-01T10:00:00Z' },
    { uuid: '2', sender: 'assistant', text: 'Low.', created_at: '2024-05-01T10:00:01Z' },
  ],
};
const scenario = (title: string) => ({
  title,
  messages: [
    { type: 'human', text: 'Hello #{character}.', createdAt: '2024-05-01T10:00:00Z' },
    {
      type: 'ai',
      outputs: [
        { text: 'Good evening.', createdAt: '2024-05-01T10:00:01Z', activeTimestamp: '2024-05-01T10:00:01Z' },
      ],
      createdAt: '2024-05-01T10:00:01Z',
    },
  ],
});

/** Titles of the chats that a file brought. */
const broughtBy = async (stage: Stage, ...args: string[]): Promise<unknown[]> =>
  (await stage.json('chat', 'import', ...args)).map(({ name }) => name);

describe('chats in a zip', () => {
  test('the exports of ChatGPT and Claude are read as they were downloaded', async () => {
    const stage = new Stage();
    const conversations = [chatGpt('The pier'), chatGpt('The inn')];
    const file = put(stage, 'export.zip', zipOf({ 'user.json': {}, 'conversations.json': conversations }));
    expect(await broughtBy(stage, file, '--character', 'Mira')).toEqual(['The pier', 'The inn']);
    const other = put(stage, 'claude.zip', zipOf({ 'data/conversations.json': [claude], 'users.json': [] }));
    expect(await broughtBy(stage, other, '--character', 'Mira')).toEqual(['Of tides']);
    expect(await stage.text('log', 'Of tides')).toContain('Mira: Low.');
  });

  test('an archive of Backyard brings each of its scenarios, with the name of its character', async () => {
    const stage = new Stage();
    const members = {
      'manifest.json': { schemaVersion: 1 },
      'characters/x/character.json': { name: 'mira', displayName: 'Mira' },
      'scenarios/scenario1.json': scenario('Evening'),
      'scenarios/scenario2.json': scenario('Morning'),
    };
    expect(await broughtBy(stage, put(stage, 'mira.byaf', zipOf(members)))).toEqual(['Evening', 'Morning']);
    expect(await stage.text('log', 'Evening')).toMatch(/: Hello Mira\.[\s\S]*Mira: Good evening\./);
  });

  test('a zip without chats, a broken one and one that unpacks to too much are refused by name; nothing of them is left', async () => {
    const stage = new Stage();
    const none = put(stage, 'none.zip', zipOf({ 'card.json': {} }));
    expect((await stage.refusal(2, 'chat', 'import', none)).message).toMatch(/none\.zip: .*without chats/);
    const whole = zipOf({ 'conversations.json': [chatGpt('x')] });
    const cut = put(stage, 'cut.zip', whole.slice(0, whole.length - 30));
    expect((await stage.refusal(2, 'chat', 'import', cut)).message).toContain('cut.zip');
    const bomb = put(stage, 'bomb.zip', zipOf({ 'conversations.json': ' '.repeat(8_000_000) }));
    expect((await stage.refusal(2, 'chat', 'import', bomb)).code).toBe('too_large');
    const bad = put(stage, 'bad.zip', zipOf({ 'conversations.json': '[{"mapping":1}' }));
    const { message } = await stage.refusal(2, 'chat', 'import', bad);
    expect(message).toContain('bad.zip');
    expect(message).not.toContain('.part');
    expect(readdirSync(stage.data).filter((name) => name.startsWith('.sotto-'))).toEqual([]);
  });
});

test('a document, a chat and an archive come in through a pipe as they do from a file', async () => {
  const stage = new Stage();
  const feed = async (text: string, ...args: string[]) => {
    const run = await stage.feed(text, 'chat', 'import', '-', '--json', ...args);
    expect(run.stderr).toBe('');
    return run.lines.map(({ name }) => name);
  };
  expect(await feed(JSON.stringify([chatGpt('The pier')]), '--character', 'Mira')).toEqual(['The pier']);
  const whole = await stage.text('chat', 'export', 'The pier', '--format', 'sotto');
  const other = new Stage();
  const run = await other.feed(whole, 'chat', 'import', '-', '--json');
  expect(run.lines).toMatchObject([{ name: 'The pier', outcome: 'new' }]);
});
