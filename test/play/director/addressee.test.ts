import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { namedIn } from '../../../src/play/director/addressee.ts';
import { runs } from '../../cases.ts';

const people = (...names: string[]) => names.map((name) => ({ id: name, name }));
const quay = people('Maren', 'Ansel', 'Odile', 'Jean-Luc', 'Bob');
const ordinary = people('Will', 'Hope', 'Mark', 'Rose', 'Guard', 'Bob');
const long = people('Lady Ada Byron', 'Mr. Charles Byron', 'The Captain', 'Dr. Iris Vale', 'Ada Lovelace');
const wide = people('Zoë', 'Лиза', '田中', 'ليلى', 'Ömer', 'José María', '🦊', 'Ma\u200fren');

describe('RP-046 who is named', () => {
  test.each([
    ['nobody', 'What now?', []],
    ['a call in front', 'Ansel, what now?', ['Ansel']],
    ['a call behind', 'What now, Ansel?', ['Ansel']],
    ['a call behind, before more', 'Come here, Ansel. The rope is wet.', ['Ansel']],
    ['a name alone', 'Ansel', ['Ansel']],
    ['a name and a question mark', 'Ansel?', ['Ansel']],
    ['small letters', 'ansel, what now?', ['Ansel']],
    ['capitals', 'well, ANSEL?', ['Ansel']],
    ['an at sign', '@ansel what now', ['Ansel']],
    ['in passing', 'I give Ansel the letter.', ['Ansel']],
    ['narration', '*looks at Odile* "And you?"', ['Odile']],
    ['asterisks around it', '*Odile*, wait', ['Odile']],
    ['several in the order of naming', 'Odile or Ansel? Odile!', ['Odile', 'Ansel']],
    ['three with commas', 'Bob, Maren, Odile: listen.', ['Bob', 'Maren', 'Odile']],
    ['speech in double quotes', '"Ansel?" I ask.', ['Ansel']],
    ['speech in curly quotes', '“Come, Bob,” I say.', ['Bob']],
    ['speech in guillemets', '«Bob, viens.»', ['Bob']],
    ['on the second line', 'It rains.\nBob, the rope!', ['Bob']],
    ['a part of a word is nobody', 'The Anselmo sails; bobbing, bobsled.', []],
    ['a part of a word with digits is nobody', 'Bob2 and _Bob', []],
    ['a part of a hyphened word is nobody', 'The Bob-sled is fast.', []],
    ['a hyphened name', 'Jean-Luc, engage.', ['Jean-Luc']],
    ['half of a hyphened name is nobody', 'Jean, engage. Luc, too.', []],
    ['an honorific', 'Bob-san, please.', ['Bob']],
    ['a dash', 'Bob—the rope!', ['Bob']],
    ['two hyphens', 'Bob -- the rope!', ['Bob']],
    ['an emoji behind', 'Bob😀 come', ['Bob']],
    ['an emoji in front', '👋Bob', ['Bob']],
    ['British speech in single quotes', "'Bob, come here,' she says.", ['Bob']],
    ['an apostrophe does not quote', "I can't see you, Bob, don't hide.", ['Bob']],
    ['called beside somebody spoken about', 'Ansel, where is Bob?', ['Ansel']],
    ['called though reported', "Ansel, he said 'Bob is dead'", ['Ansel']],
  ])('%s', (_, text, certain) => {
    expect(namedIn(text, quay).certain).toEqual(certain);
  });

  test.each([
    ['Where is Ansel?', ['Ansel']],
    ['Tell me about Odile.', ['Odile']],
    ["Ansel's letters", ['Ansel']],
    ['Ansel’s letters', ['Ansel']],
    ['Bob is dead.', ['Bob']],
    ['A friend of Maren and a rope', ['Maren']],
  ])('RP-047 only spoken about, so taken for named where nobody can be asked: %s', (text, likely) => {
    expect(namedIn(text, quay)).toEqual({ certain: [], doubtful: likely, likely });
  });

  test.each([
    ["He said 'Bob is dead'.", ['Bob']],
    ['"He told me \'Bob, run\' and fled."', ['Bob']],
    ['“He said “Bob, run” and fled.”', ['Bob']],
    ['He wrote ‘Dear Odile’ on it.', ['Odile']],
    ['bob is dead, they say', ['Bob']],
  ])('RP-047 in the words of somebody else, or doubtful altogether: %s', (text, doubtful) => {
    expect(namedIn(text, quay)).toEqual({ certain: [], doubtful, likely: [] });
  });

  test.each([
    ['I hope you will mark the rose and guard it.', [], []],
    ['Will you come?', [], ['Will']],
    ['Hope is all we have.', [], ['Hope']],
    ['"Rose early, did you?"', [], ['Rose']],
    ['Will, come here.', ['Will'], []],
    ['Come here, Will.', ['Will'], []],
    ['"Will"?', ['Will'], []],
    ['"Will?"', ['Will'], []],
    ['I ask Will to come.', ['Will'], []],
    ['HOPE! WILL!', ['Hope', 'Will'], []],
    ['@will come', ['Will'], []],
    ['the guard sleeps', [], []],
    ['Guard! Open!', ['Guard'], []],
    ['I nod to Rose and Mark.', ['Rose', 'Mark'], []],
  ])('RP-047 names that are words: %s', (text, certain, doubtful) => {
    expect(namedIn(text, ordinary)).toMatchObject({ certain, doubtful });
  });

  test.each([
    ['Lady Ada Byron, welcome.', ['Lady Ada Byron']],
    ['Charles, welcome.', ['Mr. Charles Byron']],
    ['Byron, welcome.', []],
    ['Ada, welcome.', []],
    ['Lovelace, welcome.', ['Ada Lovelace']],
    ['Ada Lovelace, Charles: welcome.', ['Ada Lovelace', 'Mr. Charles Byron']],
    ['My lady, the weather, sir, doctor!', []],
    ['Vale, goodbye.', ['Dr. Iris Vale']],
    ['dr. iris vale, goodbye', ['Dr. Iris Vale']],
    ['I look for the captain of the ship.', []],
    ['The Captain! Here!', ['The Captain']],
    ['ada  lovelace?', ['Ada Lovelace']],
  ])('one word of a name is enough where nobody shares it: %s', (text, certain) => {
    expect(namedIn(text, long).certain).toEqual(certain);
  });

  test.each([
    ['Zoe\u0308, komm!', ['Zoë']],
    ['zoë?', ['Zoë']],
    ['Zoe?', []],
    ['Лиза, где ключ?', ['Лиза']],
    ['ЛИЗА!', ['Лиза']],
    ['Лизавета!', []],
    ['田中さん、鍵は?', ['田中']],
    ['أين المفتاح يا ليلى؟', ['ليلى']],
    ['\u200fليلى\u200f، تعالي', ['ليلى']],
    ['ömer, gel', ['Ömer']],
    ['José María, ven', ['José María']],
    ['maría, ven', ['José María']],
    ['🦊?', ['🦊']],
    ['Maren, come', ['Ma\u200fren']],
  ])('in any script: %s', (text, certain) => {
    expect(namedIn(text, wide).certain).toEqual(certain);
  });

  test.each(['Mr. (X)', 'A*', '[b]', 'x|y', '^$', 'a.b'])(
    'a name such as %s is text, not a pattern',
    (name) => {
      expect(namedIn(`so, ${name}?`, people(name)).certain).toEqual([name]);
      expect(namedIn('so, nobody', people(name)).certain).toEqual([]);
    },
  );

  test('no text takes long', () => {
    const hostile = [
      `${"'a".repeat(5000)}`,
      `${'"“'.repeat(5000)}`,
      `${'Bob '.repeat(5000)}`,
      '*'.repeat(9999),
    ];
    for (const text of hostile) expect(namedIn(text, quay).doubtful.length).toBeLessThan(2);
  });

  test('for all texts: nobody twice, nobody both certain and doubtful, the likely are doubtful', () => {
    const word = fc.constantFrom(
      'Bob',
      'Ansel',
      'ansel',
      'Will',
      'hope',
      "'",
      '"',
      '“',
      '”',
      ',',
      '?',
      'is',
      '\n',
      'the',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(word).map((words) => words.join(' ')),
        ),
        (text) => {
          const { certain, doubtful, likely } = namedIn(text, [...quay, ...people('Will', 'Hope')]);
          const all = [...certain, ...doubtful];
          expect(new Set(all).size).toBe(all.length);
          expect(likely.every((id) => doubtful.includes(id))).toBe(true);
        },
      ),
      runs(500),
    );
  });
});

describe('names that a regular expression could not hold', () => {
  const endless = `Naomi ${'of the far and distant shores '.repeat(500)}Ek`;

  test('a name of 16,000 letters is found by all of it, in any case and however its words are parted, and by a word of it', () => {
    const cast = people(endless, 'Bob');
    const found = (text: string) => namedIn(text, cast).certain.map((name) => name.slice(0, 5));
    expect(found(`Well, ${endless.toUpperCase().replaceAll(' ', '  ')}?`)).toEqual(['Naomi']);
    expect(found(`${endless}a, Bob?`)).toEqual(['Naomi', 'Bob']);
    expect(found('Naomi, what now?')).toEqual(['Naomi']);
    const oneWord = people(`N${'a'.repeat(15_999)}`, 'Bob');
    expect(namedIn(`${oneWord[0]?.name}, come.`, oneWord).certain).toEqual([oneWord[0]?.id]);
    expect(namedIn(`${oneWord[0]?.name}a, come.`, oneWord).certain).toEqual([]);
    expect(namedIn('Naaaa, Bob?', oneWord).certain).toEqual(['Bob']);
  });

  test('500 of them, signs that mean something in one, and half a character: each by its own name', () => {
    const many = people(...Array.from({ length: 500 }, (_, at) => `${endless}${at}`));
    expect(namedIn(`${endless}7, come.`, many).certain).toEqual([`${endless}7`]);
    const odd = people('B.*(+[', '\ud800x', '[', '$', '\\', '(?<n>', `(${'['.repeat(16_000)}`);
    for (const { name } of odd) expect(namedIn(`Well, ${name}?`, odd).certain).toContain(name);
  });
});
