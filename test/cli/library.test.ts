import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readCardFile } from '../../src/app/library/card-files.ts';
import { keeperCard, plainCard } from './inn.ts';
import { ofType, Stage } from './sotto.ts';

const toll = fileURLToPath(new URL('../../cards/the-toll-keeper.png', import.meta.url));
const keeper = JSON.stringify(keeperCard);

describe('card import', () => {
  test('files and folders; the same bytes twice are one card', async () => {
    const stage = new Stage();
    mkdirSync(join(stage.folder, 'cards/deep'), { recursive: true });
    stage.file('cards/keeper.json', keeper);
    stage.file('cards/deep/UPPER.JSON', plainCard('Nell', 'Yes?'));
    stage.file('cards/notes.txt', 'no card');
    const lines = await stage.json('card', 'import', toll, join(stage.folder, 'cards'), toll);
    expect(lines).toMatchObject([
      { type: 'imported', kind: 'card', id: expect.any(String), warnings: [] },
      { name: 'Nell' },
      { name: 'Keeper' },
      { warnings: [expect.stringContaining('in the library already')] },
    ]);
    expect(lines[3]?.id).toBe(lines[0]?.id);
    expect((await stage.json('cards')).map(({ name }) => name).sort()).toEqual(
      [lines[0]?.name, 'Keeper', 'Nell'].sort(),
    );
  });

  test('one bad file does not stop the others; each is told, and the exit code is 2', async () => {
    const stage = new Stage();
    const bad = stage.file('bad.json', '{"name":');
    const lore = stage.file('lore.json', '{"entries":{}}');
    const run = await stage.run(
      'card',
      'import',
      'missing.png',
      bad,
      stage.file('keeper.json', keeper),
      lore,
      '--json',
    );
    expect(run.code).toBe(2);
    expect(ofType(run.lines, 'imported')).toMatchObject([{ name: 'Keeper' }]);
    expect(ofType(run.lines, 'error')).toMatchObject([
      { code: 'no_such_file' },
      { code: 'not_a_card', message: expect.stringContaining(bad) },
      { code: 'not_a_card', message: expect.stringContaining(lore) },
    ]);
    expect(run.stderr.split('\n').filter((line) => line.startsWith('sotto: '))).toHaveLength(3);
    expect(await stage.json('cards')).toHaveLength(1);
    await stage.refusal(3, 'card', 'import', 'missing.png');
    mkdirSync(join(stage.folder, 'empty'));
    expect(await stage.refusal(3, 'card', 'import', 'empty')).toMatchObject({ code: 'no_cards' });
  });
});

describe('card show', () => {
  test('a file or an imported card, as it came; showing a file keeps nothing', async () => {
    const stage = new Stage();
    const file = stage.file('keeper.json', keeper);
    const [shown] = await stage.json('card', 'show', file);
    expect(shown).toEqual({
      ...{ type: 'card', id: shown?.id, name: 'Keeper', spec: 'v2', specVersion: '2.0', kind: 'json' },
      ...{ data: keeperCard, warnings: [], identity: expect.any(String) },
    });
    expect(await stage.json('cards')).toEqual([]);
    await stage.json('card', 'import', file);
    for (const wanted of ['keeper', shown?.id ?? ''])
      expect(await stage.json('card', 'show', wanted)).toEqual([shown]);
    expect(await stage.refusal(3, 'card', 'show', 'Nobody')).toMatchObject({ code: 'no_such_card' });
  });

  test('for people: name, creator, notes and how it greets, without escape sequences', async () => {
    const stage = new Stage();
    const data = { ...keeperCard.data, creator: 'someone\u001b[2J', creator_notes: 'Mind the cat.' };
    const text = await stage.text(
      'card',
      'show',
      stage.file('k.json', JSON.stringify({ ...keeperCard, data })),
    );
    expect(text).toMatch(
      /^Keeper \(\w+\), v2 2\.0 json\ncreator: someone\nnotes: Mind the cat\.\ngreetings: 2\n/,
    );
    expect(text).toContain('Wipe your boots');
    expect(text).not.toContain('\u001b');
  });

  test('two cards of one name are told apart by id', async () => {
    const stage = new Stage();
    const files = ['one', 'two'].map((text) => stage.file(`${text}.json`, plainCard('Nell', text)));
    const [first] = await stage.json('card', 'import', ...files);
    expect(await stage.refusal(2, 'card', 'show', 'Nell')).toMatchObject({ code: 'ambiguous_card' });
    expect(await stage.json('card', 'show', first?.id ?? '')).toMatchObject([{ data: { first_mes: 'one' } }]);
  });
});

describe('card export', () => {
  test('invariant 7: JSON and PNG read as the card that they came from', async () => {
    const stage = new Stage();
    const [card] = await stage.json('card', 'show', toll);
    for (const to of ['json', 'png']) {
      const out = join(stage.folder, `out.${to}`);
      expect(await stage.json('card', 'export', toll, '--to', to, '--out', out)).toMatchObject([
        { type: 'exported', file: out },
      ]);
      expect(readCardFile(readFileSync(out)).raw).toEqual(card?.data);
    }
    expect(
      await stage.refusal(2, 'card', 'export', stage.file('k.json', keeper), '--to', 'png'),
    ).toMatchObject({
      code: 'no_picture',
    });
  });

  test('a name from a card never leads out of the exports folder, and no file is replaced unasked', async () => {
    const stage = new Stage();
    const file = stage.file('evil.json', plainCard('../../../evil\u0000/.bashrc', 'Hi.'));
    const [line] = await stage.json('card', 'export', file, '--to', 'json');
    expect(line?.file).toBe(join(stage.data, 'exports', 'evil .bashrc.json'));
    expect(existsSync(line?.file ?? '')).toBe(true);
    expect(await stage.refusal(2, 'card', 'export', file, '--to', 'json')).toMatchObject({
      code: 'file_exists',
    });
    await stage.json('card', 'export', file, '--to', 'json', '--force');
  });
});

describe('persona', () => {
  test('add, list, edit, delete; worn by a new chat', async () => {
    const stage = new Stage();
    expect(await stage.json('persona', 'add', ' Ann  Lee ', 'A cartographer.')).toEqual([
      { type: 'persona', name: 'Ann Lee', description: 'A cartographer.' },
    ]);
    expect(await stage.refusal(2, 'persona', 'add', 'ann lee', 'x')).toMatchObject({
      code: 'persona_exists',
    });
    expect(await stage.refusal(2, 'persona', 'add', ' ', 'x')).toMatchObject({ code: 'empty_name' });
    expect((await stage.feed('From\nstdin.\n', 'persona', 'edit', 'ANN LEE', '-', '--json')).lines).toEqual([
      { type: 'persona', name: 'Ann Lee', description: 'From\nstdin.' },
    ]);
    expect(await stage.json('persona', 'list')).toHaveLength(1);
    const [chat] = await stage.json('new', stage.file('keeper.json', keeper), '--persona', 'ann lee');
    expect(chat).toMatchObject({ playing: 'Ann Lee' });
    await stage.json('persona', 'delete', 'ann lee');
    expect(await stage.json('persona', 'list')).toEqual([]);
    for (const args of [
      ['edit', 'Ann Lee', 'x'],
      ['delete', 'Ann Lee'],
    ]) {
      expect(await stage.refusal(3, 'persona', ...args)).toMatchObject({ code: 'no_such_persona' });
    }
  });
});
