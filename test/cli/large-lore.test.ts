import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { Bookshelf } from '../../src/app/library/books.ts';
import { KeptBooks } from '../../src/app/library/kept-books.ts';
import { loreShape, shapeOfSources } from '../../src/store/lore/lore-shape.ts';
import { freshFolder, openStore } from '../histories.ts';
import { keeperCard } from './inn.ts';
import { Stage } from './sotto.ts';

const entryAt = (at: number, content = `Of lantern${at}: it burns ${at % 2 ? 'blue' : 'green'}.`) => ({
  ...{ keys: [`lantern${at}.`], content, enabled: true, insertion_order: at, extensions: {} },
});
const entries = (count: number) => Array.from({ length: count }, (_, at) => entryAt(at));
const bookOf = (...more: object[]) => ({ extensions: {}, entries: [...entries(700), ...more] });
const fileOf = (book: object): string => JSON.stringify({ spec: 'lorebook_v3', data: book });

/** What stands in the store beside what a person put there. */
function stored(stage: Stage, run: (store: Database.Database) => void = () => {}): string[] {
  const store = new Database(join(stage.data, 'sotto.db'));
  run(store);
  const found = store.prepare<[], string>('SELECT source FROM kept_lore ORDER BY source').pluck().all();
  store.close();
  return found;
}

/** A stage on which Ann faces Keeper and the book Lanterns is in use. */
async function amongLanterns(book = bookOf()): Promise<Stage> {
  const stage = new Stage();
  await stage.run('new', stage.file('keeper.json', JSON.stringify(keeperCard)), '--as', 'Ann');
  await stage.run('lore', 'import', stage.file('Lanterns.json', fileOf(book)));
  await stage.run('lore', 'use', 'Lanterns');
  return stage;
}

const promptAfter = async (stage: Stage, line: string): Promise<string> => {
  await stage.text('say', line, '--no-reply');
  return stage.text('prompt', '--for', 'Keeper');
};

describe('a large lorebook', () => {
  test('is read once: what is kept of it finds the entries that a line calls', async () => {
    const stage = await amongLanterns();
    expect(stored(stage)).toEqual(['book Lanterns']);
    stored(stage, (store) =>
      store.exec(`DROP TRIGGER kept_lore_stale; UPDATE preset SET body = '{}' WHERE kind = 'lorebook'`),
    );
    const prompt = await promptAfter(stage, 'Light lantern321. for me.');
    expect(prompt).toContain('Of lantern321: it burns blue.');
    expect(prompt).not.toContain('Of lantern32:');
  });

  test('says of each entry why it sleeps, as any book', async () => {
    const stage = await amongLanterns(bookOf({ ...entryAt(700), enabled: false }));
    await stage.text('say', 'Light lantern321. for me.', '--no-reply');
    const lines = await stage.json('lore', 'test', '--for', 'Keeper');
    expect(lines.length).toBe(701);
    expect(lines.filter(({ awake }) => awake)).toMatchObject([
      { content: 'Of lantern321: it burns blue.', reason: 'key “lantern321.” is in the newest message' },
    ]);
    expect(lines[0]).toMatchObject({ reason: 'none of its keys is in the text it scans' });
    expect(lines[700]).toMatchObject({ reason: 'disabled' });
  });

  test('that is replaced wakes by its new keys at once', async () => {
    const stage = await amongLanterns();
    expect(await promptAfter(stage, 'Light lantern321. and the bell.')).not.toContain('It rings');
    const other = bookOf({ ...entryAt(0), keys: ['the bell'], content: 'It rings twice.' });
    other.entries.splice(321, 1);
    await stage.run('lore', 'import', stage.file('Lanterns.json', fileOf(other)), '--force');
    const prompt = await stage.text('prompt', '--for', 'Keeper');
    expect(prompt).toContain('It rings twice.');
    expect(prompt).not.toContain('Of lantern321');
  });

  test('that another process replaces is read anew by who has the chat open', () => {
    const { folder, remove } = freshFolder();
    const [here, there] = [openStore(folder), openStore(folder)];
    const put = (body: object) =>
      there.library.setPreset({ ...{ kind: 'lorebook', name: 'L', foreign: {} }, body: { ...body } });
    const shelf = new Bookshelf(here, new KeptBooks(here));
    const read = () => shelf.inUse(null, ['L']).map((one) => ({ id: one.id, isKept: 'kept' in one }));
    put(bookOf());
    const [first] = read();
    put(bookOf(entryAt(9)));
    const [second] = read();
    put(bookOf());
    expect(read()).toEqual([first]);
    expect([first?.isKept, second?.isKept, first?.id === second?.id]).toEqual([true, true, false]);
    for (const store of [here, there]) store.close();
    remove();
  });

  test('of which nothing is kept, or by other code, is indexed when it is first used; one that is gone leaves nothing', async () => {
    const stage = await amongLanterns();
    expect(stored(stage, (store) => store.exec('DELETE FROM kept_lore; DELETE FROM kept_entries'))).toEqual(
      [],
    );
    expect(await promptAfter(stage, 'Light lantern321. for me.')).toContain('Of lantern321:');
    expect(stored(stage)).toEqual(['book Lanterns']);
    stored(stage, (store) => store.exec(`UPDATE kept_lore SET shape = 'other', digest = '[]'`));
    expect(await stage.text('prompt', '--for', 'Keeper')).toContain('Of lantern321:');
    expect(stored(stage, (store) => store.exec(`DELETE FROM preset WHERE kind = 'lorebook'`))).toEqual([]);
    expect(await stage.text('prompt', '--for', 'Keeper')).not.toContain('Of lantern321:');
  });

  test('is used without an index where the store cannot keep one', async () => {
    const stage = await amongLanterns();
    await stage.text('say', 'Light lantern321. for me.', '--no-reply');
    stored(stage, (store) => store.exec('DELETE FROM kept_lore; DELETE FROM kept_entries'));
    const holder = new Database(join(stage.data, 'sotto.db'));
    holder.exec('BEGIN IMMEDIATE');
    expect(await stage.text('prompt', '--for', 'Keeper')).toContain('Of lantern321:');
    holder.exec('ROLLBACK');
    holder.close();
    expect(stored(stage)).toEqual([]);
  });

  test('of a card is kept apart from its characters, and the card is not read again', async () => {
    const stage = new Stage();
    const data = {
      ...keeperCard.data,
      character_book: bookOf({ ...entryAt(700), constant: true, keys: [] }),
    };
    await stage.run('new', stage.file('keeper.json', JSON.stringify({ ...keeperCard, data })), '--as', 'Ann');
    const before = await promptAfter(stage, 'Light lantern321. for me.');
    expect(before).toContain('Of lantern321: it burns blue.');
    expect(before).toContain('Of lantern700: it burns green.');
    const [card, book] = stored(stage, (store) =>
      store.exec(`DROP TRIGGER card_refuses_update; UPDATE card SET bytes = x'00'`),
    );
    expect([card, book]).toEqual([expect.stringMatching(/^card \w+$/), `${card} 0`]);
    const after = await stage.text('prompt', '--for', 'Keeper');
    expect(after).toBe(before);
  });
});

describe('a lorebook of megabytes', () => {
  const light = 'It burns. '.repeat(900);
  const text = JSON.stringify(
    {
      entries: Object.fromEntries(Array.from({ length: 600 }, (_, n) => [n, { ...worldEntry(n), odd: [n] }])),
    },
    null,
    4,
  );
  function worldEntry(n: number) {
    return { uid: n, key: [`lantern${n}.`], content: `Of lantern${n}: ${light}`, comment: `${n}`, order: n };
  }

  test('is its own bytes again, is counted, is found by its keys, and goes with its chat in an archive', async () => {
    const stage = await amongLanterns({ extensions: {}, entries: [entryAt(0)] } as ReturnType<typeof bookOf>);
    await stage.run('lore', 'import', stage.file('Lanterns.json', text), '--force');
    expect(await stage.text('lore', 'list')).toContain('Lanterns: 600 entries');
    expect(await stage.text('lore', 'export', 'Lanterns', '--to', 'worldinfo')).toBe(text);
    expect(await promptAfter(stage, 'Light lantern321. for me.')).toContain('Of lantern321: It burns.');
    const archive = await stage.text('chat', 'export', '--format', 'sotto');
    const other = new Stage();
    await other.run('chat', 'import', other.file('chat.jsonl', archive));
    expect(await other.text('lore', 'list')).toContain('Lanterns: 600 entries');
    expect(await other.text('chat', 'export', '--format', 'sotto')).toBe(archive);
    expect((await other.run('chat', 'import', other.file('chat.jsonl', archive))).stderr).toBe('');
    expect(await promptAfter(other, 'And lantern7. too.')).toContain('Of lantern7: It burns.');
    await stage.run('lore', 'import', stage.file('Lanterns.json', fileOf(bookOf())), '--force');
    expect(await stage.text('lore', 'list')).toContain('Lanterns: 700 entries');
    const again = await stage.run('chat', 'import', stage.file('chat.jsonl', archive));
    expect(again.code, again.stderr).toBe(0);
    await stage.isSound();
  });

  test('comes in with a folder, once, and its changed entry alone differs on the way out', async () => {
    const stage = new Stage();
    mkdirSync(join(stage.folder, 'data/worlds'), { recursive: true });
    writeFileSync(join(stage.folder, 'data/worlds/Lamps.json'), text);
    const dir = join(stage.folder, 'data');
    expect((await stage.json('import', 'sillytavern', dir)).at(-1)).toMatchObject({ imported: { lore: 1 } });
    expect((await stage.json('import', 'sillytavern', dir)).at(-1)).toMatchObject({ imported: { lore: 0 } });
    const out = join(stage.folder, 'out');
    await stage.run('export', 'sillytavern', out);
    expect(readFileSync(join(out, 'worlds/Lamps.json'), 'utf8')).toBe(text);
    const changed = text.replace('Of lantern7: It burns', 'Of lantern7: It smokes');
    await stage.run('lore', 'import', stage.file('Lamps.json', changed), '--force');
    await stage.run('export', 'sillytavern', out, '--force');
    expect(readFileSync(join(out, 'worlds/Lamps.json'), 'utf8')).toBe(changed);
  });

  test.each(['[', '{"a":', '[{"entries":', '{"entries":{"0":[', ']'])(
    'of which nothing but %s is left is refused at once',
    async (part) => {
      const stage = new Stage();
      const file = stage.file('Deep.json', part.repeat(5_000_000 / part.length));
      expect(await stage.refusal(2, 'lore', 'import', file)).toMatchObject({ code: 'not_json' });
    },
  );

  test('that is cut off or damaged in one entry is refused, and leaves nothing', async () => {
    const stage = new Stage();
    const broken = [
      text.slice(0, -3),
      text.replace('"uid": 400,', '"uid": 400'),
      text.replace('"400": {', '"400" {'),
    ];
    for (const [n, one] of broken.entries()) {
      const error = await stage.refusal(2, 'lore', 'import', stage.file(`B${n}.json`, one));
      expect(error).toMatchObject({ code: 'not_json' });
    }
    expect(await stage.text('lore', 'list')).not.toContain('B0');
    await stage.isSound();
  });
});

test('the program that is built has the fingerprint of how lorebooks are read', () => {
  const built = readFileSync(new URL('../../dist/main.cjs', import.meta.url), 'utf8');
  expect(built).toContain(shapeOfSources());
  expect(loreShape()).toBe(shapeOfSources());
});

const oneEntry = (more: string): string => `{"entries":{"0":{"content":"x",${more}}}}`;
const keyed = (count: number): string => `"key":[${'"a",'.repeat(count)}"b"]`;
const manyNames = (): string => Array.from({ length: 320_000 }, (_, at) => `"n${at}":0`).join();

test.each([
  ['values', () => `{"entries":[${'0,'.repeat(4_000_001)}0]}`, 'more than 4000000 values'],
  ['objects', () => `{"entries":[${'{},'.repeat(1_000_001)}{}]}`, 'more than 1000000 objects and lists'],
  ['texts', () => oneEntry(keyed(2_000_001)), 'more than 2000000 texts'],
  ['names', () => oneEntry(manyNames()), 'more than 300000 different names of fields'],
  ['text', () => oneEntry(`"y":"${'x'.repeat(8_400_000)}"`), 'more than 8388608 letters in one text'],
  ['entries', () => `{"entries":[${'{},'.repeat(250_000)}{"key":"a"}]}`, 'more than 250000 entries'],
  ['keys', () => oneEntry(keyed(1_000_000)), 'more than 1000000 keys'],
  ['keys in a text', () => oneEntry(`"key":"${'a,'.repeat(1_000_000)}"`), 'more than 1000000 keys'],
  [
    'keys of RisuAI',
    () => `{"type":"risu","data":[{"key":"${'a,'.repeat(1_000_000)}"}]}`,
    'more than 1000000 keys',
  ],
])(
  'V3-LB-FILE a lorebook of too many %s is refused before it costs time and memory',
  async (_, text, says) => {
    const stage = new Stage();
    const file = stage.file('Large.json', text());
    const { code, stderr } = await stage.run('lore', 'import', file);
    expect(code).toBe(2);
    expect(stderr).toContain(says);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(await stage.text('lore', 'list')).not.toContain('Large');
  },
);
