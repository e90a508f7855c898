import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Stage } from '../sotto.ts';
import { filesOf, leftThere, wholeFolder } from './whole-folder.ts';

test('a backup to a file is all that a folder needs to come back elsewhere, pictures too; one in the data directory leaves them there', async () => {
  const stage = new Stage();
  const data = wholeFolder(join(stage.folder, 'st'));
  await stage.json('import', 'sillytavern', data);
  const there = (): number => readdirSync(join(stage.data, 'sources')).length;
  const count = there();
  expect(count).toBeGreaterThan(0);
  const file = join(stage.folder, 'away.db');
  await stage.json('backup', file);
  expect(there()).toBe(count);
  expect(readdirSync(stage.folder).filter((name) => name.startsWith('away.db'))).toEqual(['away.db']);
  const other = new Stage();
  await other.json('restore', file);
  expect(existsSync(join(other.data, 'sources'))).toBe(false);
  const out = join(other.folder, 'out');
  await other.json('export', 'sillytavern', out);
  const [came, back] = [filesOf(data), filesOf(out)];
  const wanted = Object.keys(came).filter((name) => !leftThere.includes(name));
  expect(Object.keys(back)).toEqual(wanted);
  for (const name of wanted) expect({ name, bytes: back[name] }).toEqual({ name, bytes: came[name] });
  await other.isSound();
});
