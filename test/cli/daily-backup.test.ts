import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { thinnedOut } from '../../src/app/upkeep.ts';
import { atTheInn, innCard } from './inn.ts';
import { Stage, texts } from './sotto.ts';

const day = (date: string) => ['--now', `${date}T12:00:00Z`];

test('RP-104 the first use of a day copies the store by itself, ten times, and before that once a month; restore picks one', async () => {
  const stage = await atTheInn();
  const backups = join(stage.data, 'backups');
  const names = () => (existsSync(backups) ? readdirSync(backups).sort() : []);
  expect(names()).toEqual([]);
  await stage.json('say', 'kept', '--no-reply', ...day('2101-01-05'));
  await stage.json('log', ...day('2101-01-05'));
  expect(names()).toEqual(['daily-2101-01-05.db']);
  await stage.json('say', 'later', '--no-reply', ...day('2101-01-06'));
  expect(names()).toEqual(['daily-2101-01-05.db', 'daily-2101-01-06.db']);
  const listed = await stage.json('backup', '--list');
  expect(listed).toMatchObject([
    { type: 'backup', file: join(backups, 'daily-2101-01-06.db'), bytes: expect.any(Number) },
    { type: 'backup', file: join(backups, 'daily-2101-01-05.db') },
  ]);
  expect(await stage.refusal(2, 'restore')).toMatchObject({
    code: 'which_backup',
    message: expect.stringContaining('daily-2101-01-05.db'),
  });
  await stage.json('restore', 'daily-2101-01-05.db');
  expect(texts(await stage.json('log'))).toEqual([innCard.first_msg, 'kept']);
});

test('RP-104 a day on which the clock was wrong stops no backup: neither one that was made then, nor a store that was begun then', async () => {
  const names = ({ data }: Stage) => readdirSync(join(data, 'backups')).sort();
  const stage = await atTheInn();
  await stage.json('say', 'one', '--no-reply', ...day('2199-01-05'));
  await stage.json('say', 'two', '--no-reply', ...day('2101-01-05'));
  await stage.json('log', ...day('2101-01-05'));
  await stage.json('say', 'three', '--no-reply', ...day('2101-01-06'));
  const made = ['daily-2101-01-05.db', 'daily-2101-01-06.db', 'daily-2199-01-05.db'];
  expect(names(stage)).toEqual(made);
  const begun = new Stage();
  const card = begun.file('inn.json', JSON.stringify(innCard));
  await begun.json('new', card, ...day('2199-01-05'));
  await begun.json('say', 'two', '--no-reply', ...day('2101-01-05'));
  expect(names(begun)).toEqual(['daily-2101-01-05.db']);
});

test('RP-104 daily backups of a wrong clock take the place of none', () => {
  const wrong = Array.from({ length: 12 }, (_, at) => `daily-2199-01-${at + 10}.db`);
  const right = ['daily-2026-03-01.db', 'daily-2026-03-02.db', 'daily-2026-03-03.db'];
  const gone = thinnedOut([...right, ...wrong], '2026-03-03');
  expect(gone).toEqual(wrong.slice(0, 4));
});

test('RP-104 of daily backups ten stay, and of those before them the last of each month', () => {
  const name = (month: number, of: number) =>
    `daily-2026-${`${month}`.padStart(2, '0')}-${`${of}`.padStart(2, '0')}.db`;
  const old = [name(1, 3), name(1, 30), name(2, 1), name(2, 2), name(3, 5)];
  const recent = Array.from({ length: 10 }, (_, at) => name(4, at + 1));
  expect(thinnedOut([...old, ...recent], '2026-04-10')).toEqual([name(1, 3), name(2, 1)]);
  expect(thinnedOut(recent, '2026-04-10')).toEqual([]);
});

test('RP-131 snapshots are also JSON files, gone when the store keeps them no more', async () => {
  const stage = await atTheInn();
  await stage.json('say', 'one', '--no-reply');
  await stage.json('rewind', '--turns', '1');
  const folder = join(stage.data, 'snapshots');
  const [file, ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  const text = readFileSync(join(folder, file ?? ''), 'utf8');
  expect(JSON.parse(text)).toMatchObject({
    ...{ type: 'snapshot', chat: { title: 'The Inn' }, reason: 'pre_rewind', at: expect.any(String) },
    world: { cast: [{ name: 'Alice' }, { name: 'Bob' }, { name: 'Carl' }] },
  });
  await stage.json('say', 'two', '--no-reply', ...day('2101-01-05'));
  await stage.json('rewind', '--turns', '1', ...day('2101-01-05'));
  expect(readdirSync(folder)).not.toContain(file);
  expect(readdirSync(folder)).toHaveLength(2);
});

test('RP-104 nothing is copied where the settings say so', async () => {
  const stage = await atTheInn();
  const config = stage.file('quiet.toml', '[snapshots]\ndaily_backup = false\n');
  await stage.json('say', 'kept', '--no-reply', '--config', config, ...day('2101-01-05'));
  expect(existsSync(join(stage.data, 'backups'))).toBe(false);
});
