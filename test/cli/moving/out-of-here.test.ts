import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { makeChunk } from '../../../src/cards/formats/png.ts';
import { readCardText } from '../../../src/cards/formats/png-text.ts';
import { inflate } from '../../cards/fixtures.ts';
import { notOnWindows } from '../../windows.ts';
import { Stage } from '../sotto.ts';
import { filesOf } from './whole-folder.ts';

notOnWindows('editors are shell scripts here');

const large = '12345678901234567890';
const cardText = (name: string) =>
  `{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"${name}","description":"Old.","first_mes":"Hi.","extensions":{"n":${large}}}}`;
const said = (name: string, mes: string) => ({
  ...{ name, mes, is_user: name === 'Anna', send_date: '2024-05-01T10:00:00.000Z' },
});
const lines = (...values: unknown[]) => values.map((value) => JSON.stringify(value)).join('\n');
const header = { user_name: 'Anna', character_name: 'Mira', chat_metadata: {} };
const evening = lines(header, said('Mira', 'Hi.'), said('Anna', 'Ho.'));

const cardIn = (file: string) => {
  const bytes = readFileSync(file);
  return readCardText(bytes, inflate, () => {}).text.chara ?? '';
};

/** A library of what came in alone: a card as JSON in a file of another name, and a chat with its character. */
async function alone(): Promise<{ stage: Stage; out: string }> {
  const stage = new Stage({ EDITOR: './editor.sh', VISUAL: '' });
  await stage.run('card', 'import', stage.file('the-innkeeper.json', cardText('Mira')));
  await stage.run('card', 'import', stage.file('tom.json', cardText('Tom')));
  await stage.run('chat', 'import', stage.file('Evening.jsonl', evening));
  return { stage, out: join(stage.folder, 'out') };
}

test('a card that came in alone goes out as a picture, and chats and groups know it by the file of that', async () => {
  const { stage, out } = await alone();
  await stage.run('new', 'Mira', 'Tom', '--as', 'Anna', '--title', 'Inn');
  await stage.json('export', 'sillytavern', out);
  const files = filesOf(out);
  expect(Object.keys(files)).toEqual([
    'characters/the-innkeeper.png',
    'characters/tom.png',
    'chats/the-innkeeper/Evening.jsonl',
    'group chats/Inn.jsonl',
    'groups/Inn.json',
  ]);
  expect(cardIn(join(out, 'characters/the-innkeeper.png'))).toBe(cardText('Mira'));
  expect(files['chats/the-innkeeper/Evening.jsonl']).toBe(evening);
  expect(JSON.parse(files['groups/Inn.json'] ?? '').members).toEqual(['the-innkeeper.png', 'tom.png']);
  expect(await stage.json('export', 'sillytavern', out)).toEqual([]);
});

test('a card that is edited since changes in the picture that it has there by then', async () => {
  const { stage, out } = await alone();
  await stage.json('export', 'sillytavern', out);
  const file = join(out, 'characters/the-innkeeper.png');
  const before = readFileSync(file);
  const mark = makeChunk('xxXx', Buffer.from('1234'));
  const drawn = Buffer.concat([before.subarray(0, 33), mark, before.subarray(33)]);
  writeFileSync(file, drawn);
  chmodSync(stage.file('editor.sh', '#!/bin/sh\nsed -i.old "s/Old/New/" "$1"\n'), 0o755);
  await stage.json('card', 'edit', 'Mira');
  await stage.json('export', 'sillytavern', out, '--force');
  expect(cardIn(file)).toBe(cardText('Mira').replace('Old', 'New'));
  expect(readFileSync(file, 'latin1')).toContain('xxXx1234');
});

test('what came in alone takes a free name where another file is there', async () => {
  const { stage, out } = await alone();
  const there = { 'chats/the-innkeeper/Evening.jsonl': 'another', 'characters/tom.png': 'another' };
  for (const [file, text] of Object.entries(there)) {
    mkdirSync(dirname(join(out, file)), { recursive: true });
    writeFileSync(join(out, file), text);
  }
  await stage.json('export', 'sillytavern', out);
  const files = filesOf(out);
  expect(files).toMatchObject(there);
  expect(files['chats/the-innkeeper/Evening 2.jsonl']).toBe(evening);
  expect(cardIn(join(out, 'characters/tom 2.png'))).toBe(cardText('Tom'));
});

test('a card that another folder has another file in the place of is told, edited or not, and that file stays', async () => {
  const stage = new Stage({ EDITOR: './editor.sh', VISUAL: '' });
  for (const [folder, name] of [
    ['st', 'Mira'],
    ['other', 'Zoe'],
  ] as const) {
    mkdirSync(join(stage.folder, folder, 'characters'), { recursive: true });
    stage.file(join(folder, 'characters/inn.json'), cardText(name));
  }
  await stage.run('import', 'sillytavern', join(stage.folder, 'st'));
  const other = join(stage.folder, 'other');
  const told = 'characters/inn.json: another file of this name is there and stays';
  expect(await stage.text('export', 'sillytavern', other, '--force')).toContain(told);
  chmodSync(stage.file('editor.sh', '#!/bin/sh\nsed -i.old "s/Old/New/" "$1"\n'), 0o755);
  await stage.json('card', 'edit', 'Mira');
  expect(await stage.text('export', 'sillytavern', other, '--force')).toContain(told);
  expect(filesOf(other)).toEqual({ 'characters/inn.json': cardText('Zoe') });
});
