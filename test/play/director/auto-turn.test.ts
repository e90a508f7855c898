import { describe, expect, test } from 'vitest';
import { anew, audience, scene, speakers } from '../scene.ts';
import { scripted } from '../scripted.ts';

const to = (...names: string[]): string => `(ooc: __known_to_chars__${names.join(',')}__)`;
const upTo = (maxHops: number, ...lines: string[]): void =>
  anew({ settings: { autoTurn: true, maxHops }, backend: scripted(...lines) });
const auto = (...lines: string[]): void => upTo(4, ...lines);

describe('AutoTurn', () => {
  test('KT-15 whom a whisper calls without the human answers by itself, in turn', async () => {
    upTo(2, `Psst. ${to('Ansel', 'Odile')}`, 'Hm.', 'Aye.');
    await scene.play.say('Maren?');
    expect(speakers().slice(-4)).toEqual(['Tomas', 'Maren', 'Ansel', 'Odile']);
    expect(speakers('Tomas').at(-1)).toBe('Tomas');
  });

  test('KT-15 an untagged answer keeps the audience and is answered too, up to the hop limit or until somebody speaks up', async () => {
    auto(`One. ${to('Ansel')}`, `Two. ${to('Maren')}`, 'Three.', 'Four.', 'Five.', 'Six.');
    await scene.play.say('Maren?');
    expect(scene.texts('everyone').slice(-5)).toEqual(['One.', 'Two.', 'Three.', 'Four.', 'Five.']);
    expect(audience('Five.')).toEqual(['Maren', 'Ansel']);
    expect(scene.texts('Tomas').at(-1)).toBe('Maren?');
    auto(`One. ${to('Ansel')}`, 'Two.', `Aloud. ${to('Maren', 'Ansel', 'Odile', 'Tomas')}`, 'Four.');
    await scene.play.say('Maren?');
    expect(scene.texts('Tomas').at(-1)).toBe('Aloud.');
  });

  test('KT-15 where a person says who answers, or nobody, no untagged whisper goes on', async () => {
    auto('One.', 'Two.');
    const play = scene.playing('Maren');
    scene.given({ kind: 'player_set', payload: { character: scene.who('Tomas'), player: 'Jo' } });
    scene.given({ kind: 'played_as', payload: { character: scene.who('Tomas'), persona: null } });
    await scene.playing('Maren').say('Psst.', { to: ['Ansel'], reply: ['Ansel'] });
    expect(scene.texts('everyone').at(-1)).toBe('One.');
    await play.say('Psst.', { to: ['Odile'], reply: [] });
    expect(scene.texts('everyone').at(-1)).toBe('Psst.');
  });

  test('KT-16 it stops at a public message and when a human hears it', async () => {
    auto(`One. ${to('Ansel')}`, `Two. ${to('Maren', 'Tomas')}`, `Three. ${to('Ansel')}`, 'Four.');
    await scene.play.say('Maren?');
    expect(scene.texts('everyone').at(-1)).toBe('Two.');
    scene.given({ kind: 'player_set', payload: { character: scene.who('Ansel'), player: 'Jo' } });
    await scene.playing().say('Maren?', { reply: ['Maren'] });
    expect(scene.texts('everyone').at(-1)).toBe('Three.');
  });

  test('KT-16 invariant 2 it stops when somebody hears it whom one of its hearers takes for the human', async () => {
    auto(`One. ${to('Ansel', 'Tomas')}`, 'Two.');
    const ansel = { character: scene.who('Ansel') };
    scene.given({ kind: 'character_left', payload: ansel });
    const quill = { character: 'quill', name: 'Quill', card: null, knowsPast: false };
    scene.given({ kind: 'character_joined', payload: quill });
    scene.given({ kind: 'played_as', payload: { character: 'quill', persona: null } });
    scene.given({ kind: 'character_left', payload: { character: 'quill' } });
    const back = { ...ansel, name: 'Ansel', card: { id: 'quay', index: 1 }, knowsPast: false };
    scene.given({ kind: 'character_joined', payload: back });
    await scene.playing('Odile').say('Maren?', { reply: ['Maren'] });
    expect(scene.texts('everyone').at(-1)).toBe('One.');
  });

  test('KT-18 no more turns than the limit, however many are called', async () => {
    auto(`On. ${to('Maren', 'Ansel', 'Odile')}`);
    await scene.play.say('Maren?');
    expect(speakers().filter((name) => name !== 'Tomas').length - 1).toBe(1 + 4);
  });

  test('KT-18 one key ends the chain', async () => {
    auto(`On. ${to('Maren', 'Ansel', 'Odile')}`);
    const play = scene.playing();
    const before = speakers().length;
    play.subscribe((event) => {
      if (event.type === 'state' && speakers().length - before >= 3) play.stop();
    });
    await play.say('Maren?');
    expect(speakers().length - before).toBeLessThan(6);
  });

  test('several who answer in turn may each whisper; nobody is called twice who is to speak anyway', async () => {
    upTo(1, `One. ${to('Odile')}`, `Two. ${to('Odile')}`, 'Three.', 'Four.');
    await scene.play.say('Maren, Ansel: well?');
    expect(speakers().slice(-3)).toEqual(['Maren', 'Ansel', 'Odile']);
  });

  test('who is muted is not called', async () => {
    upTo(1, `One. ${to('Ansel', 'Odile')}`, 'Two.');
    await scene.play.setDirector({ mute: ['Ansel'] });
    await scene.play.say('Maren?');
    expect(speakers().slice(-2)).toEqual(['Maren', 'Odile']);
  });
});
