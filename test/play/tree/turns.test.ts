import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { eventsBetween } from '../../../src/play/branches/between.ts';
import { OpenChat } from '../../../src/play/open/open-chat.ts';
import { addOccasion, occasionsIn } from '../../../src/play/story/occasion-acts.ts';
import { scenesSeen } from '../../../src/play/story/scenes/scenes-seen.ts';
import { skipTime } from '../../../src/play/story/time/skipping.ts';
import { setWorld } from '../../../src/play/world/edits.ts';
import { holdsOften, patience } from '../../cases.ts';
import { freshFolder, openStore } from '../../histories.ts';
import { everyone, history } from '../deeds.ts';
import { perform, Quay } from '../doing.ts';
import { scene } from '../scene.ts';

const silent = { reply: [] };

/** A play in which a duel falls due during the night that a skip passes over; the message before that skip, and all that is so there. */
async function beforeTheNight() {
  const play = scene.playing('Maren');
  setWorld(play.chat, 'time', '1911-10-04T23:20');
  const onComplete = { gives: [{ who: 'Odile', object: 'a scar' }] };
  addOccasion(play.chat, 'duel', { at: '1911-10-04T23:50', gist: 'They fought.', onComplete });
  await play.say('Hm.', silent);
  const [line] = play.view().last(1);
  return { play, line: line?.id ?? '', before: scene.state.world };
}

describe('a turn that did more than say a line', () => {
  test('RP-101 what going back may begin at is listed from the newest turn, and each begins as the rewind by so many turns does', async () => {
    const play = scene.playing('Maren');
    await play.say('One.', silent);
    await play.say('Two.');
    await play.say('Three.', { to: ['Odile'] });
    const starts = play.turnsBack(20);
    expect(starts.map(({ text }) => text)).toContain('Two.');
    for (const [at, { id }] of starts.entries()) {
      const turns = at + 1;
      expect(play.undoneBy({ turns }).messages[0]?.id).toBe(id);
      expect((await play.rewind({ turns }, { dryRun: true })).messages[0]?.id).toBe(id);
    }
    expect(play.turnsBack(1)).toEqual(starts.slice(0, 1));
    expect(() => play.undoneBy({ turns: starts.length + 1 })).toThrow(/turns to undo/);
  });

  test('RP-066 RP-079 RP-101 a rewind over a skip takes back all that the skip caused: the time, the scene’s end, what fell due and what that brought', async () => {
    const { play, before } = await beforeTheNight();
    skipTime(play.chat, 'The next morning');
    expect(occasionsIn(play.known().mind)).toMatchObject([{ name: 'duel', state: 'completed' }]);
    await play.rewind({ turns: 1 });
    expect(scene.state.world).toEqual(before);
    expect(scenesSeen(play.chat)).toEqual([]);
    play.redo();
    expect(occasionsIn(play.known().mind)).toMatchObject([{ name: 'duel', state: 'completed' }]);
  });

  test('RP-083 a line is of the turn that its reader knows of: what began it in a scene without them has no name for them', async () => {
    const { play } = await beforeTheNight();
    await play.leave('Odile');
    skipTime(play.chat, 'The next morning');
    const [line] = play.view().last(1);
    if (!line) throw new Error('the skip left no line');
    await play.edit(line.id, 'Fog. (ooc: __known_to_chars__Maren,Odile__)');
    for (const who of ['Maren', 'Odile', '*'])
      expect(scene.playing(who).view().find(line.id)).toMatchObject({ id: line.id, turn: line.id });
    expect((await play.undo()).messages).toEqual([]);
    expect((await play.undo()).messages).toMatchObject([{ id: line.id }]);
  });

  test('RP-079 a rewind to the line before a skip, and a branch at it, stand before all that the skip caused', async () => {
    const { play, line, before } = await beforeTheNight();
    skipTime(play.chat, 'The next morning');
    await play.rewind({ message: line });
    expect(scene.state.world).toEqual(before);
    play.redo();
    play.branch('at-night', line);
    expect(scene.state.world).toEqual(before);
  });

  test('RP-102 what a rewind over a skip would take back is listed: the occasion, what it brought, the scene and the time', async () => {
    const { play } = await beforeTheNight();
    skipTime(play.chat, 'The next morning');
    expect(play.undoneBy({ turns: 1 }).facts).toMatchObject([
      { what: 'memory', was: 'They fought.', becomes: null },
      { what: 'world', was: 'time 1911-10-05T08:00', becomes: 'time 1911-10-04T23:20' },
      { what: 'occasion', was: 'state completed', becomes: 'state planned' },
      { what: 'scene', was: 'closed, time 1911-10-04T23:20', becomes: null },
    ]);
    expect(scene.playing('Odile').undoneBy({ turns: 1 }).facts).toContainEqual(
      expect.objectContaining({ what: 'entity', was: 'inventory a scar', becomes: null }),
    );
  });

  test('RP-079 a version of a line ends before the whole turn of the next line, with nothing that this caused', async () => {
    const { play, line, before } = await beforeTheNight();
    skipTime(play.chat, 'The next morning');
    await play.rewind({ message: line });
    await play.rewind({ turns: 1 });
    await play.say('Or this.', silent);
    play.swipe(1);
    expect(scene.seenBy('everyone').at(-1)?.text).toBe('Hm.');
    expect(scene.state.world).toEqual(before);
  });
});

/** Goes back by some turns and comes again. Returns the turns on both sides of where the head stood; null where there are too few. */
async function around(
  quay: Quay,
  as: string,
  turns: number,
): Promise<{ before: string; after: string } | null> {
  const chat = new OpenChat(quay.parts, quay.id, as);
  const { head } = chat.state;
  const play = quay.playing(as);
  const isDone = await play.rewind({ turns }).then(
    () => true,
    () => false,
  );
  if (!isDone) return null;
  const place = quay.state.head;
  const [...events] = eventsBetween(chat, place, head);
  const [next] = events.sort((a, b) => a.seq - b.seq);
  const before = quay.store.eventAt(quay.id, place)?.turn ?? '';
  quay.store.chats.moveHead(quay.id, 'switch', quay.parts.now(), () => head);
  await play.close();
  return { before, after: next?.turn ?? '' };
}

test(
  'RP-079 ∀ histories: whoever rewinds by however many turns, the head stands between turns, never inside one',
  async () => {
    const { folder, remove } = freshFolder();
    const store = openStore(folder);
    let chats = 0;
    let rewinds = 0;
    await holdsOften(
      fc.asyncProperty(history, async (acts) => {
        chats += 1;
        const quay = new Quay(store, { title: `Quay ${chats}` });
        for (const act of acts) await perform(quay, act).catch(() => false);
        for (const as of ['*', ...everyone.filter((name) => quay.isInCast(name))]) {
          for (const turns of [1, 2, 5]) {
            const sides = await around(quay, as === '*' ? as : quay.calledNow(as), turns);
            if (!sides || sides.before === store.firstTurn(quay.id)) continue;
            expect(sides.after).not.toBe(sides.before);
            rewinds += 1;
          }
        }
      }),
      60,
      () => ({ rewinds: [rewinds, 100] }),
    );
    store.close();
    remove();
  },
  patience,
);
