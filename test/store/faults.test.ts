import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { identityOf } from '../../src/cli/ids.ts';
import { isSottoError, SottoError } from '../../src/domain/errors.ts';
import { Chats } from '../../src/store/chats.ts';
import { type Connection, openDatabase } from '../../src/store/database.ts';
import { Log } from '../../src/store/log.ts';
import type { Store } from '../../src/store/store.ts';
import { Transcript } from '../../src/store/transcript.ts';
import { Tree } from '../../src/store/tree.ts';
import { Worlds } from '../../src/store/worlds.ts';
import { freshFolder, migrations, openStore, Scene, snapshots } from '../histories.ts';

let folder: string;
let file: string;
let remove: () => void;
beforeEach(() => {
  ({ folder, remove } = freshFolder());
  file = join(folder, 'sotto.db');
});
afterEach(() => remove());

const failure = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

/** Code of the error that opening or using the store fails with; it must be one of the store's family. */
function codeOf(work: () => unknown): string {
  const error = failure(work);
  if (!isSottoError(error)) throw new Error(`no SottoError: ${String(error)}`);
  expect([error.family, error.exitCode]).toEqual(['store', 5]);
  expect(error.message).toContain(folder);
  expect(error.message).not.toContain('\n');
  return error.code;
}

const explained = (store: Store, work: () => unknown): string =>
  codeOf(() => {
    throw store.explain(failure(work));
  });

const filled = (): Store => {
  const store = openStore(folder, { busyTimeoutMs: 1 });
  const scene = new Scene(store);
  for (let n = 0; n < 20; n += 1) scene.said('Maren', `${n} ${'water '.repeat(200)}`);
  return store;
};

/** Another process that holds the store until it is killed. */
function locker(): Promise<ChildProcess> {
  const script = `
    const sqlite = new (require('better-sqlite3'))(process.argv[1]);
    sqlite.exec('BEGIN EXCLUSIVE; CREATE TABLE IF NOT EXISTS hold (n); INSERT INTO hold VALUES (1)');
    console.log('held');
    setInterval(() => {}, 1000);
  `;
  const child = spawn(process.execPath, ['-e', script, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', () => resolve(child));
    child.once('exit', (code) => reject(new Error(`the locker left with ${code}`)));
  });
}

const ended = (child: ChildProcess): Promise<unknown> =>
  new Promise((resolve) => {
    child.removeAllListeners('exit');
    child.once('exit', resolve);
    child.kill('SIGKILL');
  });

describe('a store that cannot be opened', () => {
  test('locked by another process while it is made: store_locked', async () => {
    const child = await locker();
    expect(codeOf(() => openStore(folder, { busyTimeoutMs: 1 }))).toBe('store_locked');
    await ended(child);
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

  test('a folder that nobody may write to: store_read_only', () => {
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

describe('a store that goes wrong while it is open', () => {
  test('locked by another process: store_locked, and the turn is not written', async () => {
    const store = filled();
    const scene = new Scene(store, { title: 'Another' });
    const child = await locker();
    expect(explained(store, () => scene.said('Maren', 'Hello.'))).toBe('store_locked');
    await ended(child);
    expect(scene.texts('everyone')).toHaveLength(1);
    scene.said('Maren', 'Hello.');
    expect(scene.texts('everyone')).toHaveLength(2);
    store.close();
  });

  test('RP-071 nobody else writes between what a turn was decided on and its writing', () => {
    const store = openStore(folder);
    const other = openStore(folder, { busyTimeoutMs: 1 });
    const scene = new Scene(store);
    const late = new Scene(other, { title: 'Another' });
    const how = { actor: 'human' as const, at: scene.parts.now() };
    store.chats.append(scene.id, how, () => {
      expect(explained(other, () => late.said('Maren', 'Me first.'))).toBe('store_locked');
      return [];
    });
    late.said('Maren', 'Me first.');
    other.close();
    store.close();
  });

  test.each([0.3, 0.6])('pages overwritten at %d of the file: store_damaged', (share) => {
    filled().close();
    const { size } = statSync(file);
    const handle = openSync(file, 'r+');
    const from = Math.max(4096, Math.floor((size * share) / 4096) * 4096);
    writeSync(handle, Buffer.alloc(size - from, 0xa5), 0, size - from, from);
    closeSync(handle);
    expect(
      codeOf(() => {
        const store = openStore(folder);
        try {
          for (const { id } of store.chats.list()) {
            store.verify(store.chats.read(id));
            store.view(id, 'everyone', store.chats.read(id).head).last(1000);
          }
        } catch (error) {
          throw store.explain(error);
        } finally {
          store.close();
        }
      }),
    ).toBe('store_damaged');
  });

  test('a file that lost its end: store_damaged', () => {
    filled().close();
    truncateSync(file, Math.floor(statSync(file).size / 2 / 4096) * 4096);
    expect(
      codeOf(() => {
        const store = openStore(folder);
        try {
          for (const { id } of store.chats.list()) store.verify(store.chats.read(id));
        } catch (error) {
          throw store.explain(error);
        } finally {
          store.close();
        }
      }),
    ).toBe('store_damaged');
  });

  test('RP-071 a disk that is full in the middle of a turn: disk_full, and nothing of the turn is there', () => {
    const store = openStore(folder);
    const scene = new Scene(store);
    scene.said('Maren', 'Before.');
    const before = dump(file);
    const connection = openDatabase(file, migrations);
    connection.sqlite.pragma(`max_page_count = ${connection.sqlite.pragma('page_count', { simple: true })}`);
    const text = 'water '.repeat(20_000);
    const payload = { speaker: scene.who('Maren'), raw: text, text, knownTo: [] };
    const facts = [{ kind: 'message_said' as const, payload }];
    const how = { actor: 'human' as const, at: scene.parts.now() };
    const write = () => chatsOf(connection).append(scene.id, how, () => facts);
    expect(explained(store, write)).toBe('disk_full');
    expect(dump(file)).toEqual(before);
    connection.sqlite.pragma('max_page_count = 100000');
    write();
    expect(store.verify(scene.state).differences).toEqual([]);
    connection.sqlite.close();
    store.close();
  });
});

function chatsOf(connection: Connection): Chats {
  const { ids } = identityOf('7');
  const log = new Log(connection, ids);
  const tree = new Tree(connection);
  const worlds = new Worlds(connection, { log, tree }, snapshots);
  return new Chats({ connection, log, tree, worlds, ids, transcript: new Transcript(connection) });
}

/** Every row of every table. */
function dump(of: string): Record<string, unknown[]> {
  const sqlite = new Database(of, { readonly: true });
  const tables = sqlite
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
    .pluck()
    .all() as string[];
  const rows = Object.fromEntries(
    tables.map((table) => [table, sqlite.prepare(`SELECT * FROM "${table}"`).all()]),
  );
  sqlite.close();
  return rows;
}

describe('a turn that fails half way', () => {
  test.each([
    ['at the head', false],
    ['on a new branch', true],
  ])('RP-071 %s leaves the store as before', (_, isRewound) => {
    const store = openStore(folder);
    const scene = new Scene(store);
    scene.said('Maren', 'One.');
    scene.said('Ansel', 'Two.');
    if (isRewound) {
      const { head } = scene.state;
      store.chats.moveHead(scene.id, 'rewind', scene.parts.now(), () => store.tree.before(scene.id, head));
    }
    const before = dump(file);
    const branches = [...store.tree.branches(scene.id).values()];
    const payload = { speaker: scene.who('Maren'), raw: 'Three.', text: 'Three.', knownTo: [] };
    const broken = Object.defineProperty({ ...payload }, 'text', {
      get: () => {
        throw new SottoError('failed', 'cut', 'the pen broke');
      },
      enumerable: true,
    });
    const facts = [payload, broken].map((p) => ({ kind: 'message_said' as const, payload: p }));
    const how = { actor: 'human' as const, at: scene.parts.now() };
    expect(failure(() => store.chats.append(scene.id, how, () => facts))).toMatchObject({ code: 'cut' });
    expect(
      failure(() =>
        store.chats.append(scene.id, how, () => {
          throw new SottoError('usage', 'refused', 'no');
        }),
      ),
    ).toMatchObject({ code: 'refused' });
    expect(dump(file)).toEqual(before);
    expect([...store.tree.branches(scene.id).values()]).toEqual(branches);
    scene.said('Maren', 'Three.');
    expect(store.verify(scene.state).differences).toEqual([]);
    store.close();
  });

  test('a chat that fails while it begins is not there', () => {
    const store = openStore(folder);
    const how = { actor: 'human' as const, at: '2026-01-31T12:00:00.000Z', about: 'x' };
    const facts = () => {
      throw new SottoError('failed', 'cut', 'the pen broke');
    };
    expect(failure(() => store.chats.create(facts, how))).toMatchObject({ code: 'cut' });
    expect(store.chats.list()).toEqual([]);
    store.close();
  });
});

describe('the settings of a connection', () => {
  test('RP-071 RP-120 write-ahead log, full synchronisation, foreign keys, a wait of three seconds', () => {
    const { sqlite } = openDatabase(file, migrations);
    const pragma = (name: string) => sqlite.pragma(name, { simple: true });
    expect(['journal_mode', 'synchronous', 'foreign_keys', 'busy_timeout'].map(pragma)).toEqual([
      'wal',
      2,
      1,
      3000,
    ]);
    sqlite.close();
  });

  test.each(['event', 'move', 'card'])(
    'invariant 3 RP-074 the table %s refuses update and delete',
    (table) => {
      const store = openStore(folder);
      const scene = new Scene(store);
      scene.said('Maren', 'One.');
      const { head } = scene.state;
      store.chats.moveHead(scene.id, 'rewind', scene.parts.now(), () => store.tree.before(scene.id, head));
      const bytes = Buffer.from('x');
      store.library.addCard({ id: 'c', name: 'C', spec: 'v3', kind: 'json', bytes, addedAt: 'now' });
      const before = dump(file);
      const { sqlite } = openDatabase(file, migrations);
      const column = table === 'card' ? 'name' : 'at';
      expect(() => sqlite.exec(`UPDATE ${table} SET ${column} = 'x'`)).toThrow('append only');
      expect(() => sqlite.exec(`DELETE FROM ${table}`)).toThrow('append only');
      expect(() => sqlite.exec(`REPLACE INTO ${table} SELECT * FROM ${table}`)).toThrow('append only');
      expect(dump(file)).toEqual(before);
      sqlite.close();
      store.close();
    },
  );
});
