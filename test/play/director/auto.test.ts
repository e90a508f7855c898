import { describe, expect, test } from 'vitest';
import { playingWith } from '../classifier.ts';
import { Clockwork } from '../clockwork.ts';
import { anew, scene, speakers } from '../scene.ts';
import { scripted } from '../scripted.ts';

describe('auto mode', () => {
  const opened = (lines: string[] = ['Aye.']) => {
    anew({ backend: scripted(...lines) });
    const clock = new Clockwork();
    const play = playingWith({ after: clock.after });
    const spoken = async (count: number) => expect.poll(() => speakers().length).toBe(count);
    return { clock, play, spoken };
  };

  test('after each pause somebody goes on, until it is stopped', async () => {
    const { clock, play, spoken } = opened();
    play.auto(true);
    expect(play.state().auto).toBe(5);
    for (const count of [2, 3, 4]) {
      await expect.poll(() => clock.waiting(5000)).toBe(1);
      clock.pass(5000);
      await spoken(count);
    }
    expect(speakers()).toEqual(['Maren', 'Ansel', 'Odile', 'Maren']);
    await expect.poll(() => clock.waiting(5000)).toBe(1);
    play.stop();
    expect([play.state().auto, clock.waiting(5000)]).toEqual([null, 0]);
    await play.close();
  });

  test('typing holds it; an empty line begins the pause anew', async () => {
    const { clock, play } = opened();
    play.auto(7);
    play.drafting('W');
    expect(clock.waiting(7000)).toBe(0);
    play.drafting(null);
    expect(clock.waiting(7000)).toBe(0);
    play.drafting('');
    expect(clock.waiting(7000)).toBe(1);
    play.drafting('W');
    await play.reply('Maren');
    expect(clock.waiting(7000)).toBe(0);
    await play.say('Well?', { reply: [] });
    expect(clock.waiting(7000)).toBe(1);
    await play.close();
    expect(clock.waiting(7000)).toBe(0);
  });

  test('it ends with a notice when nobody goes on, or the server fails', async () => {
    const { clock, play } = opened(['']);
    const notices: string[] = [];
    play.subscribe((event) => event.type === 'notice' && notices.push(event.message));
    play.auto(5);
    clock.pass(5000);
    await expect.poll(() => notices.length).toBe(1);
    await play.setDirector({ strategy: 'manual' });
    play.auto(5);
    clock.pass(5000);
    await expect.poll(() => notices.length).toBe(2);
    expect(notices).toEqual([
      expect.stringContaining('auto mode is off: the model wrote nothing'),
      'auto mode is off: no one continues without being asked',
    ]);
    expect(play.state().auto).toBeNull();
    await play.close();
  });

  test('KT-18 what goes on unheard is stopped by the same key', async () => {
    const { clock, play, spoken } = opened();
    await play.playAs('Tomas');
    scene.given({ kind: 'character_left', payload: { character: scene.who('Tomas') } });
    const away = playingWith({ after: clock.after });
    away.auto(5);
    clock.pass(5000);
    await spoken(2);
    expect(speakers('Tomas')).toEqual(['Maren']);
    away.stop();
    await away.close();
    expect(clock.waiting(5000)).toBe(0);
  });

  test('goOn says whether anybody went on', async () => {
    expect(await scene.play.goOn()).toBe(true);
    await scene.play.setDirector({ strategy: 'manual' });
    expect(await scene.play.goOn()).toBe(false);
  });
});
