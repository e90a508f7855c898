import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../../src/store/database/database.ts';
import { freshFolder, migrations, openStore } from '../../histories.ts';

const { folder, remove } = freshFolder();
const store = openStore(folder);
const { sqlite } = openDatabase(store.file, migrations);
afterAll(() => {
  sqlite.close();
  store.close();
  remove();
});

/** What SQLite reads from beginning to end for a statement: tables by their names, views and what is made for it by others. */
function readWhole(statement: string): string[] {
  const tables = sqlite
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .pluck()
    .all();
  const bytecode = sqlite.prepare<[string], { opcode: string; p1: number; p2: number }>(
    `EXPLAIN ${statement}`,
  );
  const roots = sqlite
    .prepare<[number], string>('SELECT tbl_name FROM sqlite_schema WHERE rootpage = ?')
    .pluck();
  const steps = bytecode.all('1');
  const opened = new Map(
    steps.flatMap(({ opcode, p1, p2 }) => (opcode === 'OpenRead' ? [[p1, roots.get(p2) ?? '']] : [])),
  );
  return steps
    .filter(
      ({ opcode, p1 }) => (opcode === 'Rewind' || opcode === 'Last') && tables.includes(opened.get(p1) ?? ''),
    )
    .map(({ p1 }) => opened.get(p1) ?? '');
}

test('what a row of the index of what was perceived says is read without the rest of the store, for one row and for those of a chat', () => {
  expect(readWhole('SELECT seq, words FROM recall_row WHERE seq = ?')).toEqual([]);
  const ofChat = `SELECT r.seq, r.words FROM event e CROSS JOIN recall_row r ON r.seq = e.seq WHERE e.chat = ?`;
  expect(readWhole(ofChat)).toEqual([]);
});

test('what the index of texts says of a message is read without the rest of the store', () => {
  expect(readWhole('SELECT seq, text FROM message_words WHERE seq = ?')).toEqual([]);
  expect(readWhole('SELECT chat, members, is_open FROM message_audience WHERE seq = ?')).toEqual([]);
  expect(readWhole('SELECT DISTINCT chat, members, is_open FROM recall_hearers WHERE seq = ?')).toEqual([]);
});
