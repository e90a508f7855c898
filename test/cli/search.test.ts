import { expect, test } from 'vitest';
import { atTheInn, plainCard } from './inn.ts';
import { areShaped } from './shapes.ts';
import type { Line, Stage } from './sotto.ts';

const said = async (stage: Stage, ...args: string[]): Promise<void> =>
  void (await stage.json('say', ...args, '--no-reply'));

const textsOf = (lines: readonly Line[]): string[] => lines.map(({ text }) => text);

test('search: what the played character perceived, as another with --as; the shape of a hit', async () => {
  const stage = await atTheInn();
  await said(stage, 'The key is under the mat.');
  await said(stage, 'A key of Carl.', '--as', 'Carl', '--to', 'Bob');
  const hits = await stage.json('search', 'key');
  areShaped(hits);
  expect(hits).toMatchObject([
    { type: 'hit', speaker: 'Alice', text: 'The key is under the mat.', chat: expect.any(String) },
  ]);
  expect(textsOf(await stage.json('search', 'KEY', '--as', 'bob'))).toHaveLength(2);
  expect(textsOf(await stage.json('search', 'key', '--as', '*'))).toHaveLength(2);
  expect(textsOf(await stage.json('search', 'key', '--as', 'bob', '--limit', '1'))).toEqual([
    'A key of Carl.',
  ]);
  expect(await stage.json('search', '"key the"', '--as', 'bob')).toEqual([]);
  expect(await stage.text('search', '"the key"')).toMatch(
    /^\w{12} {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}Alice: The key is under the mat\.\n$/,
  );
});

test('search --chat and --all-chats', async () => {
  const stage = await atTheInn();
  await said(stage, 'A key at the inn.');
  await stage.json('new', stage.file('maid.json', plainCard('Maid', 'Oh!')), '--title', 'Attic');
  await said(stage, 'Key, key!');
  expect(textsOf(await stage.json('search', 'key'))).toEqual(['Key, key!']);
  expect(textsOf(await stage.json('search', 'key', '--all-chats'))).toEqual([
    'Key, key!',
    'A key at the inn.',
  ]);
  expect(textsOf(await stage.json('search', 'key', '--all-chats', '--as', 'Bob'))).toEqual([
    'A key at the inn.',
  ]);
  expect(textsOf(await stage.json('search', 'key', '--chat', 'The Inn'))).toEqual(['A key at the inn.']);
});

test('search: bad input', async () => {
  const stage = await atTheInn();
  expect(await stage.refusal(2, 'search', '"*"')).toMatchObject({ code: 'nothing_to_search' });
  expect(await stage.refusal(2, 'search', 'key', '--limit', '0')).toMatchObject({ code: 'bad_number' });
  expect(await stage.refusal(2, 'search', 'key', '--all-chats', '--chat', 'x')).toMatchObject({
    code: 'chat_and_all_chats',
  });
  expect((await stage.refusal(3, 'search', 'key', '--as', 'Nobody')).code).toBe('unknown_name');
  expect(await stage.refusal(3, 'search', 'key', '--as', 'Nobody', '--all-chats')).toMatchObject({
    code: 'unknown_name',
  });
  expect(await stage.refusal(3, 'search', 'key', '--chat', 'The Mill')).toMatchObject({
    code: 'no_such_chat',
  });
});
