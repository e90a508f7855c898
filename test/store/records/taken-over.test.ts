import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openStore, Scene } from '../../histories.ts';
import { file, folder } from '../folder.ts';

test('RP-081 a store from before there were records gets them from its log', () => {
  const first = openStore(folder);
  const scene = new Scene(first);
  const [maren, ansel] = [scene.who('Maren'), scene.who('Ansel')];
  scene.given({ kind: 'scenario_set', payload: { character: maren, text: 'It rains.' } });
  const { head } = scene.state;
  first.close();
  const raw = new Database(file);
  raw.exec(
    `DROP TABLE record; DROP TABLE record_key; DROP TABLE job; DROP TABLE job_lease; DROP TABLE outcome;
     UPDATE chat SET world_shape = ''; PRAGMA user_version = 12`,
  );
  raw.close();
  const store = openStore(folder);
  const state = store.chats.read(scene.id);
  const view = store.view(scene.id, maren, head);
  expect(view.record(`scenario:${maren}`)).toMatchObject({ value: 'It rains.', owner: maren });
  expect(store.view(scene.id, ansel, head).records('')).toEqual([]);
  expect(store.verify(state).differences).toEqual([]);
  store.close();
});
