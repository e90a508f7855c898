import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recognised } from '../../src/app/recognised.ts';

let folder: string;

const cards = fileURLToPath(new URL('../../cards/', import.meta.url));
const write = (name: string, content: unknown): string => {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sotto-recognised-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('issue 29.7: what there is at a path is told apart: cards, chats, lorebooks, presets, directories', async () => {
  expect(await recognised(join(cards, 'the-toll-keeper.png'))).toEqual({
    holds: 'card',
    says: 'the card Fathom of Quill Sound',
  });
  expect(await recognised(join(cards, 'the-last-ferry.json'))).toMatchObject({ holds: 'card' });
  const book = { entries: { 0: { uid: 0, key: ['lamp'], content: 'It is green.' } } };
  expect(await recognised(write('lamps.json', book))).toEqual({
    holds: 'lorebook',
    says: 'the lorebook lamps',
  });
  expect(await recognised(write('calm.json', { sampling: { temperature: 0.5 } }))).toEqual({
    holds: 'preset',
    says: 'the preset calm',
  });
  expect(await recognised(write('chat.jsonl', '{"user_name":"Ann"}'))).toMatchObject({ holds: 'chat' });
  expect(await recognised(write('other.json', [{ title: 'x', mapping: {} }]))).toMatchObject({
    holds: 'chat',
  });
  expect(await recognised(cards)).toMatchObject({ holds: 'cards' });
  mkdirSync(join(folder, 'ST/characters'), { recursive: true });
  expect(await recognised(join(folder, 'ST'))).toMatchObject({ holds: 'sillytavern' });
});

test('issue 29.7: what can be none of them is refused with what is wrong', async () => {
  const picture = join(folder, 'picture.png');
  copyFileSync(join(cards, 'the-toll-keeper.png'), picture);
  writeFileSync(picture, 'no picture');
  await expect(recognised(picture)).rejects.toThrow(/picture\.png/);
  await expect(recognised(join(folder, 'none'))).rejects.toMatchObject({ code: 'no_such_file' });
  await expect(recognised(write('empty.json', '{'))).rejects.toMatchObject({ family: 'usage' });
});
