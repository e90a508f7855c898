import { beforeEach, describe, expect, test } from 'vitest';
import { edgeIn, mindOf } from '../../../src/domain/world/mind.ts';
import { opened } from '../../../src/domain/world/world.ts';
import type { Play } from '../../../src/play/play.ts';
import { closeScene } from '../../../src/play/story/scenes/scenes-seen.ts';
import { scene } from '../scene.ts';
import { settled, smallModel } from '../world/passes.ts';
import { memoriesOf, summaryOf, tellingPlay, toldFor } from './tellings.ts';

const silent = { reply: [] };
const everyone = ['Maren', 'Ansel', 'Odile', 'Tomas'];
const edgeOf = (name: string) =>
  edgeIn(mindOf(opened(scene.state.world).state, scene.who(name)), scene.who(name), scene.who('Tomas'))
    ?.summary ?? '';
const said = (text: string) => scene.seenBy('everyone').find((one) => one.text === text)?.id ?? '';
const texts = (name: string) => memoriesOf(name).map(({ text }) => text);

describe('what was kept of a scene whose lines read otherwise now', () => {
  let play: Play;
  beforeEach(async () => {
    const { classifier } = smallModel((prompt) => {
      const knows = prompt.includes('I stole the key.') ? 'stole' : 'nothing';
      return { summary: `${toldFor(prompt)}: ${knows}`, others: { Tomas: { summary: `He: ${knows}.` } } };
    });
    play = tellingPlay({ classifier });
    await play.say('I stole the key.', silent);
    await play.say('Fine weather.', silent);
    closeScene(play.chat);
    await settled(play);
    await play.say('Later.', silent);
    for (const name of everyone) expect(summaryOf(name, 1)).toBe(`${name}: stole`);
    expect([edgeOf('Maren'), texts('Maren')]).toEqual(['He: stole.', ['Maren: stole']]);
  });

  test('KT-24 RP-103 is forgotten with a line that is deleted, and told anew without it; undo brings it back', async () => {
    await play.remove(said('I stole the key.'));
    for (const name of everyone) expect([summaryOf(name, 1), texts(name)]).toEqual([undefined, []]);
    expect(edgeOf('Maren')).toBe('');
    await settled(play);
    for (const name of everyone) expect(summaryOf(name, 1)).toBe(`${name}: nothing`);
    expect([edgeOf('Maren'), texts('Maren')]).toEqual(['He: nothing.', ['Maren: nothing']]);
    expect(scene.store.verify(scene.state).differences).toEqual([]);
    await play.undo();
    expect([summaryOf('Maren', 1), edgeOf('Maren')]).toEqual(['Maren: stole', 'He: stole.']);
    await play.redo();
    expect([summaryOf('Maren', 1), edgeOf('Maren')]).toEqual(['Maren: nothing', 'He: nothing.']);
    expect(scene.store.verify(scene.state).differences).toEqual([]);
  });

  test('KT-24 RP-097 is told anew of those alone who are to know a line no longer, or know it now', async () => {
    const key = said('I stole the key.');
    await play.changeAudience(key, { to: ['Maren'] });
    expect([summaryOf('Maren', 1), summaryOf('Ansel', 1)]).toEqual(['Maren: stole', undefined]);
    await settled(play);
    expect([summaryOf('Maren', 1), summaryOf('Ansel', 1)]).toEqual(['Maren: stole', 'Ansel: nothing']);
    await play.changeAudience(key, { to: ['Maren', 'Ansel'] });
    await settled(play);
    expect([summaryOf('Ansel', 1), summaryOf('Odile', 1)]).toEqual(['Ansel: stole', 'Odile: nothing']);
    await play.edit(key, 'I found the key. (ooc: __known_to_chars__Maren,Ansel__)');
    await settled(play);
    expect([summaryOf('Maren', 1), edgeOf('Ansel')]).toEqual(['Maren: nothing', 'He: nothing.']);
    expect(scene.store.verify(scene.state).differences).toEqual([]);
  });

  test('RP-095 stays where a person wrote it', async () => {
    await play.say('More.', silent);
    closeScene(play.chat, { summary: 'My own words.' });
    await play.remove(said('More.'));
    expect(summaryOf('Tomas', 2)).toBe('My own words.');
  });
});
