import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { archiveOf } from '../../src/app/chats/export-archive.ts';
import { type ArchivedChat, checkArchive, storeArchive } from '../../src/app/chats/import-archive.ts';
import { isSottoError } from '../../src/domain/errors.ts';
import { opened, stageOf } from '../../src/domain/world/world.ts';
import { openPlay } from '../../src/play/open-play.ts';
import type { Store } from '../../src/store/store.ts';
import { patience, runs } from '../cases.ts';
import { anything, moves } from '../commands.ts';
import { freshFolder, openStore, type Scene } from '../histories.ts';
import { type Act, history } from '../play/deeds.ts';
import { perform, Quay } from '../play/doing.ts';
import { dump } from '../store/folder.ts';

const often = { everyEvents: 3, everyMinutes: 30, keep: 2, preRewindDays: 14 };
const [from, to] = [freshFolder(), freshFolder()];
const here = openStore(from.folder, { snapshots: often });
const there = openStore(to.folder, { snapshots: often });
afterAll(() => {
  for (const store of [here, there]) store.close();
  for (const { remove } of [from, to]) remove();
});

const progress = { step: () => undefined };
const file = join(to.folder, 'chat.jsonl');
const now = () => '2026-02-01T00:00:00.000Z';

const exported = (store: Store, id: string): string => [...archiveOf({ store }, id)].join('');

async function imported(store: Store, text: string): Promise<ArchivedChat> {
  writeFileSync(file, text);
  const archive = await checkArchive(file, progress);
  return store.atomicallyInSteps(() => storeArchive({ store, now }, archive, progress));
}

let chats = 0;
/** Between two chats of a store stand the events of a third, so that no place is the same here and there. */
async function played(acts: readonly Act[]): Promise<Quay> {
  chats += 1;
  const [scene, other] = [
    new Quay(here, { title: `Quay ${chats}` }),
    new Quay(here, { title: `Pier ${chats}` }),
  ];
  await doing(scene, acts, other);
  return scene;
}

async function doing(scene: Quay, acts: readonly Act[], other?: Quay): Promise<void> {
  for (const act of acts) {
    await perform(scene, act);
    other?.said('Maren', 'Elsewhere.');
  }
}

const outcomeOf = async (work: () => Promise<unknown>): Promise<unknown> => {
  try {
    return (await work()) ?? 'done';
  } catch (error) {
    if (isSottoError(error)) return error.code;
    throw error;
  }
};

/** All that a chat tells of itself, to everyone and to each of its cast. */
async function told({ parts }: Scene, store: Store, id: string) {
  const state = store.chats.read(id);
  const { differences, unreadable, hash, events } = store.verify(state);
  const viewers = ['*', ...stageOf(state.world).cast.map(({ name }) => name)];
  const each = viewers.map(async (name) => {
    const play = openPlay({ ...parts, store }, id, name);
    const branches = play.branches();
    const prompt = name === '*' ? null : (await play.prompt(name)).prompt;
    return {
      name,
      log: play.view().last(10_000),
      pins: name === '*' ? [] : play.pins(),
      branches,
      prompt,
      // What jobs cost is of the store that they ran in.
      state: { ...play.state(), bookkeeping: null },
    };
  });
  const { facts } = state;
  return { differences, unreadable, hash, events, facts, each: await Promise.all(each) };
}

const acts = fc
  .tuple(history, fc.array(fc.oneof(anything, moves), { maxLength: 12 }))
  .map(([first, then]): Act[] => [...first, ...then]);
const few = fc.array(anything, { minLength: 1, maxLength: 6 });

test('an archive carries what jobs found about earlier turns, with all that it makes known', async () => {
  const scene = await played([]);
  const about = scene.said('Tomas', 'One.');
  for (const text of ['Two.', 'Three.', 'Four.', 'Five.']) scene.said('Tomas', text);
  const character = scene.who('Maren');
  const facts = [{ kind: 'scenario_set' as const, payload: { character, text: 'It rains.' } }];
  here.chats.conclude(scene.id, { actor: 'model', at: now() }, { job: 'tide', about, source: 's', facts });
  const text = exported(here, scene.id);
  expect(await imported(there, text)).toMatchObject({ outcome: 'new' });
  const { head, world: whole } = there.chats.read(scene.id);
  const world = opened(whole);
  expect(world.scenarios[character]?.text).toBe('It rains.');
  expect(there.view(scene.id, character, head).record(`scenario:${character}`)?.value).toBe('It rains.');
  expect(await told(scene, there, scene.id)).toEqual(await told(scene, here, scene.id));
  expect(exported(there, scene.id)).toBe(text);
});

describe('for all histories, an archive', () => {
  test(
    'brings the whole tree into another store: the same hash, views, prompts, branches, undo and redo; twice it changes nothing',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          acts,
          fc.array(fc.constantFrom('undo', 'redo'), { maxLength: 6 }),
          async (all, steps) => {
            const scene = await played(all);
            const text = exported(here, scene.id);
            expect(await imported(there, text)).toMatchObject({ id: scene.id, outcome: 'new' });
            expect(exported(there, scene.id)).toBe(text);
            const source = await told(scene, here, scene.id);
            expect(source.differences).toEqual([]);
            expect(await told(scene, there, scene.id)).toEqual(source);
            const before = dump(there.file);
            expect(await imported(there, text)).toMatchObject({ outcome: 'here', events: 0 });
            expect(dump(there.file)).toEqual(before);
            for (const step of steps as ('undo' | 'redo')[]) {
              scene.at += 60_000;
              const did = [here, there].map((store) =>
                outcomeOf(() => openPlay({ ...scene.parts, store }, scene.id)[step]()),
              );
              expect(await did[1]).toEqual(await did[0]);
              expect(await told(scene, there, scene.id)).toEqual(await told(scene, here, scene.id));
            }
          },
        ),
        runs(12),
      );
    },
    patience,
  );

  test(
    'that goes further adds what is missing; one that has gone on otherwise comes in as a copy, once',
    async () => {
      await fc.assert(
        fc.asyncProperty(acts, few, few, async (first, then, last) => {
          const scene = await played(first);
          const text = exported(here, scene.id);
          await imported(there, text);
          await doing(scene, then);
          const further = exported(here, scene.id);
          const { outcome } = await imported(there, further);
          expect(outcome).toBe(further === text ? 'here' : 'continued');
          expect(exported(there, scene.id)).toBe(further);
          expect(await imported(there, text)).toMatchObject({ outcome: 'here' });
          expect(await told(scene, there, scene.id)).toEqual(await told(scene, here, scene.id));

          await doing(scene, last);
          scene.said('Ansel', 'Here.');
          const elsewhere = openPlay({ ...scene.parts, store: there }, scene.id);
          await elsewhere.rename('Elsewhere');
          const [apart, own] = [exported(here, scene.id), exported(there, scene.id)];
          const copy = await imported(there, apart);
          expect(copy).toMatchObject({ outcome: 'copied' });
          expect(exported(there, scene.id)).toBe(own);
          expect(await imported(there, apart)).toMatchObject({
            outcome: 'here',
            id: copy.id,
            title: copy.title,
          });
          const [copied, source] = [await told(scene, there, copy.id), await told(scene, here, scene.id)];
          expect(copied.differences).toEqual([]);
          expect(textsOf(copied)).toEqual(textsOf(source));
        }),
        runs(12),
      );
    },
    patience,
  );
});

/** What is told of a chat without its ids. */
const textsOf = ({ each }: Awaited<ReturnType<typeof told>>) =>
  each.map(({ name, log, pins, prompt, branches }) => ({
    name,
    log: log.map(({ text, speaker, knownTo, perceived }) => ({ text, speaker, knownTo, perceived })),
    pins: pins.map(({ text }) => text),
    prompt,
    branches: branches.length,
  }));
