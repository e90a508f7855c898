import { describe, expect, test } from 'vitest';
import { scene } from '../scene.ts';

const silent = { reply: [] };

/** A play in which a duel falls due during the night that a skip passes over; the message before that skip, and all that is so there. */
async function beforeTheNight() {
  const play = scene.playing('Maren');
  await play.world.set('time', '1911-10-04T23:20');
  const onComplete = { gives: [{ who: 'Odile', object: 'a scar' }] };
  await play.story.occasions.add('duel', { at: '1911-10-04T23:50', gist: 'They fought.', onComplete });
  await play.say('Hm.', silent);
  const [line] = play.view().last(1);
  return { play, line: line?.id ?? '', before: scene.state.world };
}

describe('a turn that did more than say a line', () => {
  test('RP-079 RP-101 a rewind over a skip takes back all that the skip caused: the time, the scene’s end, what fell due and what that brought', async () => {
    const { play, before } = await beforeTheNight();
    await play.story.time.skip('The next morning');
    expect(play.story.occasions.list()).toMatchObject([{ name: 'duel', state: 'completed' }]);
    await play.rewind({ turns: 1 });
    expect(scene.state.world).toEqual(before);
    expect(play.story.scenes.scenes()).toEqual([]);
    play.redo();
    expect(play.story.occasions.list()).toMatchObject([{ name: 'duel', state: 'completed' }]);
  });

  test('RP-079 a rewind to the line before a skip, and a branch at it, stand before all that the skip caused', async () => {
    const { play, line, before } = await beforeTheNight();
    await play.story.time.skip('The next morning');
    await play.rewind({ message: line });
    expect(scene.state.world).toEqual(before);
    play.redo();
    play.branch('at-night', line);
    expect(scene.state.world).toEqual(before);
  });

  test('RP-102 what a rewind over a skip would take back is listed: the occasion, what it brought, the scene and the time', async () => {
    const { play } = await beforeTheNight();
    await play.story.time.skip('The next morning');
    expect(play.undoneBy({ turns: 1 })).toMatchObject([
      { what: 'memory', was: 'They fought.', becomes: null },
      { what: 'world', was: 'time 1911-10-05T08:00', becomes: 'time 1911-10-04T23:20' },
      { what: 'occasion', was: 'state completed', becomes: 'state planned' },
      { what: 'scene', was: 'closed, time 1911-10-04T23:20', becomes: null },
    ]);
    expect(scene.playing('Odile').undoneBy({ turns: 1 })).toContainEqual(
      expect.objectContaining({ what: 'entity', was: 'inventory a scar', becomes: null }),
    );
  });

  test('RP-079 a version of a line ends before the whole turn of the next line, with nothing that this caused', async () => {
    const { play, line, before } = await beforeTheNight();
    await play.story.time.skip('The next morning');
    await play.rewind({ message: line });
    await play.rewind({ turns: 1 });
    await play.say('Or this.', silent);
    play.swipe(1);
    expect(scene.seenBy('everyone').at(-1)?.text).toBe('Hm.');
    expect(scene.state.world).toEqual(before);
  });
});
