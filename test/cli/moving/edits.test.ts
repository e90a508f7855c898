import { appendFileSync, chmodSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { readCardText } from '../../../src/cards/formats/png-text.ts';
import { inflate } from '../../cards/fixtures.ts';
import { notOnWindows } from '../../windows.ts';
import { Stage } from '../sotto.ts';
import { filesOf, wholeFolder } from './whole-folder.ts';

notOnWindows('editors are shell scripts here');

const moved = async () => {
  const stage = new Stage({ EDITOR: './editor.sh', VISUAL: '' });
  const data = wholeFolder(join(stage.folder, 'st'));
  await stage.run('import', 'sillytavern', data);
  return { stage, data };
};

const editWith = (stage: Stage, from: string, to: string): void =>
  chmodSync(stage.file('editor.sh', `#!/bin/sh\nsed -i.old 's/${from}/${to}/' "$1"\n`), 0o755);

/** The JSON that the card chunk of a picture holds. */
const cardIn = (png: string | undefined) =>
  JSON.parse(readCardText(Buffer.from(png ?? '', 'latin1'), inflate, () => {}).text.chara ?? '');

/** The lines of a text that another has not, or has less often. */
function besides(text: string | undefined, other: string | undefined): string[] {
  const left = other?.split('\n') ?? [];
  return (text?.split('\n') ?? []).filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** The files of a folder that are not as they were, each with the lines that differ: what they were and what they are. */
const changed = (before: Record<string, string>, after: Record<string, string>) =>
  Object.keys(after)
    .filter((file) => after[file] !== before[file] && !/\.bak\d*$/.test(file))
    .map((file) => [file, besides(before[file], after[file]), besides(after[file], before[file])] as const);

const differences = async ({ stage, data }: { stage: Stage; data: string }) => {
  const before = filesOf(data);
  const listed = await stage.json('export', 'sillytavern', data, '--dry-run');
  expect(filesOf(data)).toEqual(before);
  await stage.json('export', 'sillytavern', data, '--force');
  const after = filesOf(data);
  const kept = Object.keys(after).filter((file) => !(file in before) && /\.bak\d*$/.test(file));
  for (const file of kept) expect(after[file]).toBe(before[file.replace(/\.bak\d*$/, '')]);
  expect(kept).toHaveLength(changed(before, after).filter(([file]) => file in before).length);
  expect(listed.map(({ file }) => file).sort()).toEqual(changed(before, after).map(([file]) => file));
  expect(await stage.json('export', 'sillytavern', data)).toEqual([]);
  return changed(before, after);
};

test('of a persona that was edited the description alone differs in the settings', async () => {
  const here = await moved();
  await here.stage.json('persona', 'edit', 'Anna', 'A captain.');
  expect(await differences(here)).toEqual([
    ['settings.json', [expect.stringContaining('A sailor.')], [expect.stringContaining('A captain.')]],
  ]);
});

test('a persona that was made here is added to the settings', async () => {
  const here = await moved();
  await here.stage.json('persona', 'add', 'Bo', 'New.');
  const [[file, gone] = []] = await differences(here);
  expect(file).toBe('settings.json');
  expect(gone?.length).toBeLessThanOrEqual(2);
  expect(JSON.parse(filesOf(here.data)['settings.json'] ?? '').power_user.personas).toEqual({
    ...{ 'anna.png': 'Anna', 'other.png': 'Anna', 'none.png': '', 'Bo.png': 'Bo' },
  });
});

test('of a lorebook that is no longer in use in all chats its name alone leaves the settings', async () => {
  const here = await moved();
  await here.stage.json('lore', 'unuse', 'Harbour', '--all-chats');
  expect(await differences(here)).toEqual([
    ['settings.json', expect.arrayContaining([expect.stringContaining('"Harbour"')]), expect.anything()],
  ]);
});

test('of a message that was edited the text alone differs, and what is said is added', async () => {
  const here = await moved();
  const [first] = await here.stage.json('log', 'Evening', '--all');
  await here.stage.json('edit', String(first?.id), 'Come in!', '--chat', 'Evening');
  const [line] = await differences(here);
  expect(line?.[0]).toBe('chats/Person 1/Evening.jsonl');
  expect(line?.[2]).toEqual([line?.[1]?.[0]?.replace('Welcome!', 'Come in!')]);
  await here.stage.json('say', 'Evening', 'Here.', '--as', 'Anna', '--no-reply');
  const [more] = await differences(here);
  expect(more?.slice(0, 2)).toEqual(['chats/Person 1/Evening.jsonl', []]);
  expect(more?.[2]).toEqual([expect.stringContaining('"mes":"Here."')]);
});

test('of a group whose order of speaking is another its number alone differs', async () => {
  const here = await moved();
  await here.stage.json('strategy', '--set', 'pooled', '--chat', 'The Pier 1700000000001');
  expect(await differences(here)).toEqual([
    [
      'groups/1700000000000.json',
      [expect.stringContaining('"activation_strategy": 1')],
      [expect.stringContaining('"activation_strategy": 3')],
    ],
  ]);
});

test('of a preset that came in anew the changed sampler alone differs, in its own words', async () => {
  const here = await moved();
  const file = here.stage.file(
    'Dynamic.json',
    JSON.stringify({
      temp: 1.2,
      dynatemp: true,
      min_temp: 0.5,
      max_temp: 2,
      rep_pen: 1.05,
      rep_pen_range: 512,
    }),
  );
  await here.stage.json('preset', 'import', file, '--force');
  const [difference] = await differences(here);
  expect(difference?.[0]).toBe('TextGen Settings/Dynamic.json');
  expect(difference?.[2]).toContain('    "rep_pen_range": 512,');
});

test('a file that is broken there stays as it is, and stops nothing', async () => {
  const { stage, data } = await moved();
  writeFileSync(join(data, 'groups/1700000000000.json'), '{"id":');
  await stage.json('strategy', '--set', 'pooled', '--chat', 'The Pier 1700000000001');
  const text = await stage.text('export', 'sillytavern', data);
  expect(text).toContain('groups/1700000000000.json: it is not JSON, so it was left as it is');
  expect(filesOf(data)['groups/1700000000000.json']).toBe('{"id":');
});

test.each(['{"power_user": ', '[]'])(
  'settings that are %s there stay as they are, and stop nothing',
  async (broken) => {
    const { stage, data } = await moved();
    writeFileSync(join(data, 'settings.json'), broken);
    await stage.json('persona', 'edit', 'Anna', 'A captain.');
    await stage.json('say', 'Evening', 'Here.', '--as', 'Anna', '--no-reply');
    const text = await stage.text('export', 'sillytavern', data, '--force');
    expect(text).toContain(
      'settings.json: it is not a settings file of SillyTavern, so it was left as it is',
    );
    expect(text).toContain('wrote 1 × chat to');
    expect(filesOf(data)['settings.json']).toBe(broken);
  },
);

test('what went on in the folder meanwhile stays, and a chat that went on at both ends stands there twice', async () => {
  const { stage, data } = await moved();
  const settings = filesOf(data)['settings.json'] ?? '';
  writeFileSync(join(data, 'settings.json'), settings.replace('"firstRun": false', '"firstRun": true'));
  appendFileSync(
    join(data, 'chats/Person 1/Evening.jsonl'),
    '\n{"name":"Anna","is_user":true,"mes":"There."}',
  );
  await stage.json('persona', 'edit', 'Anna', 'A captain.');
  await stage.json('say', 'Evening', 'Here.', '--as', 'Anna', '--no-reply');
  await stage.run('export', 'sillytavern', data, '--force');
  const after = filesOf(data);
  expect(after['settings.json']).toContain('"firstRun": true');
  expect(after['settings.json']).toContain('A captain.');
  expect(after['chats/Person 1/Evening.jsonl']).toContain('There.');
  expect(after['chats/Person 1/Evening (sotto).jsonl']).toContain('Here.');
});

test('of a card that was edited one key of its JSON differs, in the file that groups and chats know it by', async () => {
  const { stage, data } = await moved();
  const before = filesOf(data);
  editWith(stage, 'Keeps bees', 'Keeps wasps');
  await stage.json('card', 'edit', 'Person 2');
  const listed = await stage.json('export', 'sillytavern', data, '--force');
  expect(listed).toMatchObject([{ file: 'characters/Person 2.png', change: 'changed' }]);
  const file = 'characters/Person 2.png';
  const was = cardIn(before[file]);
  expect(cardIn(filesOf(data)[file])).toEqual({
    ...was,
    data: { ...was.data, description: 'Keeps wasps.' },
  });
  const out = join(stage.folder, 'out');
  await stage.json('export', 'sillytavern', out);
  expect(filesOf(out)[file]).toBe(filesOf(data)[file]);
});

test('of a lorebook that was changed the changed entry alone differs', async () => {
  const here = await moved();
  const book = filesOf(here.data)['worlds/Harbour.json'] ?? '';
  const file = here.stage.file('Harbour.json', book.replace('Two tides a day.', 'Three tides a day.'));
  await here.stage.json('lore', 'import', file, '--force');
  expect(await differences(here)).toEqual([
    [
      'worlds/Harbour.json',
      [expect.stringContaining('"content": "Two tides')],
      [expect.stringContaining('"content": "Three tides')],
    ],
  ]);
});

test('of a group chat that is played on what is said is added, and who says it by the file of the card', async () => {
  const here = await moved();
  await here.stage.json('say', 'The Pier 1700000000001', 'Where is Two?', '--as', 'Anna', '--no-reply');
  await here.stage.json('reply', 'The Pier 1700000000001', '--by', 'Person 2');
  const [[file, gone, added] = [], ...others] = await differences(here);
  expect([file, gone, others]).toEqual(['group chats/1700000000001.jsonl', [], []]);
  expect(added).toMatchObject([
    expect.stringContaining('"mes":"Where is Two?"'),
    expect.stringContaining('"original_avatar":"Person 2.png"'),
  ]);
});

test.each([
  ['OpenAI Settings/Manager.json', 'Write on.', 'Write well.'],
  ['instruct/Odd.json', '<u>', '<h>'],
  ['context/Story.json', '\\*\\*\\*', '---'],
  ['KoboldAI Settings/Classic.json', '1.1', '1.2'],
])('of %s that came in anew the changed line alone differs', async (path, from, to) => {
  const here = await moved();
  const was = filesOf(here.data)[path] ?? '';
  const file = here.stage.file(basename(path), was.replace(new RegExp(from), to));
  await here.stage.json('preset', 'import', file, '--force');
  expect(await differences(here)).toEqual([
    [path, [expect.stringMatching(from)], [expect.stringContaining(to)]],
  ]);
});

test('a lorebook that belongs to a character or to a chat since then is named where it is there, and no longer named when it is taken away', async () => {
  const here = await moved();
  const { stage, data } = here;
  await stage.json('lore', 'use', 'Town', '--for', 'Person 9');
  await stage.json('lore', 'unuse', 'Town', '--for', 'Person 2');
  await stage.json('lore', 'use', 'Town', '--chat', 'Old');
  await stage.json('lore', 'unuse', 'Town', '--chat', 'Evening');
  const changed = await differences(here);
  expect(changed.map(([file]) => file)).toEqual([
    'chats/Person 1/Evening.jsonl',
    'chats/Person 3/Old.jsonl',
    'settings.json',
  ]);
  const after = filesOf(data);
  const { charLore } = JSON.parse(after['settings.json'] ?? '').world_info_settings.world_info;
  expect(charLore).toEqual([{ name: 'Person 9', extraBooks: ['Town'] }]);
  const named = (file: string) => JSON.parse(after[file]?.split('\n')[0] ?? '').chat_metadata?.world_info;
  expect(['chats/Person 1/Evening.jsonl', 'chats/Person 3/Old.jsonl'].map(named)).toEqual([
    undefined,
    'Town',
  ]);
});

test('who was told or was there is said where a group says it, of a whisper and of what one did not hear', async () => {
  const here = await moved();
  const chat = ['--chat', 'The Pier 1700000000001'];
  const say = (text: string, ...flags: string[]) =>
    here.stage.json('say', 'The Pier 1700000000001', text, '--as', 'Anna', '--no-reply', ...flags);
  await say('Psst.', '--to', 'Person 1');
  await say('Well?');
  await here.stage.json('leave', 'Person 2', ...chat);
  await say('Is Two gone?');
  const [first] = await here.stage.json('log', 'The Pier 1700000000001', '--all');
  await here.stage.json('audience', String(first?.id), '--public', ...chat);
  const [[, gone, added = []] = []] = await differences(here);
  expect(gone).toHaveLength(1);
  expect(added.map((line) => JSON.parse(line)).map(({ mes, present }) => [mes, present])).toEqual([
    ['Again?', undefined],
    ['Psst.', ['Person 1.png']],
    ['Well?', undefined],
    ['Is Two gone?', ['Person 1.png']],
  ]);
  const again = new Stage();
  await again.run('import', 'sillytavern', here.data);
  const heard = await again.json('log', 'The Pier 1700000000001', '--as', 'Person 2');
  expect(heard.map(({ text }) => text)).toEqual(['Again?', 'Again.', 'Well?']);
});
