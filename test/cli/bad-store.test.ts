import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { isWindows } from '../windows.ts';
import { atTheInn } from './inn.ts';
import { ended, Stage, start, texts } from './sotto.ts';

const storeOf = ({ data }: Stage): string => join(data, 'sotto.db');

test('a store that another program holds: exit 5 after some patience, nothing half-written, then all is well', async () => {
  const stage = await atTheInn();
  const other = new Database(storeOf(stage));
  other.exec('BEGIN EXCLUSIVE');
  const { message } = await stage.refusal(5, 'pin', 'last');
  expect(message).toMatch(/sotto\.db is locked by another program; close it and try again/);
  expect(await stage.json('log')).toMatchObject([{ pinned: false }]);
  other.exec('ROLLBACK');
  other.close();
  expect(texts(await stage.json('say', 'Hm.', '--no-reply'))).toEqual(['Hm.']);
  await stage.isSound();
});

type Waited = [string, (other: Database.Database, child: ChildProcess) => void, object];
/** Windows ends a process where Unix interrupts it. */
const interrupted: Waited[] = isWindows
  ? []
  : [
      [
        'is not said when it is interrupted',
        (_, child) => void child.kill('SIGINT'),
        { code: 130, texts: [] },
      ],
    ];

test.each<Waited>([
  ['is said when that is done', (other) => void other.exec('ROLLBACK'), { code: 0, texts: ['Hm.'] }],
  ...interrupted,
])('RP-071 what is to be said beside a long import waits with a word, and %s', async (_, act, expected) => {
  const stage = await atTheInn();
  const other = new Database(storeOf(stage));
  onTestFinished(() => void other.close());
  other.exec('BEGIN EXCLUSIVE');
  const child = start(['say', 'Hm.', '--no-reply'], stage);
  const run = ended(child);
  const [word] = await once(child.stderr!, 'data');
  expect(String(word)).toMatch(/another program is writing to the store; waiting/);
  act(other, child);
  const { code } = await run;
  expect({ code, texts: texts(await stage.json('log')).slice(1) }).toEqual(expected);
});

test('a store of a newer sotto is left alone', async () => {
  const stage = await atTheInn();
  const store = new Database(storeOf(stage));
  store.pragma('user_version = 99');
  store.close();
  const before = readFileSync(storeOf(stage));
  expect((await stage.refusal(5, 'say', 'Hm.')).message).toMatch(/newer sotto.*99.*update sotto/);
  expect(readFileSync(storeOf(stage)).equals(before)).toBe(true);
});

test('files that are no store are left alone: a text, a database of something else, a folder', async () => {
  const stage = new Stage();
  mkdirSync(stage.data);
  writeFileSync(storeOf(stage), 'Dear diary, today I wrote more than a hundred letters in a row. '.repeat(9));
  expect(await stage.refusal(5, 'chats')).toMatchObject({ code: 'not_a_store' });
  expect(readFileSync(storeOf(stage), 'utf8')).toMatch(/^Dear diary/);
  const foreign = new Stage();
  mkdirSync(foreign.data);
  const other = new Database(storeOf(foreign));
  other.exec('CREATE TABLE stamps (id INTEGER)');
  other.close();
  expect(await foreign.refusal(5, 'chats')).toMatchObject({ code: 'not_a_store' });
  const folder = new Stage();
  mkdirSync(storeOf(folder), { recursive: true });
  await folder.refusal(5, 'chats');
  const file = new Stage();
  writeFileSync(file.data, '');
  await file.refusal(5, 'chats');
});

test('a damaged store is said to be damaged, and a backup mends it', async () => {
  const stage = await atTheInn();
  const backup = join(stage.folder, 'mine.db');
  await stage.json('backup', backup);
  const bytes = readFileSync(storeOf(stage));
  writeFileSync(storeOf(stage), bytes.fill(0xa5, 4096));
  const { message } = await stage.refusal(5, 'say', 'Hm.', '--no-reply');
  expect(message).toMatch(/damaged; restore a backup/);
  const damaged = stage.file('damaged.db', readFileSync(storeOf(stage)));
  expect((await stage.refusal(5, 'restore', damaged)).message).toMatch(/damaged\.db is damaged/);
  expect(await stage.refusal(5, 'log')).toMatchObject({ code: 'store_damaged' });
  const [restored] = await stage.json('restore', backup);
  expect(readFileSync(String(restored?.before)).equals(bytes)).toBe(true);
  expect(await stage.json('log')).toHaveLength(1);
  await stage.isSound();
});

test('a store that was cut off is damaged to verify, and every read of it goes well or says so with exit 5', async () => {
  const stage = await atTheInn();
  for (let n = 0; n < 3; n += 1)
    await stage.feed(`${'A long evening. '.repeat(2000)}`, 'say', '-', '--no-reply');
  const whole = readFileSync(storeOf(stage));
  for (const share of [0.25, 0.5, 0.75, 0.9, 0.99]) {
    writeFileSync(storeOf(stage), whole.subarray(0, Math.floor((whole.length * share) / 4096) * 4096));
    expect(await stage.refusal(5, 'verify')).toMatchObject({ code: 'store_damaged' });
    const { code, stderr } = await stage.run(share < 0.6 ? 'log' : 'search', 'evening');
    expect([0, 3, 5]).toContain(code);
    expect(stderr).not.toContain('internal error');
  }
});

test('a restore from something that is no store changes nothing', async () => {
  const stage = await atTheInn();
  const letter = stage.file('letter.txt', 'Dear diary. '.repeat(99));
  expect(await stage.refusal(5, 'restore', letter)).toMatchObject({ code: 'not_a_store' });
  expect(await stage.json('log')).toHaveLength(1);
  await stage.isSound();
});

test('a store whose rows differ from their log fails verify with exit 5', async () => {
  const stage = await atTheInn();
  await stage.json('say', 'true', '--no-reply');
  const store = new Database(storeOf(stage));
  const changed = store
    .prepare("UPDATE message SET speaker = 'x' WHERE seq = (SELECT seq FROM event WHERE text = 'true')")
    .run();
  expect(changed.changes).toBe(1);
  expect(() => store.exec("UPDATE event SET payload = '{}'")).toThrow();
  expect(() => store.exec('DELETE FROM event')).toThrow();
  store.close();
  const run = await stage.run('verify', '--json');
  expect(run).toMatchObject({
    code: 5,
    lines: [
      { type: 'verify', ok: false },
      { type: 'error', code: 'verify_failed' },
    ],
  });
});
