import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { Stage } from '../sotto.ts';
import { filesOf } from './whole-folder.ts';

const card = (name: string) => ({
  ...{ spec: 'chara_card_v2', spec_version: '2.0' },
  data: { name, description: `${name} keeps an inn.`, first_mes: 'Welcome!', extensions: {} },
});
const said = (name: string, mes: string, more: object = {}) => ({
  ...{ name, mes, is_user: name === 'Anna', send_date: '2024-05-01T10:00:00.000Z', ...more },
});
const lines = (...values: unknown[]) => values.map((value) => JSON.stringify(value)).join('\n');
const told = (what: string, more: object = {}) => ({
  ...{ note_prompt: `A note of ${what}.`, note_interval: 1, note_depth: 1, scenario: `Scenario of ${what}` },
  ...more,
});

/** A folder as SillyTavern kept it before 1.15: what stands in headers of chats since then stands in the file of the group. */
async function oldGroup(): Promise<{ stage: Stage; data: string }> {
  const stage = new Stage();
  const data = join(stage.folder, 'st');
  const put = (file: string, value: unknown) => {
    mkdirSync(dirname(join(data, file)), { recursive: true });
    writeFileSync(join(data, file), typeof value === 'string' ? value : JSON.stringify(value));
  };
  for (const name of ['Mira', 'Tom']) put(`characters/${name}.json`, card(name));
  put('worlds/Town.json', { entries: { 0: { uid: 0, key: [], constant: true, content: 'Town lore.' } } });
  put('groups/17.json', {
    ...{
      id: '17',
      name: 'Inn',
      members: ['Mira.json', 'Tom.json'],
      chat_id: '17b',
      chats: ['17a', '17b', '17c'],
    },
    chat_metadata: told('now', { ignore_presence: ['Tom.json'] }),
    past_metadata: { '17a': told('then', { world_info: 'Town' }), '17c': told('nobody') },
  });
  const talk = [
    said('Tom', 'Well.', { original_avatar: 'Tom.json' }),
    said('Mira', 'Well?', { original_avatar: 'Mira.json', present: ['Mira.json'] }),
    said('Anna', 'Hi.', { present: ['Mira.json'] }),
  ];
  put('group chats/17a.jsonl', lines(...talk));
  put('group chats/17b.jsonl', lines(...talk, said('Anna', 'Ho.')));
  put(
    'group chats/17c.jsonl',
    lines({ user_name: 'unused', chat_metadata: {} }, ...talk, said('Anna', 'He.')),
  );
  await stage.run('import', 'sillytavern', data);
  return { stage, data };
}

test('what the file of an older group says of each of its chats is sent in that chat', async () => {
  const { stage } = await oldGroup();
  const prompt = (chat: string) => stage.text('prompt', `Inn ${chat}`, '--for', 'Mira');
  const [then, now, later] = [await prompt('17a'), await prompt('17b'), await prompt('17c')];
  for (const text of ['A note of then.', 'Scenario of then', 'Town lore.']) expect(then).toContain(text);
  for (const text of ['A note of now.', 'Scenario of now']) expect(now).toContain(text);
  for (const text of ['Town lore.', 'of then']) expect(now).not.toContain(text);
  expect(later).not.toContain('A note of');
});

test('who sees everything in an older group by its file has heard what others may not, and in its other chats has not', async () => {
  const { stage } = await oldGroup();
  const heard = async (chat: string) =>
    (await stage.json('log', `Inn ${chat}`, '--as', 'Tom')).map(({ text }) => text);
  expect(await heard('17a')).toEqual(['Well.']);
  expect(await heard('17b')).toEqual(['Well.', 'Well?', 'Hi.', 'Ho.']);
});

test('the chats of an older group come back byte for byte, and one that is played on has that line more', async () => {
  const { stage, data } = await oldGroup();
  const before = filesOf(data);
  expect(await stage.json('export', 'sillytavern', data)).toEqual([]);
  await stage.json('say', 'Inn 17b', 'So.', '--as', 'Anna', '--no-reply');
  await stage.json('export', 'sillytavern', data, '--force');
  const file = 'group chats/17b.jsonl';
  const after = filesOf(data)[file] ?? '';
  expect(after.startsWith(`${before[file]}\n`)).toBe(true);
  expect(after.split('\n')).toHaveLength((before[file]?.split('\n').length ?? 0) + 1);
});

test.each([
  ['note', [['note', 'It snows.']]],
  ['scenario', ['Mira', 'Tom'].map((name) => ['scenario', name, 'It snows.'])],
  ['lorebook', [['lore', 'use', 'Town']]],
])(
  'of a chat of an older group without a header, a %s that changed has no place in the file, and is named',
  async (_, changes) => {
    const { stage, data } = await oldGroup();
    const told =
      'group chats/17b.jsonl: it has no header, so the note, scenario or lorebook that changed is not in it';
    expect(await stage.text('export', 'sillytavern', data)).not.toContain('header');
    for (const change of changes) await stage.json(...change, '--chat', 'Inn 17b');
    expect(await stage.text('export', 'sillytavern', data)).toBe(`nothing to write to ${data}\n${told}\n`);
    const report = { type: 'report', folder: data, dryRun: false, notes: [told] };
    expect(await stage.json('export', 'sillytavern', data)).toEqual([report]);
  },
);
