import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { archiveOf } from '../../../src/app/chats/export-archive.ts';
import { checkArchive, storeArchive } from '../../../src/app/chats/import-archive.ts';
import { writeStore } from '../../../src/store/backup/restore.ts';
import { openDatabase } from '../../../src/store/database/database.ts';
import type { Store } from '../../../src/store/store.ts';
import { patience, runs } from '../../cases.ts';
import { anything, type Command, carryOut, names, presence } from '../../commands.ts';
import { freshFolder, migrations, openStore, Scene } from '../../histories.ts';
import { embedAll, vectorOf } from './embedded.ts';

const [from, to] = [freshFolder(), freshFolder()];
const store = openStore(from.folder);
const beside = openDatabase(store.file, migrations);
afterAll(() => {
  beside.sqlite.close();
  store.close();
  for (const { remove } of [from, to]) remove();
});

let chats = 0;
const newScene = (): Scene => {
  chats += 1;
  return new Scene(store, { title: `The quay ${chats}` });
};
const step = fc.oneof({ arbitrary: anything, weight: 4 }, { arbitrary: presence, weight: 1 });
const histories = fc.array(step, { minLength: 1, maxLength: 24, size: 'max' });
const sought = ['key', 'later, aye'];

/** What each recalls by words and meaning, with every score. */
const recalled = (scene: Scene, there: Store = store): string =>
  JSON.stringify(
    names.flatMap((name) =>
      sought.map((text) => {
        const past = { chat: scene.id, viewer: scene.who(name), head: there.chats.read(scene.id).head };
        return there.recall.recall([past], { text, cast: [], vector: vectorOf(text) });
      }),
    ),
  );

/** Whatever is near to somebody stands in their view, as it reads there. */
function expectOwn(scene: Scene): void {
  for (const name of names) {
    const seen = new Map(scene.seenBy(name).map((message) => [message.id, message]));
    const past = { chat: scene.id, viewer: scene.who(name), head: scene.state.head };
    const hits = store.recall.recall([past], { text: '', cast: [], vector: vectorOf('key'), limit: 1000 });
    const found = hits.flatMap((hit) => (hit.type === 'message' ? [hit.message] : []));
    for (const message of found) expect(message).toEqual(seen.get(message.id));
    expect(found).toHaveLength(seen.size);
  }
}

test(
  'invariant 1 RP-072: after any history, embedded whenever, all of a view is near and nothing else, as if it were embedded anew',
  async () => {
    await fc.assert(
      fc.asyncProperty(histories, fc.nat(5), async (commands: readonly Command[], often) => {
        const scene = newScene();
        for (const [at, command] of commands.entries()) {
          await carryOut(scene, command);
          if (at % (often + 1) === 0) embedAll(store);
        }
        embedAll(store);
        expectOwn(scene);
        expect(store.verify(scene.state).differences).toEqual([]);
        const before = recalled(scene);
        beside.sqlite.exec('DELETE FROM recall_bits; DELETE FROM recall_vector; DELETE FROM recall_model');
        embedAll(store);
        expect(recalled(scene)).toBe(before);
      }),
      runs(30),
    );
  },
  patience,
);

test('verify says how many vectors differ from the log', () => {
  const scene = newScene();
  scene.said('Maren', 'A zither.');
  embedAll(store);
  const newest = '(SELECT max(seq) FROM recall_vector)';
  const differences = () => store.verify(scene.state).differences;
  const said = ['1 vectors of the recall index differ from the log'];
  expect(differences()).toEqual([]);
  beside.sqlite.exec(`UPDATE recall_bits SET bits = zeroblob(8) WHERE seq = ${newest}`);
  expect(differences()).toEqual(said);
  beside.sqlite.exec(`DELETE FROM recall_bits WHERE seq = ${newest}`);
  expect(differences()).toEqual(said);
  beside.sqlite.exec(`DELETE FROM recall_vector WHERE seq = ${newest}`);
  expect(differences()).toEqual(said);
  beside.sqlite.exec('UPDATE recall_model SET embedded = 0');
  embedAll(store);
  expect(differences()).toEqual([]);
});

const backedUp = async (): Promise<string> => {
  const file = join(to.folder, 'backup.db');
  await store.backup(file);
  return file;
};

test('a restored backup has its vectors; an archive has none, and what comes from one is embedded where it is', async () => {
  const scene = newScene();
  for (const text of ['The key is here.', 'Aye, later.', 'A zither.']) scene.said('Maren', text);
  embedAll(store);
  const before = recalled(scene);
  const restored = freshFolder();
  await writeStore(await backedUp(), join(restored.folder, 'sotto.db'));
  const again = openStore(restored.folder);
  expect([recalled(scene, again), embedAll(again)]).toEqual([before, []]);
  again.close();
  restored.remove();
  const file = join(to.folder, 'chat.jsonl');
  writeFileSync(file, [...archiveOf({ store }, scene.id)].join(''));
  const there = openStore(to.folder);
  const progress = { step: () => undefined };
  const archive = await checkArchive(file, progress);
  await there.atomicallyInSteps(() =>
    storeArchive({ store: there, now: scene.parts.now }, archive, progress),
  );
  expect(there.vectors.model).toBeUndefined();
  expect(embedAll(there)).toHaveLength(4);
  expect(recalled(scene, there)).toBe(before);
  expect(there.verify(there.chats.read(scene.id)).differences).toEqual([]);
  there.close();
});
