import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { archiveOf } from '../../../src/app/chats/export-archive.ts';
import { checkArchive, storeArchive } from '../../../src/app/chats/import-archive.ts';
import { opened } from '../../../src/domain/world/world.ts';
import { openDatabase } from '../../../src/store/database/database.ts';
import type { Store } from '../../../src/store/store.ts';
import { holdsOften, patience } from '../../cases.ts';
import { anything, names, presence } from '../../commands.ts';
import { freshFolder, migrations, openStore } from '../../histories.ts';
import { type Act, passedOver } from '../../play/deeds.ts';
import { perform, Quay } from '../../play/doing.ts';
import { killedWriter } from './killed-writer.ts';

const [{ folder, remove }, other] = [freshFolder(), freshFolder()];
const store = openStore(folder);
const there = openStore(other.folder);
const beside = openDatabase(store.file, migrations);
afterAll(() => {
  beside.sqlite.close();
  store.close();
  there.close();
  remove();
  other.remove();
});

let chats = 0;
const newScene = (): Quay => {
  chats += 1;
  return new Quay(store, { title: `The quay ${chats}` });
};
const step = fc.oneof({ arbitrary: anything, weight: 4 }, { arbitrary: presence, weight: 1 });
const end: Act[] = [
  { type: 'close_scene', who: 'Tomas' },
  ...names.map((who): Act => ({ type: 'sum_up', who })),
];
const histories: fc.Arbitrary<Act[]> = fc.oneof(
  fc.array(step, { minLength: 1, maxLength: 24, size: 'max' }),
  fc.tuple(passedOver, fc.array(step, { maxLength: 6 })).map(([acts, then]) => [...acts, ...end, ...then]),
);
const sought = ['key', 'later', 'not here', 'aye', 'two three'];

/** What each recalls of a chat in a store, with every score. */
const recalled = (scene: Quay, from: Store = store): string =>
  JSON.stringify(
    names.flatMap((name) =>
      sought.map((text) => {
        const past = { chat: scene.id, viewer: scene.who(name), head: from.chats.read(scene.id).head };
        return from.recall.recall([past], { text, cast: [] });
      }),
    ),
  );

/** A chat taken into another store by its archive alone. */
async function moved({ id }: Quay): Promise<Store> {
  const progress = { step: () => undefined };
  const file = join(other.folder, 'chat.jsonl');
  writeFileSync(file, [...archiveOf({ store }, id)].join(''));
  const archive = await checkArchive(file, progress);
  const now = () => '2026-02-01T00:00:00.000Z';
  await there.atomicallyInSteps(() => storeArchive({ store: there, now }, archive, progress));
  return there;
}

/** Whoever recalls finds the messages of their view alone, as these read there. */
function expectOwn(scene: Quay): void {
  for (const name of names) {
    const seen = new Map(scene.seenBy(name).map((message) => [message.id, message]));
    const past = { chat: scene.id, viewer: scene.who(name), head: scene.state.head };
    for (const text of sought) {
      const hits = store.recall.recall([past], { text, cast: [] });
      for (const hit of hits)
        if (hit.type === 'message') expect(hit.message).toEqual(seen.get(hit.message.id));
      const says = [...seen.values()].filter((one) => one.text.toLowerCase().includes(sought[0] ?? ''));
      if (text === sought[0])
        for (const { id } of says)
          expect(hits.some((hit) => hit.type === 'message' && hit.message.id === id)).toBe(true);
    }
  }
}

test(
  'invariant 1: after any history the index is what its log makes it, and finds what is in the view and nothing else; so it is in a store that has the log alone',
  async () => {
    let found = 0;
    await holdsOften(
      fc.asyncProperty(histories, async (acts) => {
        const scene = newScene();
        for (const act of acts) await perform(scene, act);
        found += recalled(scene).split('"type":"memory"').length - 1;
        expectOwn(scene);
        expect(store.verify(scene.state).differences).toEqual([]);
        const before = recalled(scene);
        beside.sqlite.exec(`INSERT INTO recall_text(recall_text) VALUES ('delete-all');
          INSERT INTO recall_text(rowid, words) SELECT seq, words FROM recall_row`);
        expect(recalled(scene)).toBe(before);
        const again = await moved(scene);
        expect(recalled(scene, again)).toBe(before);
        expect(again.verify(again.chats.read(scene.id)).differences).toEqual([]);
      }),
      40,
      () => ({ found: [found, 20] }),
    );
  },
  patience,
);

test('RP-071 after a process was killed in the midst of writing, the index is what its log makes it', async () => {
  for (const ms of [0, 30, 120]) {
    const own = freshFolder();
    await killedWriter(own.folder, ms);
    const left = openStore(own.folder);
    const [chat] = left.chats.list();
    const state = left.chats.read(chat?.id ?? '');
    expect(left.verify(state).differences).toEqual([]);
    const [lived] = [...opened(state.world).cast];
    const past = { chat: state.id, viewer: lived?.id ?? '', head: state.head };
    expect(left.recall.recall([past], { text: 'zither', cast: [] })).not.toEqual([]);
    left.close();
    own.remove();
  }
});

test('RP-104 a backup holds the index as well', async () => {
  const scene = newScene();
  scene.said('Maren', 'The key is a zither.');
  const own = freshFolder();
  const file = join(own.folder, 'sotto.db');
  await store.backup(file);
  const copy = openStore(own.folder);
  expect(recalled(scene, copy)).toBe(recalled(scene));
  expect(copy.verify(copy.chats.read(scene.id)).differences).toEqual([]);
  copy.close();
  own.remove();
});

const newest = '(SELECT max(seq) FROM recall_row)';

test.each([
  [
    'a row is missing',
    `INSERT INTO recall_text(recall_text, rowid, words) SELECT 'delete', seq, words FROM recall_row WHERE seq = ${newest}`,
    `INSERT INTO recall_text(rowid, words) SELECT seq, words FROM recall_row WHERE seq = ${newest}`,
  ],
  [
    'a row says more',
    `INSERT INTO recall_text(rowid, words) SELECT seq, '1xsecret' FROM recall_row WHERE seq = ${newest}`,
    `INSERT INTO recall_text(recall_text, rowid, words) SELECT 'delete', seq, '1xsecret' FROM recall_row WHERE seq = ${newest}`,
  ],
  [
    'a row has no place',
    `DELETE FROM recall_place WHERE seq = ${newest}`,
    `INSERT INTO recall_place SELECT seq, branch, seq, 0 FROM event WHERE seq = ${newest}`,
  ],
  [
    'a row counts elsewhere',
    `UPDATE recall_place SET at = at - 1 WHERE seq = ${newest}`,
    `UPDATE recall_place SET at = at + 1 WHERE seq = ${newest}`,
  ],
  [
    'a row is taken for one that was never revised',
    `UPDATE recall_place SET kind = 1 WHERE seq = ${newest}`,
    `UPDATE recall_place SET kind = 0 WHERE seq = ${newest}`,
  ],
  [
    'an audience has the words of another',
    `UPDATE recall_audience SET mark = mark + 1000 WHERE members = (SELECT members FROM recall_hearers WHERE seq = ${newest})`,
    `UPDATE recall_audience SET mark = mark - 1000 WHERE members = (SELECT members FROM recall_hearers WHERE seq = ${newest})`,
  ],
])('verify says so when %s', (_, broken, mended) => {
  const scene = newScene();
  scene.said('Maren', 'A zither.');
  const differing = () => store.verify(scene.state).differences;
  expect(differing()).toEqual([]);
  beside.sqlite.exec(broken);
  expect(differing()).toEqual([expect.stringMatching(/^\d+ rows of the recall index differ from the log$/)]);
  beside.sqlite.exec(mended);
  expect(differing()).toEqual([]);
});
