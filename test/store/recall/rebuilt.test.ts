import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../../src/store/database/database.ts';
import { anyHistory, type Command, carryOut, names } from '../../commands.ts';
import { freshFolder, migrations, openStore, patience, runs, Scene } from '../../histories.ts';

const { folder, remove } = freshFolder();
const store = openStore(folder);
const beside = openDatabase(store.file, migrations);
afterAll(() => {
  beside.sqlite.close();
  store.close();
  remove();
});

let chats = 0;
const newScene = (): Scene => {
  chats += 1;
  return new Scene(store, { title: `The quay ${chats}` });
};
const sought = ['key', 'later', 'not here', 'aye', 'two three'];

/** What each recalls, with every score. */
const recalled = (scene: Scene): string =>
  JSON.stringify(
    names.flatMap((name) =>
      sought.map((text) => {
        const past = { chat: scene.id, viewer: scene.who(name), head: scene.state.head };
        return store.recall.recall([past], { text, cast: [] });
      }),
    ),
  );

/** Whoever recalls finds the messages of their view alone, as these read there. */
function expectOwn(scene: Scene): void {
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
  'invariant 1: after any history the index is what its log makes it, and finds what is in the view and nothing else',
  async () => {
    await fc.assert(
      fc.asyncProperty(anyHistory, async (commands: readonly Command[]) => {
        const scene = newScene();
        for (const command of commands) await carryOut(scene, command);
        expectOwn(scene);
        expect(store.verify(scene.state).differences).toEqual([]);
        const before = recalled(scene);
        beside.sqlite.exec(`INSERT INTO recall_text(recall_text) VALUES ('delete-all');
          INSERT INTO recall_text(rowid, words) SELECT seq, words FROM recall_row`);
        expect(recalled(scene)).toBe(before);
      }),
      runs(40),
    );
  },
  patience,
);

test('verify says how many rows of the index differ from the log', () => {
  const scene = newScene();
  scene.said('Maren', 'A zither.');
  expect(store.verify(scene.state).differences).toEqual([]);
  const newest = 'SELECT seq, words FROM recall_row ORDER BY seq DESC LIMIT 1';
  beside.sqlite.exec(
    `INSERT INTO recall_text(recall_text, rowid, words) SELECT 'delete', seq, words FROM (${newest})`,
  );
  const said = '1 rows of the index of what was perceived differ from the log';
  expect(store.verify(scene.state).differences).toEqual([said]);
  beside.sqlite.exec(`INSERT INTO recall_text(rowid, words) ${newest}`);
  expect(store.verify(scene.state).differences).toEqual([]);
});
