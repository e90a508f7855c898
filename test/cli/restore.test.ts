import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { asNewBackup } from '../../src/app/backups.ts';
import { beginFile } from '../../src/app/files/temporary-file.ts';
import { App } from '../../src/app/run/app.ts';
import { stopped } from '../store/contender.ts';
import { asBefore } from '../store/upgrade/old-store.ts';
import { atTheInn, innCard } from './inn.ts';
import { ended, type Stage, start, texts } from './sotto.ts';

const storeOf = ({ data }: Stage): string => join(data, 'sotto.db');

/** Changes a database as another program would, and closes it. */
function altered(file: string, ...statements: string[]): void {
  const sqlite = new Database(file);
  sqlite.pragma('foreign_keys = OFF');
  sqlite.unsafeMode();
  for (const statement of statements) sqlite.exec(statement);
  sqlite.close();
}

const versionOf = (file: string): number => {
  const sqlite = new Database(file);
  const version = Number(sqlite.pragma('user_version', { simple: true }));
  sqlite.close();
  return version;
};

/** Puts a database of another program in the place of a store; `behind`: it says that it is of sotto, and so many versions old. */
function foreign(file: string, behind?: number): void {
  const version = versionOf(file);
  rmSync(file);
  altered(file, 'CREATE TABLE stamps (id)');
  if (behind === undefined) return;
  altered(file, `PRAGMA application_id = 0x534f5454; PRAGMA user_version = ${version - behind}`);
}

function asFolder(file: string): void {
  rmSync(file);
  mkdirSync(file);
}

/** What somebody might restore from, made of a good backup, and what is said of it. */
const bad: Record<string, [spoil: (file: string) => void, code: string, said: RegExp]> = {
  'of a newer sotto': [(file) => altered(file, 'PRAGMA user_version = 99'), 'store_newer', /newer sotto.*99/],
  'of an early sotto': [(file) => altered(file, 'PRAGMA user_version = 3'), 'store_older', /early sotto/],
  'that is a text': [
    (file) => writeFileSync(file, 'Dear diary. '.repeat(999)),
    'not_a_store',
    /is not a store/,
  ],
  'that is empty': [(file) => truncateSync(file), 'not_a_store', /is not a store/],
  'that was cut off': [
    (file) => truncateSync(file, statSync(file).size - 8192),
    'store_damaged',
    /is damaged/,
  ],
  'that is a folder': [asFolder, 'store_unreachable', /is not a file/],
  'of another program': [(file) => foreign(file), 'not_a_store', /is not a store of sotto/],
  'of the id of sotto with other tables': [
    (file) => foreign(file, 0),
    'not_a_store',
    /not laid out.*(?:is missing|no such table)/,
  ],
  'of the id of sotto, older, with other tables': [
    (file) => foreign(file, 1),
    'not_a_store',
    /not laid out.*(?:is missing|no such table)/,
  ],
  'of the id of sotto, of no version, with other tables': [
    (file) => foreign(file, versionOf(file)),
    'not_a_store',
    /is not a store of sotto/,
  ],
  'that lacks a table': [
    (file) => altered(file, 'DROP TABLE record'),
    'not_a_store',
    /table record is missing/,
  ],
  'that lacks a column': [
    (file) => altered(file, 'ALTER TABLE message DROP COLUMN hidden'),
    'not_a_store',
    /table message differs/,
  ],
  'that lacks a trigger': [
    (file) => altered(file, 'DROP TRIGGER event_refuses_delete'),
    'not_a_store',
    /event_refuses_delete is missing/,
  ],
  'with a trigger of its own': [
    (file) => altered(file, 'CREATE TRIGGER thief AFTER INSERT ON event BEGIN DELETE FROM persona; END'),
    'not_a_store',
    /trigger thief does not belong to sotto/,
  ],
  'with another view in the place of one': [
    (file) =>
      altered(file, 'DROP VIEW message_words; CREATE VIEW message_words AS SELECT 1 AS seq, 2 AS text'),
    'not_a_store',
    /view message_words differs/,
  ],
  'whose rows speak of none': [
    (file) => altered(file, "UPDATE branch SET chat = 'nobody' WHERE name = '~'"),
    'store_damaged',
    /a row refers to one that is missing/,
  ],
  'whose chat is nowhere': [
    (file) => altered(file, 'UPDATE chat SET head_branch = 4711'),
    'store_damaged',
    /the head of a chat/,
  ],
  'whose branch grows from itself': [
    (file) => altered(file, 'UPDATE branch SET parent = id'),
    'store_damaged',
    /a branch grows from itself/,
  ],
};

/** A stage whose store has what was said last in its log alone, as after a kill, and a good backup from before that. */
async function cutOff(): Promise<{ stage: Stage; good: string }> {
  const stage = await atTheInn();
  const good = join(stage.folder, 'good.db');
  await stage.json('backup', good);
  const reader = new Database(storeOf(stage));
  reader.prepare('SELECT count(*) FROM chat').get();
  await stage.json('say', 'In the log alone.', '--no-reply');
  const parts = ['', '-wal'].map((part) => [part, readFileSync(storeOf(stage) + part)] as const);
  reader.close();
  for (const [part, bytes] of parts) writeFileSync(storeOf(stage) + part, bytes);
  return { stage, good };
}

const bytesOf = (file: string): string | null => (existsSync(file) ? readFileSync(file, 'base64') : null);

/** All files of a data folder with what is in them, but for the index of the log, which is no part of a store. */
const filesOf = ({ data }: Stage): Record<string, string | null> =>
  Object.fromEntries(
    readdirSync(data, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(data, name)).isFile() && !name.endsWith('-shm'))
      .map((name) => [name, bytesOf(join(data, name))]),
  );

test.each(Object.entries(bad))(
  'RP-104 a restore from a file %s is refused, and every byte of the store, its log and the backups stays',
  async (_, [spoil, code, said]) => {
    const { stage, good } = await cutOff();
    mkdirSync(join(stage.data, 'backups'));
    const file = join(stage.data, 'backups', 'mine.db');
    copyFileSync(good, file);
    spoil(file);
    const before = filesOf(stage);
    expect(before['sotto.db-wal']).not.toBe('');
    const { message, code: found } = await stage.refusal(5, 'restore', 'mine.db');
    expect({ found, message }).toEqual({ found: code, message: expect.stringMatching(said) });
    expect(message).toContain(file);
    expect(message).not.toMatch(/--data|sotto restore/);
    expect(filesOf(stage)).toEqual(before);
    expect(texts(await stage.json('log')).at(-1)).toBe('In the log alone.');
    await stage.isSound();
  },
);

const unopenable = Object.entries(bad).filter(([name]) => !/folder|older/.test(name));

test.each(unopenable)(
  'RP-104 a good backup takes the place of a store %s, which is kept as it was, its log with it',
  async (_, [spoil]) => {
    const { stage, good } = await cutOff();
    rmSync(`${storeOf(stage)}-wal`);
    spoil(storeOf(stage));
    writeFileSync(`${storeOf(stage)}-wal`, 'what was left of its log');
    const before = readFileSync(storeOf(stage));
    const [restored] = await stage.json('restore', good);
    expect(readFileSync(String(restored?.before)).equals(before)).toBe(true);
    expect(bytesOf(`${String(restored?.before)}-wal`)).toBe(
      Buffer.from('what was left of its log').toString('base64'),
    );
    expect(texts(await stage.json('log'))).toEqual([innCard.first_msg]);
    await stage.isSound();
  },
);

test('RP-104 a store that can be opened is kept as one file that holds its log, and can be restored again', async () => {
  const { stage, good } = await cutOff();
  const [restored] = await stage.json('restore', good);
  expect(texts(await stage.json('log'))).toEqual([innCard.first_msg]);
  expect(readdirSync(join(stage.data, 'backups'))).toHaveLength(1);
  await stage.json('restore', String(restored?.before));
  expect(texts(await stage.json('log')).at(-1)).toBe('In the log alone.');
  expect(readdirSync(stage.data).filter((name) => name.startsWith('.sotto'))).toEqual([]);
});

test('RP-104 an older store whose tables are others is kept as it was read, and a good backup takes its place', async () => {
  const { stage, good } = await cutOff();
  rmSync(`${storeOf(stage)}-wal`);
  foreign(storeOf(stage), 1);
  const [restored] = await stage.json('restore', good);
  const kept = new Database(String(restored?.before));
  expect(kept.prepare('SELECT name FROM sqlite_master').pluck().all()).toEqual(['stamps']);
  kept.close();
  expect(texts(await stage.json('log'))).toEqual([innCard.first_msg]);
  await stage.isSound();
});

test('RP-104 a store that is restored onto itself, its log beside it, stays what it was', async () => {
  const { stage } = await cutOff();
  await stage.json('restore', storeOf(stage));
  expect(texts(await stage.json('log')).at(-1)).toBe('In the log alone.');
  await stage.isSound();
});

test('RP-104 a backup of the layout before is restored as of now, and stays as it was; so does one with pages of another size', async () => {
  const { stage, good } = await cutOff();
  const old = join(stage.folder, 'old.db');
  const bare = new Database(good);
  asBefore(good, old);
  bare.close();
  const before = bytesOf(old);
  await stage.json('restore', old);
  expect(texts(await stage.json('log'))).toEqual([innCard.first_msg]);
  expect(bytesOf(old)).toBe(before);
  await stage.json('say', 'On.', '--no-reply');
  await stage.isSound();
  altered(good, 'PRAGMA journal_mode = DELETE; PRAGMA page_size = 8192; VACUUM');
  await stage.json('restore', good);
  expect(texts(await stage.json('log'))).toEqual([innCard.first_msg]);
  await stage.isSound();
});

test('RP-104 a store that is locked is not replaced, and nothing is kept of it', async () => {
  const { stage, good } = await cutOff();
  const other = new Database(storeOf(stage));
  onTestFinished(() => void other.close());
  other.exec('BEGIN IMMEDIATE');
  const before = filesOf(stage);
  expect(await stage.refusal(5, 'restore', good)).toMatchObject({ code: 'store_locked' });
  expect(filesOf(stage)).toEqual(before);
});

test('RP-104 who has the chat open in another process sees the restored one and goes on in it', async () => {
  const { stage, good } = await cutOff();
  const app = new App({ data: stage.data, backend: 'understudy' });
  onTestFinished(() => app.close());
  const play = app.play();
  const events: string[] = [];
  play.subscribe(({ type }) => events.push(type));
  play.attend();
  const shown = () =>
    play
      .view()
      .last(9)
      .map(({ text }) => text);
  expect(shown().at(-1)).toBe('In the log alone.');
  expect(await ended(start(['restore', good], stage))).toMatchObject({ code: 0 });
  await vi.waitFor(() => expect(events).toContain('reload'), { timeout: 30_000 });
  expect(shown()).toEqual([innCard.first_msg]);
  await play.say('And on.', { reply: [] });
  await play.close();
  expect(texts(await stage.json('log'))).toEqual([innCard.first_msg, 'And on.']);
  await stage.isSound();
});

/** Another process that writes a number into a table of its own in a store, again and again, and those that it has written. */
async function counting(file: string): Promise<{ child: ChildProcess; written: number[] }> {
  const script = `
    const sqlite = new (require('better-sqlite3'))(process.argv[1], { timeout: 60_000 });
    let n = 0;
    const again = () => {
      n += 1;
      sqlite.exec('BEGIN IMMEDIATE; CREATE TABLE IF NOT EXISTS counted (n); INSERT INTO counted VALUES (' + n + '); COMMIT');
      console.log(n);
      setTimeout(again, Math.random() * 2);
    };
    again();
  `;
  const child = spawn(process.execPath, ['-e', script, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const written: number[] = [];
  createInterface(child.stdout).on('line', (n) => written.push(Number(n)));
  await once(child.stdout, 'data');
  return { child, written };
}

const countedIn = (file: string): number[] => {
  const sqlite = new Database(file, { readonly: true });
  const isThere = sqlite.prepare("SELECT 1 FROM sqlite_master WHERE name = 'counted'").get();
  const found = isThere ? sqlite.prepare('SELECT n FROM counted').pluck().all() : [];
  sqlite.close();
  return found as number[];
};

test('RP-104 what another process writes while a store is restored is in it or in what is kept, and each restore is one', async () => {
  const { stage, good } = await cutOff();
  const { child, written } = await counting(storeOf(stage));
  const found = new Set<number>();
  const read = (file: string) => {
    for (const one of countedIn(file)) found.add(one);
  };
  try {
    for (let n = 0; n < 8; n += 1) {
      const before = written.length;
      const [done] = await stage.json('restore', good);
      const known = written.length;
      await vi.waitFor(() => expect(written.length).toBeGreaterThan(known), { timeout: 30_000 });
      read(`${done?.before}`);
      expect(countedIn(storeOf(stage)).filter((one) => one <= before)).toEqual([]);
    }
  } finally {
    await stopped(child);
  }
  read(storeOf(stage));
  expect(written.filter((one) => !found.has(one))).toEqual([]);
});

test('RP-104 a restore that is killed leaves the old store or the new one, and the next takes away what it left', async () => {
  const { stage, good } = await cutOff();
  const both = [[innCard.first_msg], [innCard.first_msg, 'In the log alone.']];
  const moments = [/\.part$/, /backups/, /before-restore/, /sotto\.db-wal/];
  for (const moment of moments) {
    const child = start(['restore', good], stage);
    const isOver = once(child, 'exit');
    const isSeen = () => {
      try {
        return readdirSync(stage.data, { recursive: true, encoding: 'utf8' }).some((name) =>
          moment.test(name),
        );
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
        throw error;
      }
    };
    while (child.exitCode === null && !isSeen()) await new Promise((resolve) => setImmediate(resolve));
    child.kill('SIGKILL');
    await isOver;
    expect(both).toContainEqual(texts(await stage.json('log')));
    await stage.isSound();
  }
  await stage.json('restore', good);
  expect(texts(await stage.json('log'))).toEqual(both[0]);
  expect(readdirSync(stage.data).filter((name) => name.startsWith('.sotto'))).toEqual([]);
});

test('RP-104 what is kept under a name that another process took meanwhile is kept under the next one', async () => {
  const { data: dataFolder } = await atTheInn();
  mkdirSync(join(dataFolder, 'backups'));
  const tried: string[] = [];
  const kept = await asNewBackup({ dataFolder }, 'before', async (file) => {
    const fresh = beginFile(file);
    writeFileSync(fresh.part, 'mine');
    if (tried.push(file) === 1) writeFileSync(file, 'of another process');
    try {
      fresh.keep();
    } catch (error) {
      fresh.drop();
      throw error;
    }
    return file;
  });
  expect(tried.map((file) => basename(file))).toEqual(['before.db', 'before-2.db']);
  expect([tried[0] ?? '', kept].map((file) => readFileSync(file, 'utf8'))).toEqual([
    'of another process',
    'mine',
  ]);
  expect(readdirSync(join(dataFolder, 'backups'))).toHaveLength(2);
});
