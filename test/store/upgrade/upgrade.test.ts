import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openPlay } from '../../../src/play/open-play.ts';
import { openDatabase } from '../../../src/store/database/database.ts';
import type { Store } from '../../../src/store/store.ts';
import { migrations, openStore, Scene } from '../../histories.ts';
import { isWindows } from '../../windows.ts';
import { codeOf, failure } from '../failures.ts';
import { dump, file, folder } from '../folder.ts';
import { asBefore } from './old-store.ts';

const names = ['Maren', 'Ansel', 'Odile', 'Tomas'];
const backups = (): string[] => {
  const kept = join(folder, 'backups');
  return existsSync(kept) ? readdirSync(kept).map((name) => join(kept, name)) : [];
};
const versionOf = (of: string): unknown => {
  const sqlite = new Database(of, { readonly: true });
  const version = sqlite.pragma('user_version', { simple: true });
  sqlite.close();
  return version;
};

/** A play with whispers, edits, thoughts, branches, letters and somebody who came late; its store is left open. */
async function played(store: Store): Promise<Scene> {
  const scene = new Scene(store);
  scene.said('Maren', 'The lantern swung 😀 once.');
  const secret = scene.said('Ansel', 'The zither is hidden.', ['Odile']);
  scene.replied('Odile', 'I heard a zither.', { reasoning: 'Only I may think so.' });
  const open = scene.said('Tomas', 'Meet me at Café Ōsaka.');
  const words = { raw: '"Meet me" __at__ dawn.', text: 'Meet me at dawn.', knownTo: [] };
  scene.given({ kind: 'message_edited', payload: { message: open, ...words } });
  await scene.playing('Ansel').changeAudience(secret, { to: ['Maren', 'Odile'] });
  await scene.playing().pin(open);
  await scene
    .playing('*')
    .join('Quill', { knowsPast: true, newcomer: () => ({ name: 'Quill', card: null }) });
  const letter = { from: null, to: [scene.who('Maren')], subject: '', text: 'Be short.' };
  scene.given({ kind: 'letter_sent', payload: letter });
  const gone = scene.said('Maren', 'Forget it.');
  scene.given({ kind: 'message_deleted', payload: { message: gone } });
  await scene.playing().branch('dusk');
  for (let line = 0; line < 120; line += 1) scene.said(names[line % 4]!, `Line ${line} of the fog.`);
  await scene.playing().rewind({ turns: 3 });
  scene.replied('Maren', 'Cut', { to: ['Ansel'], cut: true });
  return scene;
}

/** All that can be told from a store of this chat: prompts byte for byte, views, hits, log, world. */
async function told({ id, parts, who }: Told, store: Store) {
  const state = store.chats.read(id);
  const events = [...store.log.all({ chat: id })];
  const seen = await Promise.all(
    [...names, 'Quill'].map(async (name) => {
      const play = openPlay({ ...parts, store }, id, name);
      const hits = ['zither', 'fog', 'dawn', 'osaka', '"the zither"'].map((text) => play.search(text));
      const view = store.view(id, who(name), state.head);
      const found = { prompt: await play.prompt(name), hits, all: view.last(1000), count: view.count() };
      await play.close();
      return found;
    }),
  );
  return { state, events, seen, moves: dump(store.file).move };
}

interface Told extends Pick<Scene, 'id' | 'parts'> {
  who(name: string): string;
}

/** A store as the program before wrote it, in the test's folder, and what the present one tells of the same play. */
async function old() {
  const made = join(folder, 'made');
  mkdirSync(made);
  const store = openStore(made);
  const scene = await played(store);
  const ids = new Map([...names, 'Quill'].map((name) => [name, scene.who(name)]));
  const about: Told = { id: scene.id, parts: scene.parts, who: (name) => ids.get(name) ?? '' };
  const expected = await told(about, store);
  store.close();
  asBefore(join(made, 'sotto.db'), file);
  return { about, expected };
}

test('a store of the layout before opens: copied first, then the same prompts, views, hits, log and world', async () => {
  const { about, expected } = await old();
  const before = dump(file);
  const store = openStore(folder);
  const [backup = '', ...more] = backups();
  expect(backup).toMatch(/before-upgrade-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.db$/);
  expect(more).toEqual([]);
  if (!isWindows) expect(statSync(backup).mode & 0o777).toBe(0o600);
  expect([versionOf(backup), dump(backup)]).toEqual([10, before]);
  expect(await told(about, store)).toEqual(expected);
  expect(store.verify(store.chats.read(about.id))).toMatchObject({ differences: [], unreadable: {} });
  store.requireSound();
  const connection = openDatabase(file, migrations);
  connection.sqlite.exec("INSERT INTO message_text(message_text) VALUES ('integrity-check')");
  expect(connection.sqlite.pragma('foreign_key_check')).toEqual([]);
  connection.sqlite.close();
  store.close();
  openStore(folder).close();
  expect(backups()).toEqual([backup]);
});

test('its tables, indexes, triggers and views are those of a new store', async () => {
  await old();
  openStore(folder).close();
  const parts = (of: string) => {
    const sqlite = new Database(of, { readonly: true });
    const made = sqlite
      .prepare('SELECT type, name, tbl_name FROM sqlite_master ORDER BY type, name')
      .all() as { type: string; name: string }[];
    const columns = made
      .filter(({ type }) => type === 'table')
      .map(({ name }) =>
        sqlite
          .prepare(`SELECT name, type, "notnull", pk FROM pragma_table_info('${name}') ORDER BY name`)
          .all(),
      );
    sqlite.close();
    return { made, columns };
  };
  expect(parts(file)).toEqual(parts(join(folder, 'made', 'sotto.db')));
});

test('what was written before is gone on with: an edit and a new audience are found by search', async () => {
  const { about } = await old();
  const store = openStore(folder);
  const play = openPlay({ ...about.parts, store }, about.id, 'Maren');
  const [hit] = play.search('lantern');
  await play.edit(hit?.message.id ?? '', 'The candle went out.');
  expect([play.search('lantern'), play.search('candle')].map((hits) => hits.length)).toEqual([0, 1]);
  await play.say('One line more.', { reply: [] });
  await play.close();
  expect(store.verify(store.chats.read(about.id)).differences).toEqual([]);
  store.close();
});

test('a log that cannot be laid out anew leaves the store as it was, with its copy', async () => {
  await old();
  const sqlite = new Database(file);
  sqlite.exec('DROP TRIGGER event_refuses_update');
  sqlite.exec("UPDATE event SET payload = '{' WHERE seq = 20");
  sqlite.close();
  const before = dump(file);
  expect(failure(() => openStore(folder))).toBeInstanceOf(Error);
  expect([versionOf(file), dump(file)]).toEqual([10, before]);
  expect(backups().map(dump)).toEqual([before]);
});

test.each([
  ['while it copies', /\.part$/],
  ['when it has copied', /\.db$/],
])('invariant 8 killed %s: the next to open it takes it over, and no half copy stays', async (_, reached) => {
  const { about, expected } = await old();
  const code = `import { openDatabase } from '${new URL('../../../src/store/database/database.ts', import.meta.url).href}';
    openDatabase(${JSON.stringify(file)}, ${JSON.stringify(migrations)});`;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', code];
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  const left = new Promise((resolve) => child.once('exit', resolve));
  while (!backups().some((name) => reached.test(name)) && child.exitCode === null)
    await new Promise((resolve) => setImmediate(resolve));
  child.kill('SIGKILL');
  await left;
  const store = openStore(folder);
  expect(await told(about, store)).toEqual(expected);
  expect(store.verify(store.chats.read(about.id)).differences).toEqual([]);
  store.close();
  expect(backups().filter((name) => !name.endsWith('.db'))).toEqual([]);
  expect(backups().some((name) => versionOf(name) === 10)).toBe(true);
});

test('what a process left that died while it copied goes, with the journal beside it', async () => {
  await old();
  mkdirSync(join(folder, 'backups'));
  const half = join(folder, 'backups', 'before-upgrade-2026-01-31T12-00-00.db.part');
  for (const name of [half, `${half}-journal`]) writeFileSync(name, 'half');
  openStore(folder).close();
  expect(backups().map((name) => [name.endsWith('.db'), versionOf(name)])).toEqual([[true, 10]]);
});

test('a store that is older still is refused, and stays as it is', () => {
  openStore(folder).close();
  const early = new Database(file);
  early.pragma('user_version = 9');
  early.close();
  expect(codeOf(() => openStore(folder))).toBe('store_older');
  expect(versionOf(file)).toBe(9);
  expect(backups()).toEqual([]);
});
