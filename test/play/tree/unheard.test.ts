import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { callTool } from '../../../src/play/calling/by-hand.ts';
import { OpenChat } from '../../../src/play/open/open-chat.ts';
import { rewind } from '../../../src/play/tree/moves.ts';
import { Transcript } from '../../../src/store/transcript/transcript.ts';
import { holdsOften, patience } from '../../cases.ts';
import { moves, names } from '../../commands.ts';
import { freshFolder, openStore } from '../../histories.ts';
import { type Act, history } from '../deeds.ts';
import { perform, Quay } from '../doing.ts';
import { scene } from '../scene.ts';

const counted = (chat: OpenChat): number => {
  const [all, own] = [chat.view('everyone'), chat.view()];
  return all.last(all.count()).filter(({ id, role }) => role !== 'tool' && !own.find(id)).length;
};

const comings = fc.oneof(
  fc.record({ type: fc.constant('leave' as const), who: fc.constantFrom(...names) }),
  fc.record({ type: fc.constant('join' as const), who: fc.constantFrom(...names), knowsPast: fc.boolean() }),
);

/** What can happen, with more moves, and more who leave and come back, in between. */
const acts = fc
  .tuple(
    history,
    fc.array(fc.oneof(moves, comings), { minLength: 15, maxLength: 30 }),
    fc.integer({ min: 1, max: 7 }),
  )
  .map(([usual, more, step]) => {
    const mixed: Act[] = [...usual];
    for (const [index, act] of more.entries()) mixed.splice(((index + 1) * step) % mixed.length, 0, act);
    return mixed;
  });

test(
  'RP-083 after whatever happens, the number of unheard messages is that of both views counted anew',
  async () => {
    const { folder, remove } = freshFolder();
    const store = openStore(folder);
    let hidden = 0;
    await holdsOften(
      fc.asyncProperty(acts, async (all) => {
        const quay = new Quay(store, {});
        const chats = names.map((name) => new OpenChat(quay.parts, quay.id, name));
        for (const [index, act] of all.entries()) {
          await perform(quay, act).catch(() => false);
          // Some count after each act, some after several: more then lies between.
          for (const [at, chat] of chats.entries()) {
            if (index % (at + 1) !== 0) continue;
            chat.refresh();
            expect(chat.perspective.unheard).toBe(counted(chat));
            hidden += chat.perspective.unheard;
          }
        }
      }),
      30,
      () => ({ hidden: [hidden, 200] }),
    );
    store.close();
    remove();
  },
  patience,
);

test('both views are counted once; after turns and moves only what lies between is looked at', async () => {
  for (let line = 0; line < 40; line += 1) scene.said('Maren', `Line ${line}.`, line % 2 ? [] : ['Ansel']);
  const counts = vi.spyOn(Transcript.prototype, 'count');
  onTestFinished(() => counts.mockRestore());
  const play = scene.playing();
  expect(play.state().unperceived).toBe(20);
  const once = counts.mock.calls.length;
  await play.say('Maren, is it far?', { reply: [] });
  await play.say('Psst.', { as: 'Odile', to: ['Ansel'], reply: [] });
  expect(play.state().unperceived).toBe(21);
  await play.rewind({ turns: 4 });
  expect(play.state().unperceived).toBe(18);
  await play.redo();
  expect(play.state().unperceived).toBe(21);
  expect(counts.mock.calls.length).toBe(once);
});

test('a script that nobody tells of the unheard counts nothing', async () => {
  const counts = vi.spyOn(Transcript.prototype, 'count');
  onTestFinished(() => counts.mockRestore());
  const play = scene.playing();
  await play.say('Maren, is it far?', { reply: ['Maren'] });
  await play.undo();
  expect(play.state().cast).toHaveLength(4);
  expect(counts).not.toHaveBeenCalled();
});

test('RP-083 a call of a tool that somebody does not perceive is nothing unheard, however it is counted', async () => {
  scene.said('Maren', 'One.');
  scene.said('Maren', 'Two.', ['Ansel']);
  const plan = { do: 'write', title: 'The crossing', acts: ['Fog.'] };
  const call = () => callTool(scene.play.chat, 'plan', JSON.stringify(plan), 'Maren');
  const of = (hint: 'count' | 'names' = 'count') => {
    const chat = new OpenChat(
      { ...scene.parts, settings: { ...scene.parts.settings, hint } },
      scene.id,
      'Odile',
    );
    return [chat.perspective.unheard, chat.perspective.unheardNames];
  };
  const chat = new OpenChat(scene.parts, scene.id, 'Odile');
  expect(chat.perspective.unheard).toBe(1);
  await call();
  chat.refresh();
  expect(chat.perspective.unheard, 'counted on').toBe(1);
  expect(of(), 'counted anew').toEqual([1, []]);
  expect(of('names')).toEqual([1, ['Maren']]);
  scene.said('Tomas', 'Three.');
  await call();
  chat.refresh();
  expect(rewind(chat, { turns: 1 }, { dryRun: true })).toMatchObject({ unperceived: 0, messages: [{}] });
  expect(rewind(chat, { turns: 2 }, { dryRun: true })).toMatchObject({ unperceived: 1 });
});
