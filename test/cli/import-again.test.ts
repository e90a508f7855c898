import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sillyFolder } from './silly-folder.ts';
import { ofType, Stage } from './sotto.ts';

const importOf = (stage: Stage, dir: string) => stage.run('import', 'sillytavern', dir, '--json');
const folder = () => {
  const stage = new Stage();
  const dir = sillyFolder(join(stage.folder, 'silly'));
  return { stage, dir, data: join(dir, 'data/default-user') };
};
const said = (name: string, mes: string) => ({ name, mes, send_date: '2024-05-01T10:00:00.000Z' });
const chatFile = (metadata: object, ...texts: string[]) =>
  [{ chat_metadata: metadata }, ...texts.map((text) => said('Mira', text))]
    .map((line) => JSON.stringify(line))
    .join('\n');

describe('a chat that went on in SillyTavern', () => {
  test.each([
    ['its integrity', { integrity: 'a-b' }, ['Other.', 'Text.', 'More.']],
    ['an equal beginning', {}, ['One.', 'Two.', 'More.']],
  ])('is known by %s, comes in as a second chat and says so', async (_, metadata, texts) => {
    const { stage, dir, data } = folder();
    const path = join(data, 'chats/Mira/Night.jsonl');
    writeFileSync(path, chatFile(metadata, 'One.', 'Two.'));
    await importOf(stage, dir);
    writeFileSync(path, chatFile(metadata, ...texts));
    const { lines } = await importOf(stage, dir);
    const [chat] = lines.filter(({ kind, isNew }) => kind === 'chat' && isNew);
    expect(chat?.warnings).toEqual([expect.stringContaining('a newer version of the chat "Night"')]);
    expect(chat?.name).not.toBe('Night');
    expect(await stage.json('chats')).toHaveLength(4);
  });

  test('branches and chats that share a greeting alone are no newer state', async () => {
    const { stage, dir, data } = folder();
    writeFileSync(join(data, 'chats/Mira/Night.jsonl'), chatFile({ integrity: 'a-b' }, 'One.', 'Two.'));
    const branch = chatFile({ integrity: 'a-b', main_chat: 'Night' }, 'One.', 'Two.', 'Else.');
    writeFileSync(join(data, 'chats/Mira/Night branch.jsonl'), branch);
    writeFileSync(join(data, 'chats/Mira/Day.jsonl'), chatFile({ integrity: 'c' }, 'One.', 'Three.'));
    const { lines } = await importOf(stage, dir);
    const chats = lines.filter(({ kind, name }) => kind === 'chat' && /Night|Day/.test(name));
    expect(chats.map(({ warnings }) => warnings)).toEqual([[], [], []]);
  });
});

test('an export that stands on an alternative has its swipes, and is read back to the same', async () => {
  const { stage, dir } = folder();
  await importOf(stage, dir);
  await stage.json('rewind', 'Evening', '--turns', '1');
  await stage.json('swipe', '3', '--chat', 'Evening');
  const out = join(stage.folder, 'out.jsonl');
  const write = ['export', 'Evening', '--format', 'sillytavern', '--out', out];
  await stage.json('chat', ...write);
  const last = JSON.parse(readFileSync(out, 'utf8').split('\n').at(-1) ?? '');
  expect(last).toMatchObject({ mes: 'Third.', swipes: ['First.', 'Second.', 'Third.'], swipe_id: 2 });
  expect(last.swipe_info).toHaveLength(3);
  const [again] = await stage.json('chat', 'import', out);
  const texts = [];
  for (const which of ['1', '2', '3']) {
    await stage.json('swipe', which, '--chat', again?.id ?? '');
    texts.push((await stage.json('log', again?.id ?? '', '--all')).at(-1)?.text);
  }
  expect(texts.sort()).toEqual(['First.', 'Second.', 'Third.']);
});

test('books for all chats are in use; what of their settings has no effect is told; a missing book is named', async () => {
  const { stage, dir, data } = folder();
  const path = join(data, 'settings.json');
  const settings = JSON.parse(readFileSync(path, 'utf8'));
  const world_info = { globalSelect: ['Harbour', 'Gone'] };
  const world_info_settings = { world_info, world_info_depth: 3, world_info_overflow_alert: true };
  writeFileSync(path, JSON.stringify({ ...settings, world_info_settings }));
  const { lines } = await importOf(stage, dir);
  expect(lines.find(({ kind }) => kind === 'lore')?.warnings).toContainEqual(
    expect.stringContaining('used in all chats'),
  );
  expect(lines.find(({ kind }) => kind === 'world_info')?.warnings).toEqual([
    'kept without effect: world_info_overflow_alert',
  ]);
  expect(ofType(lines, 'report')[0]?.failed).toContainEqual({
    file: 'settings.json',
    reason: expect.stringContaining('"Gone"'),
  });
  expect(await stage.text('lore', 'list')).toMatch(/Harbour.*all chats/);
  await stage.text('lore', 'unuse', 'Harbour', '--all-chats');
  await importOf(stage, dir);
  expect(await stage.text('lore', 'list')).not.toMatch(/Harbour.*all chats/);
});
