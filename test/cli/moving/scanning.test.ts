import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { worldInfoSettings } from '../../../src/interop/sillytavern/world-info-settings.ts';
import { Stage } from '../sotto.ts';

const card = (name: string) => ({
  ...{ spec: 'chara_card_v2', spec_version: '2.0' },
  data: { name, description: `${name} keeps an inn.`, first_mes: 'Welcome!', extensions: {} },
});
const said = (name: string, mes: string) => ({
  ...{ name, mes, is_user: name === 'Anna', send_date: '2024-05-01T10:00:00.000Z' },
});
const header = { user_name: 'unused', character_name: 'unused', chat_metadata: {} };
const lines = (...values: unknown[]) => values.map((value) => JSON.stringify(value)).join('\n');

/** A folder whose settings say how lorebooks are scanned, with a chat and a group in it. */
async function scanned(settings: object): Promise<Stage> {
  const stage = new Stage();
  const put = (file: string, value: unknown) => {
    const path = join(stage.folder, 'st', file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
  };
  for (const name of ['Mira', 'Tom', 'Zoe']) put(`characters/${name}.json`, card(name));
  put('worlds/Sea.json', {
    entries: {
      0: { uid: 0, key: ['tide'], content: 'Of the wind.', comment: 'tide' },
      1: { uid: 1, key: ['wind'], content: 'It blows.', comment: 'wind' },
    },
  });
  put('settings.json', { world_info_settings: { world_info: { globalSelect: ['Sea'] }, ...settings } });
  put(
    'chats/Mira/One.jsonl',
    lines(header, said('Anna', 'The tide!'), said('Mira', 'Yes.'), said('Anna', 'Hm.')),
  );
  put('groups/17.json', {
    ...{ id: '17', name: 'Inn', members: ['Zoe.json', 'Mira.json', 'Tom.json'], activation_strategy: 1 },
    chats: ['17a'],
  });
  put(
    'group chats/17a.jsonl',
    lines(header, said('Tom', 'Well.'), said('Mira', 'Well?'), said('Anna', 'Hi.')),
  );
  await stage.run('import', 'sillytavern', join(stage.folder, 'st'));
  return stage;
}

const awake = async (stage: Stage): Promise<unknown[]> =>
  (await stage.json('lore', 'test', 'One', '--for', 'Mira'))
    .filter((line) => line.awake)
    .map((line) => line.entry);

test('lorebooks are scanned in a chat as they were in the folder it came from, until it is told otherwise', async () => {
  const wide = await scanned({ world_info_depth: 3, world_info_recursive: false });
  expect(await awake(wide)).toEqual(['tide']);
  expect(await wide.json('lore', 'set', '--chat', 'One')).toMatchObject([{ scanDepth: 3, recursive: false }]);
  await wide.json('lore', 'set', '--chat', 'One', '--recursive', 'on');
  expect(await awake(wide)).toEqual(['tide', 'wind']);
  await wide.json('lore', 'set', '--chat', 'One', '--scan-depth', '1');
  expect(await awake(wide)).toEqual([]);
  const [usual] = await wide.json('lore', 'set', '--chat', 'One', '--usual');
  expect(usual).toMatchObject({ scanDepth: 4, recursive: true });
  const narrow = await scanned({ world_info_depth: 2 });
  expect(await awake(narrow)).toEqual([]);
});

test('whose entries come first is as it was in the folder, until the chat is told otherwise', async () => {
  const stage = await scanned({ world_info_character_strategy: 2 });
  const now = async (...flags: string[]) => (await stage.json('lore', 'set', '--chat', 'One', ...flags))[0];
  expect(await now()).toMatchObject({ strategy: 'global_first' });
  expect(await now('--strategy', 'evenly')).toMatchObject({ strategy: 'evenly' });
  expect(await stage.text('lore', 'set', '--chat', 'One')).toContain(
    'entries of all books by their order alone',
  );
  expect(await now('--usual')).not.toHaveProperty('strategy');
});

test('each setting is its own, steps of recursion count the search of the messages, and what has no effect is named', () => {
  const of = (fields: object) => worldInfoSettings(fields as Record<string, unknown>);
  expect(
    of({
      ...{ world_info_budget: 25, world_info_budget_cap: 400, world_info_include_names: false },
      ...{
        world_info_case_sensitive: true,
        world_info_match_whole_words: true,
        world_info_min_activations: 2,
      },
      ...{ world_info_use_group_scoring: true, world_info_max_recursion_steps: 3 },
    }),
  ).toEqual({
    settings: {
      ...{ budgetShare: 0.25, budget: 400, names: false, caseSensitive: true, wholeWords: true },
      ...{ minActivations: 2, groupScoring: true, maxRounds: 2 },
    },
    unused: [],
  });
  expect(of({ world_info_recursive: true, world_info_max_recursion_steps: 1 }).settings).toEqual({
    recursive: false,
  });
  expect(
    of({ world_info_depth: 'deep', world_info_budget_cap: 0, world_info_character_strategy: 'odd' }),
  ).toEqual({
    settings: {},
    unused: ['world_info_depth', 'world_info_character_strategy'],
  });
  const strategies = [0, 1, 2].map((number) => of({ world_info_character_strategy: number }).settings);
  expect(strategies.map(({ strategy }) => strategy)).toEqual(['evenly', 'character_first', 'global_first']);
});

test('a group answers in the order of its members', async () => {
  const stage = await scanned({});
  expect(await stage.json('strategy', '--chat', 'Inn 17a')).toMatchObject([{ strategy: 'list' }]);
  const scene = await stage.text('scene', '--chat', 'Inn 17a');
  const places = ['Zoe', 'Mira', 'Tom', 'Anna'].map((name) => scene.indexOf(name));
  expect(places).toEqual([...places].sort((a, b) => a - b));
});
