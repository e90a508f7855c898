import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../../src/store/database/database.ts';
import { KnownRecords } from '../../../src/store/records/known-records.ts';
import { Arrivals } from '../../../src/store/transcript/arrivals.ts';
import { Between } from '../../../src/store/transcript/between.ts';
import type { Reach } from '../../../src/store/transcript/ranges.ts';
import { Transcript } from '../../../src/store/transcript/transcript.ts';
import { type AnyPlacedView, openView } from '../../../src/store/transcript/views.ts';
import { patience, runs } from '../../cases.ts';
import { anything, type Command, carryOut, names, presence } from '../../commands.ts';
import { freshFolder, migrations, openStore, Scene } from '../../histories.ts';

const { folder, remove } = freshFolder();
const store = openStore(folder);
const beside = openDatabase(store.file, migrations);
const rows = {
  transcript: new Transcript(beside),
  arrivals: new Arrivals(beside),
  between: new Between(beside),
  known: new KnownRecords(beside),
  branchName: () => '',
};
afterAll(() => {
  beside.sqlite.close();
  store.close();
  remove();
});

const viewOf = ({ id, state }: Scene, viewer: string): AnyPlacedView =>
  openView({ ...rows, chat: id }, store.tree.lineage(id, state.head), viewer);

/** Around all places from one on stands what stands there in the whole view, whoever looks. */
function expectAround(scene: Scene, first: number): void {
  const places = Array.from({ length: scene.state.head.seq - first + 1 }, (_, at) => first + at);
  for (const viewer of ['everyone', ...names.map((name) => scene.who(name))]) {
    const view = viewOf(scene, viewer);
    const all = view.first(Number.MAX_SAFE_INTEGER);
    const near = all.map((_, at) => all.slice(Math.max(0, at - 1), at + 3));
    const around = (reach: Reach) => view.around(places, reach);
    expect(around({ before: 1, after: 2 })).toEqual(near);
    expect(around({ before: 0, after: 0 })).toEqual(all.map((message) => [message]));
  }
}

let chats = 0;
const newScene = (): Scene => {
  chats += 1;
  return new Scene(store, { title: `The quay ${chats}` });
};
const step = fc.oneof({ arbitrary: anything, weight: 4 }, { arbitrary: presence, weight: 1 });
const histories = fc.array(step, { minLength: 1, maxLength: 24, size: 'max' });

test('what stands around a place reaches past lines that are deleted or no longer known', () => {
  const scene = newScene();
  const first = scene.state.head.seq;
  const lines = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'];
  const [, , third = '', , fifth = ''] = lines.map((text) => scene.said('Maren', text));
  scene.given({ kind: 'message_deleted', payload: { message: third } });
  const words = { raw: 'psst', text: 'psst', knownTo: [scene.who('Ansel'), scene.who('Maren')] };
  scene.given({ kind: 'message_edited', payload: { message: fifth, ...words } });
  expectAround(scene, first);
});

test(
  'invariant 1: after any history what stands around places is the view around each, of those perceived alone',
  async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (commands: readonly Command[]) => {
        const scene = newScene();
        const first = scene.state.head.seq;
        for (const command of commands) await carryOut(scene, command);
        expectAround(scene, first);
      }),
      runs(60),
    );
  },
  patience,
);
