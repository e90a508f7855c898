import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { Viewer } from '../../../src/domain/view.ts';
import { memberOf, opened } from '../../../src/domain/world/world.ts';
import { openDatabase } from '../../../src/store/database/database.ts';
import { patience, runs } from '../../cases.ts';
import { freshFolder, migrations, openStore } from '../../histories.ts';
import { history, told } from '../deeds.ts';
import { perform, Quay } from '../doing.ts';

const { folder, remove } = freshFolder();
const store = openStore(folder);
const second = openDatabase(store.file, migrations);
afterAll(() => {
  second.sqlite.close();
  store.close();
  remove();
});

/** Histories in which much is told beside the play. */
const histories = fc
  .tuple(history, fc.array(told, { minLength: 3, maxLength: 12 }))
  .map(([acts, notes]) => acts.flatMap((act, at) => [act, ...notes.slice(at, at + 1)]));

let chats = 0;
const newScene = (): Quay => {
  chats += 1;
  return new Quay(store, { title: `The quay ${chats}` });
};

/** What is told beside the play as the records of a viewer have it; a letter under its reader. */
function toldIn(scene: Quay, viewer: Viewer) {
  const { head, world: whole } = scene.state;
  const world = opened(whole);
  const view = store.view(scene.id, viewer, head);
  const nameOf = (id: string | null) => id && memberOf(world, id)?.name;
  const value = (key: string): unknown => view.record(key)?.value;
  return {
    note: value('note') ?? null,
    scenarios: world.cast.flatMap(({ id, name }) => {
      const text = value(`scenario:${id}`);
      return text === undefined ? [] : [{ name, text }];
    }),
    letters: world.cast.flatMap(({ id, name: to }) =>
      ((value(`letters:${id}`) ?? []) as { from: string | null }[]).map((letter) => ({
        ...letter,
        from: nameOf(letter.from),
        to,
      })),
    ),
  };
}

/** The same as the viewer is shown it; what was sent at a screen is no record. */
function shownTo(scene: Quay, called: string) {
  const { note, sent: _sent, ...others } = scene.playing(called).notes();
  if (note === null) return { note, ...others };
  const { to: _, ...rest } = note;
  return { note: rest, ...others };
}

const viewersOf = (scene: Quay): Viewer[] => [
  'everyone',
  ...opened(scene.state.world).cast.map(({ id }) => id),
];

describe('for all histories', () => {
  test(
    'RP-086 the records of a character say what it is told beside the play, and nothing else',
    async () => {
      await fc.assert(
        fc.asyncProperty(histories, async (acts) => {
          const scene = newScene();
          for (const act of acts) {
            await perform(scene, act);
            const world = opened(scene.state.world);
            for (const viewer of viewersOf(scene)) {
              const called = viewer === 'everyone' ? '*' : (memberOf(world, viewer)?.name ?? '');
              expect(toldIn(scene, viewer)).toEqual(shownTo(scene, called));
            }
          }
          expect(store.verify(scene.state).differences).toEqual([]);
        }),
        runs(20),
      );
    },
    patience,
  );

  test(
    'invariant 1 the records of a store without any, or of other code, are made from the log',
    async () => {
      await fc.assert(
        fc.asyncProperty(histories, fc.boolean(), async (acts, isOld) => {
          const scene = newScene();
          for (const act of acts) await perform(scene, act);
          const { head } = scene.state;
          const known = () =>
            viewersOf(scene).map((viewer) => store.view(scene.id, viewer, head).records(''));
          const before = known();
          second.sqlite.exec(
            isOld ? 'DELETE FROM record; DELETE FROM record_key' : `UPDATE record SET value = '"x"'`,
          );
          second.sqlite.exec("UPDATE chat SET world_shape = 'another'");
          expect(store.verify(scene.state).differences).toEqual([]);
          expect(known()).toEqual(before);
        }),
        runs(20),
      );
    },
    patience,
  );
});
