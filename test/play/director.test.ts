import { describe, expect, test } from 'vitest';
import type { Message } from '../../src/domain/message.ts';
import { initialWorld, type World } from '../../src/domain/world.ts';
import { indexOfName, speakersAfter, speakersAfterWhisper } from '../../src/play/director.ts';

const named = (...names: string[]): World => ({
  ...initialWorld,
  cast: names.map((name) => ({ id: name, name, card: null, present: true })),
});
const world = named('Maren', 'Ansel', 'Odile', 'Tomas');
const message = (speaker: string, text: string, knownTo: string[] = []): Message => ({
  id: text,
  turn: text,
  speaker,
  role: 'character',
  text,
  knownTo,
  perceived: knownTo,
  at: '',
  truncated: false,
  branch: 'main',
  reasoning: '',
});

describe('who answers the human', () => {
  test.each([
    ['the one who is named', 'Ansel, what now?', ['Ansel']],
    ['in any case', 'well, ANSEL?', ['Ansel']],
    ['several in the order in which they are named', 'Odile or Ansel? Odile!', ['Odile', 'Ansel']],
    ['nobody for a part of a word', 'The Anselmo sails.', ['Maren']],
    ['a name with punctuation around it', '"Ansel"?', ['Ansel']],
    ['a name in the possessive', "Ansel's letters", ['Ansel']],
    ['never the one who speaks', 'I, Tomas, ask.', ['Maren']],
  ])('RP-046 %s', (_, text, expected) => {
    expect(speakersAfter(world, message('Tomas', text), [])).toEqual(expected);
  });

  test('RP-044 RP-046 without a name: whoever else spoke last, else the host', () => {
    const said = message('Tomas', 'What now?');
    expect(speakersAfter(world, said, [])).toEqual(['Maren']);
    const recent = [message('Ansel', '1'), message('Odile', '2'), message('Tomas', '3')];
    expect(speakersAfter(world, said, recent)).toEqual(['Odile']);
    expect(speakersAfter(named('Maren', 'Tomas'), said, recent)).toEqual(['Maren']);
  });

  test('KT-14 a whisper is answered by those who perceive it, named or not', () => {
    const whisper = message('Tomas', 'Maren must not know.', ['Tomas', 'Odile', 'Ansel']);
    expect(speakersAfter(world, whisper, [])).toEqual(['Ansel', 'Odile']);
    expect(speakersAfter(world, message('Tomas', 'Hm.', ['Tomas']), [])).toEqual([]);
  });

  test('nobody answers when nobody else is there', () => {
    expect(speakersAfter(named('Tomas'), message('Tomas', 'Hm.'), [])).toEqual([]);
    const away: World = { ...world, cast: world.cast.map((m) => ({ ...m, present: m.name !== 'Maren' })) };
    expect(speakersAfter(away, message('Tomas', 'Maren?'), [])).toEqual(['Ansel']);
  });

  test.each(['Mr. (X)', 'A*', '[b]', 'Zoë', 'Ли'])('a name such as %s is text, not a pattern', (name) => {
    expect(indexOfName(`so, ${name}?`, name)).toBe(4);
    expect(indexOfName('so, nobody', name)).toBe(-1);
  });
});

describe('who answers a whisper between others', () => {
  test('KT-15 its recipients', () => {
    const reply = message('Maren', 'Psst.', ['Maren', 'Ansel', 'Odile']);
    expect(speakersAfterWhisper(world, reply, 'Tomas')).toEqual(['Ansel', 'Odile']);
  });

  test('KT-16 nobody when it is public or the played character is in it', () => {
    expect(speakersAfterWhisper(world, message('Maren', 'Hello.'), 'Tomas')).toEqual([]);
    expect(speakersAfterWhisper(world, message('Maren', 'Psst.', ['Maren', 'Tomas']), 'Tomas')).toEqual([]);
  });
});
