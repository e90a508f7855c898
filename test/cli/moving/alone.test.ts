import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Stage } from '../sotto.ts';

const lines = (...values: unknown[]) => values.map((value) => JSON.stringify(value)).join('\n');
const said = (name: string, mes: string) => ({
  ...{ name, is_user: name === 'Anna', is_system: false, send_date: '2024-05-01T10:00:00.000Z', mes },
});
const metadata = { integrity: 'x', note_prompt: 'It rains.', note_interval: 1, note_depth: 2, note_role: 0 };
const chat = lines(
  { user_name: 'unused', character_name: 'unused', chat_metadata: { ...metadata, scenario: 'An inn.' } },
  said('Mira', 'Welcome!'),
  said('Anna', 'Good evening.'),
);
// Spaces, an unknown field and an order of keys that nobody would write again.
const world =
  '{ "entries": { "7": {"uid": 7, "key": ["tide"], "content": "High.", "odd": 1, "comment": ""} },\n "mine": [1] }';
const preset = '{"temp": 0.70, "rep_pen": 1.1,   "unknown": {"a": 1}}';

const written = (stage: Stage, file: string): string => readFileSync(join(stage.folder, file), 'utf8');

describe('a file that comes in alone', () => {
  test('a lorebook is its own bytes again as long as nothing changed of it, and written anew where another format is wanted', async () => {
    const stage = new Stage();
    await stage.run('lore', 'import', stage.file('Sea.json', world));
    const out = () => stage.text('lore', 'export', 'Sea', '--to', 'worldinfo');
    expect(await out()).toBe(world);
    const v3 = '{"spec":"lorebook_v3", "data":{"entries":[],   "extensions":{}}}';
    await stage.run('lore', 'import', stage.file('None.json', v3));
    expect(await stage.text('lore', 'export', 'None')).toBe(v3);
    expect(await stage.text('lore', 'export', 'Sea')).toContain('"lorebook_v3"');
    await stage.run('lore', 'import', stage.file('Sea.json', world.replace('High', 'Low')), '--force');
    expect(await out()).toBe(world.replace('High', 'Low'));
    await stage.run('export', 'sillytavern', join(stage.folder, 'out'));
    expect(written(stage, 'out/worlds/Sea.json')).toBe(world.replace('High', 'Low'));
  });

  test('a preset is its own bytes again', async () => {
    const stage = new Stage();
    await stage.run('preset', 'import', stage.file('Warm.json', preset));
    await stage.run('preset', 'export', 'Warm', '--out', join(stage.folder, 'again.json'));
    expect(written(stage, 'again.json')).toBe(preset);
    await stage.run('export', 'sillytavern', join(stage.folder, 'out'));
    expect(written(stage, 'out/TextGen Settings/Warm.json')).toBe(preset);
  });

  test('a card is its own bytes again, and other files know it by the name of its file', async () => {
    const stage = new Stage();
    const data = { name: 'Mira', description: 'An innkeeper.', first_mes: 'Hi.', extensions: {} };
    const card = `{"spec":"chara_card_v2",   "spec_version":"2.0","data":${JSON.stringify(data)}}`;
    await stage.run('card', 'import', stage.file('the-innkeeper.json', card));
    await stage.run('card', 'export', 'Mira', '--to', 'json', '--out', join(stage.folder, 'again.json'));
    expect(written(stage, 'again.json')).toBe(card);
    const filter = { isExclude: false, names: ['the-innkeeper'], tags: [] };
    const entry = { uid: 0, key: ['inn'], content: 'x', comment: 'inn', characterFilter: filter };
    await stage.run('lore', 'import', stage.file('Inn.json', JSON.stringify({ entries: { 0: entry } })));
    await stage.run('new', 'Mira', '--as', 'Anna');
    await stage.run('lore', 'use', 'Inn');
    await stage.run('say', 'The inn!', '--no-reply');
    expect(await stage.json('lore', 'test', '--for', 'Mira')).toMatchObject([{ entry: 'inn', awake: true }]);
  });

  test('a chat is its own bytes again, after a line is said it has that line more', async () => {
    const stage = new Stage();
    await stage.run('chat', 'import', stage.file('Evening.jsonl', chat));
    const out = () => stage.text('chat', 'export', 'Evening', '--format', 'sillytavern');
    expect(await out()).toBe(chat);
    await stage.run('say', 'And then?', '--no-reply');
    const [more, ...rest] = (await out()).split('\n').slice(3);
    expect(rest).toEqual([]);
    expect((await out()).startsWith(`${chat}\n`)).toBe(true);
    expect(more).toContain('And then?');
  });

  test('the note and the scenario as they are now stand in the header, and nothing else of it is another', async () => {
    const stage = new Stage();
    await stage.run('chat', 'import', stage.file('Evening.jsonl', chat));
    const header = async () =>
      JSON.parse(
        (await stage.text('chat', 'export', 'Evening', '--format', 'sillytavern')).split('\n')[0] ?? '',
      );
    await stage.run('note', 'It snows.', '--depth', '3', '--chat', 'Evening');
    expect((await header()).chat_metadata).toEqual({
      ...{ ...metadata, note_prompt: 'It snows.', note_depth: 3, note_position: 1, scenario: 'An inn.' },
    });
    await stage.run('scenario', 'Mira', 'A ship.', '--chat', 'Evening');
    expect((await header()).chat_metadata.scenario).toBe('A ship.');
    expect((await header()).character_name).toBe('unused');
  });
});
