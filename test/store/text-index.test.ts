import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/store/database.ts';
import { TextIndex } from '../../src/store/text-index.ts';
import { migrations, openStore, Scene } from '../histories.ts';
import { file, folder } from './folder.ts';

/** A folder of migrations that ends before this one. */
const migrationsBefore = (tag: string): string => {
  const before = join(folder, 'migrations');
  cpSync(migrations, before, { recursive: true });
  const journal = JSON.parse(readFileSync(join(before, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string }[];
  };
  const entries = journal.entries.slice(
    0,
    journal.entries.findIndex((entry) => entry.tag === tag),
  );
  writeFileSync(join(before, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }));
  return before;
};

test('what was written before there was an index is found as well, by what it said then and says now', () => {
  const old = openDatabase(file, migrationsBefore('0005_search'));
  old.sqlite.exec(`
    INSERT INTO chat (id, title, created_at, updated_at, head_branch, head_seq, world, snapshot_at)
      VALUES ('c', 'C', '', '', 1, 3, 'null', '');
    INSERT INTO branch (id, chat, parent, fork_seq, name) VALUES (1, 'c', NULL, 0, 'main');
    INSERT INTO message (seq, id, branch, turn, role, text, known_to, present, truncated, at)
      VALUES (1, 'm1', 1, 't', 'character', 'Im Café.', '[]', '[]', 0, ''), (2, 'm2', 1, 't', 'character', '東京', '[]', '[]', 0, '');
    INSERT INTO revision (seq, branch, message_seq, text, deleted) VALUES (3, 1, 1, 'Zuhause.', 0), (4, 1, 2, NULL, 1);
  `);
  old.sqlite.close();
  const now = openDatabase(file, migrations);
  const index = new TextIndex(now);
  expect(['cafe', 'zuhause', '京', 'tokyo'].map((word) => index.messagesWith('c', [word]))).toEqual([
    ['m1'],
    ['m1'],
    ['m2'],
    [],
  ]);
  expect(index.messagesWith('another', ['cafe'])).toEqual([]);
  now.sqlite.close();
});

test('the newest first, each once, of one chat', () => {
  const store = openStore(folder);
  const [one, two] = [new Scene(store, { title: 'One' }), new Scene(store, { title: 'Two' })];
  const first = one.said('Maren', 'A zither.');
  two.said('Maren', 'A zither.');
  const last = one.said('Maren', 'No zither.');
  const words = { raw: 'A new zither.', text: 'A new zither.', knownTo: [] };
  one.given({ kind: 'message_edited', payload: { message: first, ...words } });
  expect(store.messagesWith(one.id, ['zither'])).toEqual([last, first]);
  expect(store.messagesWith(one.id, ['new', 'zither'])).toEqual([first]);
  expect(store.messagesWith(one.id, [])).toEqual([]);
  store.close();
});
