import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ofType, Stage } from './sotto.ts';

const toll = new URL('../../cards/the-toll-keeper.png', import.meta.url).pathname;

/** A folder of SillyTavern with one of each. */
function folderIn(stage: Stage): string {
  const data = join(stage.folder, 'st');
  const put = (file: string, value: unknown) => {
    mkdirSync(join(data, file, '..'), { recursive: true });
    writeFileSync(join(data, file), JSON.stringify(value));
  };
  put('worlds/Bells.json', {
    entries: { 0: { uid: 0, key: ['bell'], content: 'Twice.', position: 4, depth: 2 } },
  });
  put('instruct/Mine.json', { name: 'Mine', input_sequence: '<|u|>', output_sequence: '<|a|>', wrap: true });
  put('TextGen Settings/Warm.json', { temp: 1.3, rep_pen: 1.1, top_a: 0.2, grammar_string: 'root ::= "a"' });
  put('regex/Dash.json', {
    id: 'r1',
    scriptName: 'Dash',
    findRegex: '/--/g',
    replaceString: '–',
    placement: [2],
  });
  put('QuickReplies/Set.json', {
    version: 2,
    name: 'Set',
    qrList: [{ id: 1, label: 'Wave', message: '*waves*' }],
  });
  put('settings.json', {
    power_user: { personas: { 'a.png': 'Ann' }, persona_descriptions: { 'a.png': { description: 'tall' } } },
  });
  mkdirSync(join(data, 'characters'), { recursive: true });
  copyFileSync(toll, join(data, 'characters/toll.png'));
  return data;
}

const reportOf = (lines: Parameters<typeof ofType>[0]) => ofType(lines, 'report')[0];

test('what came in from SillyTavern goes out as it keeps it, and comes in equal', async () => {
  const stage = new Stage();
  const data = folderIn(stage);
  expect(reportOf(await stage.json('import', 'sillytavern', data))).toMatchObject({
    imported: { card: 1, lore: 1, preset: 2, persona: 1, regex: 1, quick_replies: 1 },
    failed: [],
  });
  await stage.json('new', toll, '--title', 'Toll');
  await stage.json('say', 'Hm.', '--no-reply');
  const out = join(stage.folder, 'out');
  const files = (await stage.json('export', 'sillytavern', out)).map(({ file }) => file);
  expect(files).toHaveLength(8);
  const value = (file: string) => JSON.parse(readFileSync(join(out, file), 'utf8'));
  expect(value('regex/Dash.json')).toMatchObject({
    id: 'r1',
    scriptName: 'Dash',
    findRegex: '/--/g',
    placement: [2],
  });
  expect(value('TextGen Settings/Warm.json')).toMatchObject({
    temp: 1.3,
    rep_pen: 1.1,
    top_a: 0.2,
    grammar_string: 'root ::= "a"',
  });
  expect(value('QuickReplies/Set.json')).toMatchObject({
    version: 2,
    name: 'Set',
    qrList: [{ label: 'Wave' }],
  });
  expect(value('instruct/Mine.json')).toMatchObject({ input_sequence: '<|u|>', wrap: true });
  expect(readFileSync(join(out, 'characters', readdirSync(join(out, 'characters'))[0] ?? ''))).toEqual(
    readFileSync(toll),
  );
  const other = new Stage();
  const report = reportOf(await other.json('import', 'sillytavern', out));
  expect(report).toMatchObject({ imported: { card: 1, chat: 1, preset: 2, regex: 1 }, failed: [] });
  expect((await other.json('persona', 'list'))[0]).toMatchObject({ name: 'Ann', description: 'tall' });
  expect((await other.json('log')).at(-1)).toMatchObject({ text: 'Hm.' });
  const again = await stage.run('export', 'sillytavern', out);
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('exists already')]);
});
