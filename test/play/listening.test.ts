import { describe, expect, test } from 'vitest';
import type { PlayEvent } from '../../src/play/chat/play-state.ts';
import { anew, scene } from './scene.ts';
import { scripted } from './scripted.ts';

describe('what listeners hear', () => {
  const heard = (as?: string): { events: PlayEvent[]; play: typeof scene.play } => {
    const events: PlayEvent[] = [];
    const play = scene.playing(as);
    play.subscribe((event) => events.push(event));
    return { events, play };
  };

  test('a reply is heard piece by piece, then whole', async () => {
    const { events, play } = heard();
    await play.say('Maren?');
    const streamed = events.flatMap((event) => (event.type === 'delta' ? [event.text] : [])).join('');
    expect(streamed.length).toBeGreaterThan(0);
    expect(scene.texts('Tomas').at(-1)?.startsWith(streamed)).toBe(true);
    const order = events.map(({ type }) => type).filter((type) => type !== 'state' && type !== 'delta');
    expect(order).toEqual(['message', 'message', 'stream_end', 'usage']);
  });

  test('KT-17 invariant 2 nothing of a private exchange is heard, not even who speaks', async () => {
    anew({ backend: scripted('The key is under the stone. (ooc: __known_to_chars__Odile__)') });
    const { events, play } = heard();
    const states: unknown[] = [];
    play.subscribe(() => states.push(play.state().generating));
    await play.say('Where is the key?', { as: 'Odile', to: ['Maren'] });
    expect(new Set(states)).toEqual(new Set([null, 'hidden']));
    expect(events.filter(({ type }) => type !== 'state')).toEqual([]);
    expect(play.state().unperceived).toBe(2);
    expect(JSON.stringify(play.state())).not.toMatch(/key|stone/);
  });

  test.each([
    ['count', 1, []],
    ['names', 1, ['Maren']],
    ['none', null, []],
  ] as const)('KT-17 the hint %s', (hint, unperceived, names) => {
    anew({ settings: { hint } });
    scene.said('Maren', 'Psst.', ['Odile']);
    scene.said('Odile', 'A boat!');
    expect(scene.playing().state()).toMatchObject({ unperceived, unperceivedNames: names });
  });

  test('KT-12 KT-13 whoever is played, the view is theirs', async () => {
    scene.said('Maren', 'Psst.', ['Odile']);
    const { events, play } = heard();
    expect(play.view().count()).toBe(1);
    await play.playAs('odile');
    expect(events.map(({ type }) => type)).toContain('reload');
    expect(
      play
        .view()
        .last(9)
        .map(({ text }) => text),
    ).toContain('Psst.');
    expect(play.state()).toMatchObject({ playing: { name: 'Odile' }, unperceived: 0 });
  });
});
