import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { Message } from '../../src/domain/message.ts';
import { transcriptRow } from '../../src/domain/rows/projection.ts';
import { evolve } from '../../src/domain/world/evolve.ts';
import type { World } from '../../src/domain/world/world.ts';
import { opened } from '../../src/domain/world/world.ts';
import { stateHash, worldHash } from '../../src/store/chats/verify.ts';
import { openDatabase } from '../../src/store/database/database.ts';
import { Transcript } from '../../src/store/transcript/transcript.ts';
import { patience, runs } from '../cases.ts';
import { anyHistory, type Command, carryOut, names } from '../commands.ts';
import { freshFolder, migrations, openStore, Scene } from '../histories.ts';
import { foldedView } from './folded-view.ts';

const { folder, remove } = freshFolder();
const often = { everyEvents: 3, everyMinutes: 30, keep: 2, preRewindDays: 14 };
const store = openStore(folder, { snapshots: often });
const second = openDatabase(store.file, migrations);
const again = new Transcript(second);
afterAll(() => {
  second.sqlite.close();
  store.close();
  remove();
});

let chats = 0;
const newScene = (): Scene => {
  chats += 1;
  return new Scene(store, { title: `The quay ${chats}` });
};

const played = async (commands: readonly Command[]): Promise<Scene> => {
  const scene = newScene();
  for (const command of commands) await carryOut(scene, command);
  return scene;
};

describe('for all histories', () => {
  test(
    'invariant 1 RP-074 RP-082 RP-119: the live world is the fold from nothing and the fold from a snapshot',
    async () => {
      await fc.assert(
        fc.asyncProperty(anyHistory, async (commands) => {
          const scene = newScene();
          for (const command of commands) {
            await carryOut(scene, command);
            const { head, world: whole } = scene.state;
            const world = opened(whole);
            const live = worldHash(world);
            expect(worldHash(opened(store.worlds.fromScratch(scene.id, head)))).toBe(live);
            expect(worldHash(opened(store.moment(scene.id, head).whole))).toBe(live);
          }
          const verified = store.verify(scene.state);
          expect(verified).toMatchObject({ differences: [], unreadable: {} });
          const known = store.view(scene.id, 'everyone', scene.state.head).records('');
          expect(verified.hash).toBe(stateHash(opened(scene.state.world), known));
        }),
        runs(100),
      );
    },
    patience,
  );

  test(
    'invariant 1 RP-118: the whole log applied a second time changes nothing',
    async () => {
      await fc.assert(
        fc.asyncProperty(anyHistory, async (commands) => {
          const scene = await played(commands);
          const before = names.map((name) => scene.seenBy(name));
          const twice: World[] = [];
          store.worlds.fromScratch(scene.id, scene.state.head, (world, event) => {
            const row = transcriptRow(opened(world), event);
            if (row && row.table !== 'arrival') again.apply(event, row);
            const once = evolve(opened(world), event);
            twice.push(once);
            expect(evolve(once, event)).toEqual(once);
          });
          expect(names.map((name) => scene.seenBy(name))).toEqual(before);
          expect(store.verify(scene.state).differences).toEqual([]);
        }),
        runs(60),
      );
    },
    patience,
  );

  test(
    'KT-07 KT-11 RP-086 invariant 1: every read of a view is what a plain fold says',
    async () => {
      await fc.assert(
        fc.asyncProperty(anyHistory, fc.nat(8), fc.nat(8), async (commands, limit, at) => {
          const scene = newScene();
          for (const command of commands) {
            await carryOut(scene, command);
            for (const { id } of opened(scene.state.world).cast) {
              const view = store.view(scene.id, id, scene.state.head);
              expect(view.count()).toBe(view.last(1000).length);
            }
          }
          for (const viewer of [null, ...opened(scene.state.world).cast.map(({ id }) => id)]) {
            const view = store.view(scene.id, viewer ?? 'everyone', scene.state.head);
            const all = foldedView(scene, viewer);
            const middle = all[at % Math.max(1, all.length)];
            expect(view.last(1000)).toEqual(all);
            expect(view.count()).toBe(all.length);
            expect(view.first(limit)).toEqual(all.slice(0, limit));
            expect(view.last(limit)).toEqual(limit === 0 ? [] : all.slice(-limit));
            if (!middle) continue;
            const index = all.indexOf(middle);
            expect(view.find(middle.id)).toEqual(middle);
            expect(view.from(middle.id, limit)).toEqual(all.slice(index, index + limit));
            expect(view.last(limit, middle.id)).toEqual(all.slice(Math.max(0, index - limit), index));
          }
        }),
        runs(100),
      );
    },
    patience,
  );

  test(
    'invariant 3 RP-079 RP-101: redo after a rewind restores the same world and the same view',
    async () => {
      const back = fc.oneof(
        fc.record({ type: fc.constant('rewind' as const), turns: fc.integer({ min: 1, max: 4 }) }),
        fc.record({ type: fc.constant('undo' as const) }),
      );
      await fc.assert(
        fc.asyncProperty(
          anyHistory,
          fc.array(back, { minLength: 1, maxLength: 4 }),
          async (commands, steps) => {
            const scene = await played(commands);
            const was: { hash: string; seen: Message[][] }[] = [];
            const look = () => ({
              hash: worldHash(opened(scene.state.world)),
              seen: names.map((name) => scene.seenBy(name)),
            });
            for (const step of steps) {
              const before = look();
              if (await carryOut(scene, step)) was.push(before);
            }
            for (const expected of was.reverse()) {
              await scene.playing().redo();
              expect(look()).toEqual(expected);
            }
          },
        ),
        runs(100),
      );
    },
    patience,
  );

  test(
    'invariant 3: no command updates or deletes a row of the log',
    async () => {
      await fc.assert(
        fc.asyncProperty(anyHistory, async (commands) => {
          const scene = newScene();
          let before = [...store.log.all({ chat: scene.id })];
          for (const command of commands) {
            await carryOut(scene, command);
            const after = [...store.log.all({ chat: scene.id })];
            expect(after.slice(0, before.length)).toEqual(before);
            before = after;
          }
        }),
        runs(50),
      );
    },
    patience,
  );
});
