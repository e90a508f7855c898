import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../src/store/database/database.ts';
import { migrations, openStore } from '../../histories.ts';
import { file, folder } from '../folder.ts';

/** Migrations as they were before there were records. */
function migrationsBefore(): string {
  const to = join(folder, 'drizzle');
  cpSync(migrations, to, { recursive: true });
  const journal = join(to, 'meta/_journal.json');
  const { entries } = JSON.parse(readFileSync(journal, 'utf8')) as { entries: { tag: string }[] };
  const before = entries.slice(
    0,
    entries.findIndex(({ tag }) => tag.endsWith('_records')),
  );
  writeFileSync(journal, JSON.stringify({ entries: before }));
  return to;
}

test('RP-081 a store from before there were records gets them from its log', () => {
  const old = openDatabase(file, migrationsBefore());
  old.sqlite.exec(`
    INSERT INTO chat (id, title, created_at, updated_at, head_branch, head_seq, world, snapshot_at)
      VALUES ('c', '', '', '', 1, 1, 'null', '');
    INSERT INTO branch (id, chat, fork_seq, name) VALUES (1, 'c', 0, 'main');
    INSERT INTO event (id, chat, branch, turn, kind, version, payload, text, actor, at)
      VALUES ('e', 'c', 1, 'e', 'scenario_set', 1, '{"character":"maren","text":null}', 'It rains.', 'human', '')`);
  old.sqlite.close();
  const store = openStore(folder);
  const { head, ...state } = store.chats.read('c');
  const known = { key: 'scenario:maren', value: 'It rains.', owner: 'maren' };
  expect(store.view('c', 'maren', head).records('')).toEqual([known]);
  expect(store.view('c', 'ansel', head).records('')).toEqual([]);
  expect(store.verify({ ...state, head }).differences).toEqual([]);
  store.close();
});
