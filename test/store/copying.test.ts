import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { copyStore } from '../../src/store/backup/copy-store.ts';
import { stopped } from './contender.ts';
import { file, folder } from './folder.ts';

/** Another process that opens a store, counts there, fills one of forty rows of 30 pages and closes it, again and again. */
async function comingAndGoing(): Promise<ChildProcess> {
  const script = `
    const Database = require('better-sqlite3');
    const again = () => {
      const sqlite = new Database(process.argv[1], { timeout: 60_000 });
      sqlite.pragma('journal_mode = WAL');
      sqlite.exec("BEGIN IMMEDIATE; UPDATE counter SET n = n + 1; " +
        "INSERT OR REPLACE INTO line SELECT n % 40, hex(zeroblob(60000)) FROM counter; COMMIT");
      sqlite.close();
      setTimeout(again, Math.random() * 5);
    };
    again();
    console.log('begun');
  `;
  const other = spawn(process.execPath, ['-e', script, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(other.stdout, 'data');
  return other;
}

/** Copies the store again and again; no copy is older than the one before. */
function copiesAreWhole(): void {
  let counted = 0;
  for (let n = 0; n < 30; n += 1) {
    const to = join(folder, `${n}.db`);
    copyStore(file, to);
    const copy = new Database(to);
    expect(copy.pragma('integrity_check', { simple: true })).toBe('ok');
    const found = copy.prepare('SELECT n FROM counter').pluck().get() as number;
    expect(found).toBeGreaterThanOrEqual(counted);
    counted = found;
    copy.close();
    rmSync(to);
  }
}

test('a copy of a store is whole, whoever opens the store and closes it while it is made', async () => {
  const store = new Database(file);
  store.exec('PRAGMA journal_mode = WAL; CREATE TABLE line (id PRIMARY KEY, text); CREATE TABLE counter (n)');
  store.exec('INSERT INTO counter VALUES (0); CREATE TABLE rest AS SELECT zeroblob(20000000)');
  store.close();
  const other = await comingAndGoing();
  try {
    copiesAreWhole();
  } finally {
    await stopped(other);
  }
});
