import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/store/database/database.ts';
import { migrations, openStore } from '../histories.ts';
import { isWindows } from '../windows.ts';
import { stopped } from './contender.ts';
import { codeOf, failure } from './failures.ts';
import { file, folder } from './folder.ts';
import { locker } from './locker.ts';

describe('a store that cannot be opened', () => {
  test('locked by another process while it is made: store_locked', async () => {
    const child = await locker();
    expect(codeOf(() => openStore(folder, { busyTimeoutMs: 1 }))).toBe('store_locked');
    await stopped(child);
    openStore(folder).close();
  });

  test('written by a newer sotto: store_newer, and the file stays as it is', () => {
    openStore(folder).close();
    const newer = new Database(file);
    newer.pragma('user_version = 99');
    newer.pragma('journal_mode = DELETE');
    newer.close();
    const before = readFileSync(file);
    expect(codeOf(() => openStore(folder))).toBe('store_newer');
    expect(String(failure(() => openStore(folder)))).toMatch(/version 99.*update sotto/);
    const after = new Database(file, { readonly: true });
    expect(after.pragma('user_version', { simple: true })).toBe(99);
    after.close();
    expect(statSync(file).size).toBe(before.length);
  });

  test.each([
    ['a short text', 'Dear Maren,'],
    ['a long text', 'Dear Maren, the river is low. '.repeat(400)],
  ])('%s: not_a_store, and the text stays as it is', (_, text) => {
    writeFileSync(file, text);
    expect(codeOf(() => openStore(folder))).toBe('not_a_store');
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  test("another program's database: not_a_store, and it stays as it is", () => {
    const foreign = new Database(file);
    foreign.exec('CREATE TABLE letters (text); INSERT INTO letters VALUES (1)');
    foreign.close();
    const before = readFileSync(file);
    expect(codeOf(() => openStore(folder))).toBe('not_a_store');
    expect(readFileSync(file)).toEqual(before);
  });

  test('a folder in its place: store_unreachable', () => {
    expect(codeOf(() => openDatabase(folder, migrations))).toBe('store_unreachable');
  });

  test('a file in the place of its folder: store_unreachable', () => {
    writeFileSync(join(folder, 'data'), '');
    expect(codeOf(() => openDatabase(join(folder, 'data', 'deep', 'sotto.db'), migrations))).toBe(
      'store_unreachable',
    );
  });

  test('an empty file becomes a store', () => {
    writeFileSync(file, '');
    const store = openStore(folder);
    expect(store.chats.list()).toEqual([]);
    store.close();
  });

  test('a folder that nobody may write to: store_read_only', ({ skip }) => {
    skip(isWindows, 'a folder has no mode there');
    openStore(folder).close();
    chmodSync(file, 0o444);
    chmodSync(folder, 0o555);
    expect(asOrdinaryUser(() => codeOf(() => openStore(folder)))).toBe('store_read_only');
    chmodSync(folder, 0o755);
  });
});

/** Root may write everywhere, so it steps aside for a moment. */
function asOrdinaryUser<T>(work: () => T): T {
  if (process.getuid?.() !== 0) return work();
  process.seteuid?.(65_534);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
  }
}
