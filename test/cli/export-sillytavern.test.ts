import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ofType, Stage } from './sotto.ts';

const toll = fileURLToPath(new URL('../../cards/the-toll-keeper.png', import.meta.url));

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
  expect(await stage.json('export', 'sillytavern', out)).toEqual([]);
});

test('an export into a folder that is in use leaves its settings as they are, but for personas, and keeps the old file', async () => {
  const stage = new Stage();
  const st = join(stage.folder, 'st');
  mkdirSync(st);
  const theirs = {
    firstRun: false,
    textgenerationwebui_settings: { temp: 1.1, samplers: ['a', 'b'] },
    power_user: {
      theme: 'dark',
      default_persona: 'u.png',
      personas: { 'u.png': 'Uma', 'Ann.png': 'Somebody else', 'x.png': 'Ann' },
      persona_descriptions: {
        'u.png': { description: 'old', position: 2 },
        'Ann.png': { description: 'not Ann' },
        'x.png': { description: 'small', depth: 3 },
      },
    },
  };
  const text = JSON.stringify(theirs, null, 4);
  writeFileSync(join(st, 'settings.json'), text);
  await stage.json('persona', 'add', 'Ann', 'tall');
  await stage.json('persona', 'add', 'Somebody', 'new');
  await stage.refusal(2, 'export', 'sillytavern', st);
  expect(readFileSync(join(st, 'settings.json'), 'utf8')).toBe(text);
  await stage.json('export', 'sillytavern', st, '--force');
  const { power_user, ...rest } = JSON.parse(readFileSync(join(st, 'settings.json'), 'utf8'));
  const { power_user: before, ...others } = theirs;
  expect(rest).toEqual(others);
  expect(power_user).toEqual({
    ...before,
    personas: { ...before.personas, 'Somebody.png': 'Somebody' },
    persona_descriptions: {
      ...before.persona_descriptions,
      'x.png': { description: 'tall', depth: 3 },
      'Somebody.png': { description: 'new' },
    },
  });
  expect(readFileSync(join(st, 'settings.json.bak'), 'utf8')).toBe(text);
  await stage.json('export', 'sillytavern', st, '--force');
  expect(readdirSync(st).sort()).toEqual(['settings.json', 'settings.json.bak']);
});
