import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { atTheInn } from './inn.ts';

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();

test('RP-017 all that is kept lies in the data folder: store, backups, exports and config; nothing is left in a folder under version control', async () => {
  const stage = await atTheInn();
  stage.file('data/config.toml', 'user.name = "Ann"\n');
  const work = join(stage.folder, 'work');
  mkdirSync(work);
  execFileSync('git', ['init', '-q', work]);
  const before = filesIn(stage.folder);
  const there = Object.assign(stage, { folder: work });
  await there.text('say', 'Hello.');
  await there.text('preset', 'save', 'mine');
  await there.text('preset', 'export', 'mine');
  await there.text('backup');
  await there.text('rewind', '--turns', '1');
  expect(await there.json('config', 'show')).toContainEqual(
    expect.objectContaining({ key: 'user.name', value: 'Ann', from: 'file' }),
  );
  const made = filesIn(dirname(stage.data)).filter((file) => !before.includes(file));
  expect(made.filter((file) => !file.startsWith(stage.data))).toEqual([]);
  expect(new Set(readdirSync(stage.data))).toEqual(
    new Set(['backups', 'config.toml', 'exports', 'snapshots', 'sotto.db']),
  );
});
