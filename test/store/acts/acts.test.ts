import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { freshFolder, openStore, Scene } from '../../histories.ts';

/** A chat in which Maren and Ansel whisper, Tomas pins and edits, and Odile goes. */
function played() {
  const { folder, remove } = freshFolder();
  const store = openStore(folder);
  const scene = new Scene(store);
  const line = scene.said('Tomas', 'One.');
  const whisper = scene.said('Maren', 'Psst.', ['Ansel']);
  const words = { raw: 'Psst!', text: 'Psst!', knownTo: [scene.who('Maren'), scene.who('Ansel')] };
  const edited = scene.given({ kind: 'message_edited', payload: { message: whisper, ...words } });
  const pinned = scene.given({
    kind: 'message_pinned',
    payload: { message: line, owner: scene.who('Tomas') },
  });
  const left = scene.given({ kind: 'character_left', payload: { character: scene.who('Odile') } });
  return { folder, remove, store, scene, line, whisper, edited, pinned, left };
}

const raw = (folder: string): Database.Database => new Database(join(folder, 'sotto.db'));

const rows = (folder: string): unknown[] => {
  const sqlite = raw(folder);
  const found = sqlite
    .prepare(
      `SELECT e.id, w.character FROM act_witness w JOIN event e ON e.seq = w.seq AND e.branch = w.branch
       ORDER BY w.seq, w.character`,
    )
    .raw()
    .all();
  sqlite.close();
  return found;
};

const whole = { after: 0, upTo: Number.MAX_SAFE_INTEGER };

test('RP-080 who perceived an act when it was written is kept with it; the first and the last of a branch are found by it', () => {
  const { folder, remove, store, scene, line, whisper, edited, pinned, left } = played();
  const { branch } = scene.state.head;
  const of = (act: string) => rows(folder).flatMap((row) => ((row as string[])[0] === act ? row : []));
  expect(new Set(of(edited))).toEqual(new Set([edited, scene.who('Maren'), scene.who('Ansel')]));
  expect(of(pinned)).toEqual([pinned, scene.who('Tomas')]);
  expect(of(left)).toHaveLength(8);
  expect(of(line)).toEqual([]);
  const seen = (name: string, upTo: number) =>
    store.perceived.last({ branch, after: 0, upTo }, scene.who(name))?.id;
  const at = (id: string) => scene.store.log.byId(scene.id, id)?.seq ?? 0;
  expect(seen('Tomas', at(edited))).toBe(line);
  expect(seen('Ansel', at(edited))).toBe(edited);
  expect(seen('Ansel', at(whisper))).toBe(whisper);
  expect(seen('Tomas', at(left))).toBe(left);
  expect(store.perceived.first({ ...whole, branch, after: at(line) }, scene.who('Tomas'))?.id).toBe(pinned);
  expect(store.perceived.first({ ...whole, branch, after: at(line) }, 'everyone')?.id).toBe(whisper);
  store.close();
  remove();
});

test('invariant 2 a line that is opened to somebody later was not perceived when it was written; that it was opened was', () => {
  const { remove, store, scene, whisper } = played();
  const { branch } = scene.state.head;
  const tomas = scene.who('Tomas');
  const knownTo = [scene.who('Maren'), tomas];
  const opened = scene.given({
    kind: 'audience_changed',
    payload: { message: whisper, speaker: scene.who('Maren'), knownTo },
  });
  const { seq } = scene.store.log.byId(scene.id, whisper) ?? { seq: 0 };
  expect(store.perceived.last({ branch, after: 0, upTo: seq }, tomas)?.id).not.toBe(whisper);
  expect(store.perceived.last({ ...whole, branch }, tomas)?.id).toBe(opened);
  store.close();
  remove();
});

test('invariant 1 RP-081 a store from before has them once a chat is read; verify tells of a row that is missing or too many', () => {
  const { folder, remove, store, scene } = played();
  const before = rows(folder);
  expect(store.verify(scene.state).differences).toEqual([]);
  store.close();
  const sqlite = raw(folder);
  sqlite.exec("DELETE FROM act_witness; UPDATE chat SET world_shape = 'before'");
  const again = openStore(folder);
  const state = again.chats.read(scene.id);
  expect(rows(folder)).toEqual(before);
  sqlite.exec('DELETE FROM act_witness WHERE seq = (SELECT max(seq) FROM act_witness)');
  expect(again.verify(state).differences).toEqual([
    expect.stringMatching(/^character_left \w+ differs from who perceived it$/),
    expect.stringMatching(/^\d+ rows say who perceived acts, but their events make \d+$/),
  ]);
  sqlite.close();
  again.close();
  remove();
});
