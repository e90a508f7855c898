import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { freshFolder, openStore, Scene } from '../histories.ts';

test('RP-081 a store whose worlds have another shape is folded anew from its log', () => {
  const { folder, remove } = freshFolder();
  const first = openStore(folder);
  const scene = new Scene(first);
  const pinned = scene.said('Tomas', 'Remember this.');
  scene.given({ kind: 'message_pinned', payload: { message: pinned, owner: scene.who('Maren') } });
  const before = scene.state;
  first.close();
  const raw = new Database(join(folder, 'sotto.db'));
  raw.exec("DELETE FROM snapshot; UPDATE chat SET world = 'null'");
  raw.close();
  const store = openStore(folder);
  try {
    expect(store.chats.read(scene.id)).toEqual(before);
    expect(store.verify(store.chats.read(scene.id)).differences).toEqual([]);
  } finally {
    store.close();
    remove();
  }
});
