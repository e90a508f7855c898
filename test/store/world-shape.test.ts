import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { opened } from '../../src/domain/world/world.ts';
import { shapeOfSources, worldShape } from '../../src/store/log/world-shape.ts';
import { freshFolder, openStore, Scene } from '../histories.ts';

test('RP-081 worlds and snapshots that other code has folded are folded anew from the log, each chat when it is read', async () => {
  const { folder, remove } = freshFolder();
  const often = { everyEvents: 5, everyMinutes: 30, keep: 5, preRewindDays: 14 };
  const first = openStore(folder, { snapshots: often });
  const scene = new Scene(first);
  const other = new Scene(first, { title: 'Another' });
  const pinned = scene.said('Tomas', 'Remember this.');
  scene.given({ kind: 'message_pinned', payload: { message: pinned, owner: scene.who('Maren') } });
  const early = scene.state;
  for (let line = 0; line < 20; line += 1) scene.said('Tomas', `Line ${line}.`);
  const before = scene.state;
  first.close();
  const raw = new Database(join(folder, 'sotto.db'));
  const wrong = JSON.stringify({ rules: 'of another shape' });
  raw.prepare("UPDATE chat SET world = ?, world_shape = 'other'").run(wrong);
  raw.prepare("UPDATE snapshot SET world = ?, shape = 'other'").run(wrong);
  const shapes = (table: string, column: string) =>
    raw
      .prepare(`SELECT DISTINCT ${column} FROM ${table} WHERE ${table === 'chat' ? 'id' : 'chat'} = ?`)
      .pluck();
  const store = openStore(folder, { snapshots: often });
  expect(opened(store.moment(scene.id, early.head).whole)).toEqual(early.world);
  expect(store.chats.read(scene.id)).toEqual(before);
  expect(store.verify(before).differences).toEqual([]);
  expect([shapes('chat', 'world_shape').all(scene.id), shapes('snapshot', 'shape').all(scene.id)]).toEqual([
    [worldShape()],
    [],
  ]);
  expect(shapes('chat', 'world_shape').all(other.id)).toEqual(['other']);
  raw.close();
  store.close();
  remove();
});

const sources = fileURLToPath(new URL('../../src/', import.meta.url));

/** Every file of which something more than a type is imported, from a file on. */
function closure(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || !existsSync(file)) return found;
  found.add(file);
  const imports = readFileSync(file, 'utf8').matchAll(
    /^(?:import|export) (?!type )[^;]*? from '(\.[^']+)';/gms,
  );
  for (const [, path = ''] of imports) closure(join(dirname(file), path), found);
  return found;
}

test('RP-081 what the fingerprint is made of holds all the code that folds', () => {
  const folders = ['domain/events/', 'domain/fiction/', 'domain/world/'].map((folder) =>
    join(sources, folder),
  );
  const folding = ['domain/world/evolve.ts', 'domain/world/chat-facts.ts', 'domain/events/upcast.ts'];
  const code = folding.flatMap((file) => [...closure(join(sources, file))]);
  expect(code.length).toBeGreaterThan(folding.length);
  expect(code.filter((file) => !folders.some((folder) => file.startsWith(folder)))).toEqual([]);
});

test('RP-081 the program that is built has the fingerprint of its sources', () => {
  const built = readFileSync(new URL('../../dist/main.cjs', import.meta.url), 'utf8');
  expect(built).toContain(shapeOfSources());
  expect(worldShape()).toBe(shapeOfSources());
});
