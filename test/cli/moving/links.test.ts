import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { Stage } from '../sotto.ts';

const card = (name: string, extensions: object, more: object = {}) => ({
  spec: 'chara_card_v2',
  spec_version: '2.0',
  data: { name, description: `${name} keeps an inn.`, first_mes: 'Welcome!', extensions, ...more },
});
const book = (content: string) => ({
  entries: { 0: { uid: 0, key: ['tide'], content, constant: true, position: 0 } },
});
const said = (name: string, mes: string) => ({
  ...{ name, mes, is_user: name === 'Anna', send_date: '2024-05-01T10:00:00.000Z' },
});

/** A folder in which cards, settings, a persona and a chat name lorebooks of their own. */
async function linked(metadata: object = {}): Promise<Stage> {
  const stage = new Stage();
  const put = (file: string, value: unknown) => {
    const path = join(stage.folder, 'st', file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
  };
  const depth_prompt = { prompt: '{{char}} limps.', depth: 3, role: 'system' };
  const own = {
    entries: [
      {
        keys: ['x'],
        content: 'Embedded lore.',
        constant: true,
        enabled: true,
        insertion_order: 1,
        extensions: {},
      },
    ],
  };
  const brought = { scenario: 'The inn by day.', character_book: own };
  put('characters/mira.json', card('Mira', { world: 'Harbour', depth_prompt }, brought));
  put('characters/tom.json', card('Tom', { world: 'Nowhere' }));
  put('worlds/Harbour.json', book('Harbour lore.'));
  put('worlds/Town.json', book('Town lore.'));
  put('worlds/Anna.json', book('Persona lore.'));
  const ofPier = { uid: 1, key: ['pier'], content: 'Pier lore.', matchScenario: true, position: 0 };
  put('worlds/Chat.json', { entries: { ...book('Chat lore.').entries, 1: ofPier } });
  put('settings.json', {
    power_user: {
      personas: { 'a.png': 'Anna' },
      persona_descriptions: { 'a.png': { description: 'A sailor.', lorebook: 'Anna' } },
    },
    world_info_settings: {
      world_info: { globalSelect: [], charLore: [{ name: 'tom', extraBooks: ['Town'] }] },
    },
  });
  const header = {
    user_name: 'unused',
    character_name: 'unused',
    chat_metadata: { world_info: 'Chat', ...metadata },
  };
  const lines = (...values: unknown[]) => values.map((value) => JSON.stringify(value)).join('\n');
  put('chats/mira/One.jsonl', lines(header, said('Mira', 'Welcome!'), said('Anna', 'Hi.')));
  put('chats/tom/Two.jsonl', lines(header, said('Tom', 'Well.'), said('Anna', 'Hi.')));
  put('chats/mira/Begun.jsonl', lines(header, said('Mira', 'Welcome!')));
  put('chats/ghost/Three.jsonl', lines(header, said('Ghost', 'Boo.'), said('Anna', 'Hi.')));
  const run = await stage.run('import', 'sillytavern', join(stage.folder, 'st'), '--json');
  expect(run.lines.at(-1)?.failed).toEqual([
    { file: 'characters/tom.json', reason: 'its lorebook "Nowhere" is not in the folder' },
  ]);
  return stage;
}

const lore = (text: string): string[] => text.match(/\w+ lore\./g)?.sort() ?? [];
const promptOf = (stage: Stage, chat: string, name: string) => stage.text('prompt', chat, '--for', name);

test('lorebooks that cards, settings, the persona and the chat name are in the prompts of whom they belong to', async () => {
  const stage = await linked();
  expect(lore(await promptOf(stage, 'One', 'Mira'))).toEqual([
    'Chat lore.',
    'Harbour lore.',
    'Persona lore.',
  ]);
  expect(lore(await promptOf(stage, 'Two', 'Tom'))).toEqual(['Chat lore.', 'Persona lore.', 'Town lore.']);
});

test('`lore use --for` gives a character a lorebook in every chat, `lore unuse --for` takes it again', async () => {
  const stage = await linked();
  await stage.json('lore', 'use', 'Town', '--for', 'Mira');
  expect(lore(await promptOf(stage, 'One', 'Mira'))).toContain('Town lore.');
  await stage.json('lore', 'unuse', 'Town', '--for', 'Mira');
  expect(lore(await promptOf(stage, 'One', 'Mira'))).not.toContain('Town lore.');
  expect(await stage.refusal(3, 'lore', 'use', 'None', '--for', 'Mira')).toMatchObject({
    code: 'no_such_book',
  });
});

test("a card's depth prompt, the chat's note and its scenario are sent", async () => {
  const stage = await linked({
    note_prompt: 'It rains.',
    note_depth: 2,
    note_interval: 1,
    note_role: 0,
    scenario: 'A pier at night.',
  });
  const prompt = await promptOf(stage, 'One', 'Mira');
  for (const text of ['Mira limps.', 'It rains.', 'A pier at night.']) expect(prompt).toContain(text);
  expect(await stage.json('note', '--chat', 'One')).toMatchObject([{ text: 'It rains.', depth: 2 }]);
  expect(await promptOf(stage, 'Two', 'Tom')).not.toContain('limps');
});

test("a chat's scenario of SillyTavern stands in the place of the card's, one that is set here beside it", async () => {
  const stage = await linked({ scenario: 'A pier at night with {{user}}.' });
  const scenarios = (text: string) => text.match(/^.*(?:A pier|The inn|It rains).*$/gm);
  const prompt = async () => promptOf(stage, 'One', 'Mira');
  expect(scenarios(await prompt())).toEqual(['Scenario: A pier at night with Anna.']);
  expect(lore(await prompt())).toContain('Pier lore.');
  expect(await stage.json('notes', '--chat', 'One', '--as', 'Mira')).toEqual([
    { type: 'scenario', character: 'Mira', text: 'A pier at night with {{user}}.' },
  ]);
  await stage.json('note', 'Now: {{scenario}}', '--chat', 'One');
  expect(await prompt()).toContain('Now: A pier at night with Anna.');
  await stage.json('note', '--off', '--chat', 'One');
  await stage.json('scenario', 'Mira', 'It rains.', '--chat', 'One');
  expect(scenarios(await prompt())).toEqual(['Scenario: The inn by day.', '[Scenario: It rains.]']);
  expect(lore(await prompt())).not.toContain('Pier lore.');
  await stage.json('scenario', 'Mira', '--off', '--chat', 'One');
  expect(scenarios(await prompt())).toEqual(['Scenario: The inn by day.']);
  await stage.isSound();
});

test("a chat's scenario of SillyTavern is sent where its character has no card", async () => {
  const stage = await linked({ scenario: 'A pier at night.' });
  expect(await promptOf(stage, 'Three', 'Ghost')).toContain('[Scenario: A pier at night.]');
});

test("a chat's scenario of SillyTavern is sent, and goes back, where only its greeting was said", async () => {
  const stage = await linked({ scenario: 'A pier at night.' });
  expect(await promptOf(stage, 'Begun', 'Mira')).toContain('Scenario: A pier at night.');
  expect(await stage.json('export', 'sillytavern', join(stage.folder, 'st'))).toEqual([]);
});

test("example dialogue and a system prompt of a chat's own are kept and named, and not sent", async () => {
  const own = { mes_example: 'Mira: Aye.', system_prompt: 'Be brief.' };
  const stage = await linked(own);
  expect(await promptOf(stage, 'One', 'Mira')).not.toMatch(/Aye|brief/);
  const st = join(stage.folder, 'st');
  expect(await stage.json('export', 'sillytavern', st)).toEqual([]);
  expect(await stage.json('chat', 'import', join(st, 'chats/mira/One.jsonl'), '--apart')).toMatchObject([
    { warnings: ['its own example dialogue and system prompt are kept, but not sent'] },
  ]);
});

test('a note that is switched off there is not set', async () => {
  const stage = await linked({ note_prompt: 'It rains.', note_interval: 0 });
  expect(await promptOf(stage, 'One', 'Mira')).not.toContain('It rains.');
});

test('an entry for the file of one card is for no other card of that name', async () => {
  const stage = new Stage();
  const put = (file: string, value: unknown) => {
    const path = join(stage.folder, 'st', file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
  };
  const only = (name: string) => ({ isExclude: false, names: [name], tags: [] });
  put('characters/Mira.json', card('Mira', {}));
  put('characters/Mira1.json', card('Mira', {}, { description: 'Another.' }));
  put('worlds/Both.json', {
    entries: {
      0: { uid: 0, key: [], constant: true, content: 'First lore.', characterFilter: only('Mira') },
      1: { uid: 1, key: [], constant: true, content: 'Second lore.', characterFilter: only('Mira1') },
    },
  });
  put('settings.json', { world_info_settings: { world_info: { globalSelect: ['Both'] } } });
  const header = { user_name: 'unused', character_name: 'unused', chat_metadata: {} };
  const talk = [header, said('Mira', 'Welcome!'), said('Anna', 'Hi.')].map((line) => JSON.stringify(line));
  put('chats/Mira/One.jsonl', talk.join('\n'));
  put('chats/Mira1/Two.jsonl', [...talk, JSON.stringify(said('Anna', 'Ho.'))].join('\n'));
  await stage.run('import', 'sillytavern', join(stage.folder, 'st'));
  expect(lore(await promptOf(stage, 'One', 'Mira'))).toEqual(['First lore.']);
  expect(lore(await promptOf(stage, 'Two', 'Mira'))).toEqual(['Second lore.']);
});
