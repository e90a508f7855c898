import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  canonicalAudience,
  cutTagLength,
  defaultTagStyle,
  modelAudience,
  readTags,
  resolveNames,
} from '../../src/domain/audience/audience.ts';
import { decide } from '../../src/domain/decide/decide.ts';
import { evolve } from '../../src/domain/world/evolve.ts';
import { foldName, initialWorld, type World } from '../../src/domain/world/world.ts';
import { drawn, runs } from '../cases.ts';
import { event } from './facts.ts';

const cast = ['Maren', 'Ansel', 'Odile', 'Old Tom', 'Old Tom Senior', 'Zoë', 'J_R', 'A__B'];
const world: World = {
  ...initialWorld,
  cast: cast.map((name, at) => ({
    id: `c${at}`,
    name,
    card: null,
    present: true,
    met: cast.map((_, other) => `c${other}`),
  })),
};
const read = (text: string, cut = false) => readTags(text, defaultTagStyle, cast, { cut });
const T = defaultTagStyle.tag;

describe('what a tag says', () => {
  test.each([
    ['KT-02 at the end', `Hush. ${T}Maren__`, 'Hush.', ['Maren']],
    ['KT-02 at the beginning', `${T}Maren__ Hush.`, 'Hush.', ['Maren']],
    ['KT-02 in the middle', `Come ${T}Maren__ here.`, 'Come here.', ['Maren']],
    ['KT-02 several names', `Hush. ${T}Maren,Ansel__`, 'Hush.', ['Maren', 'Ansel']],
    ['KT-03 several tags', `One ${T}Maren__ two ${T}Odile__ three`, 'One two three', ['Maren', 'Odile']],
    ['KT-05 spaces around names', `Hush. ${T} Maren ,  Ansel __`, 'Hush.', ['Maren', 'Ansel']],
    ['KT-05 empty places in the list', `Hush. ${T},Maren,,__`, 'Hush.', ['Maren']],
    ['KT-02 a name with spaces', `Hush. ${T}Old Tom__`, 'Hush.', ['Old Tom']],
    ['KT-02 a name with an underscore', `Hush. ${T}J_R,Maren__`, 'Hush.', ['J_R', 'Maren']],
    ['KT-02 a name that holds the end mark', `Hush. ${T}A__B__ Yes.`, 'Hush. Yes.', ['A__B']],
    ['KT-02 names in braces', `Hush. ${T}{Maren, Ansel}__`, 'Hush.', ['Maren', 'Ansel']],
    ['KT-06 in an aside', `Hush. (ooc: ${T}Maren__)`, 'Hush.', ['Maren']],
    ['KT-06 in an aside, in capitals', `Hush. (OOC:${T}Maren__ )`, 'Hush.', ['Maren']],
    ['KT-06 two tags in one aside', `Hush. (ooc: ${T}Maren__ ${T}Odile__)`, 'Hush.', ['Maren', 'Odile']],
    ['KT-06 an aside that says more stays', `Hush. (ooc: psst ${T}Maren__)`, 'Hush. (ooc: psst )', ['Maren']],
    ['KT-02 on a line of its own', `Hush.\n${T}Maren__\nBye.`, 'Hush.\n\nBye.', ['Maren']],
    ['KT-05 a stranger', `Hush. ${T}Nobody__`, 'Hush.', ['Nobody']],
    ['KT-02 no name', `Hush. ${T}__`, 'Hush.', []],
  ])('%s', (_, source, text, names) => {
    expect(read(source)).toEqual({ text, tagged: true, names, unclosed: false });
  });

  test.each([
    ['text without a tag', 'Hush. __Maren__'],
    ['KT-05 the tag is case-sensitive', 'Hush. __KNOWN_TO_CHARS__Maren__'],
    ['an aside without a tag', 'Hush. (ooc: brb)'],
  ])('%s is left as it is', (_, text) => {
    expect(read(text)).toEqual({ text, tagged: false, names: [], unclosed: false });
  });

  test('KT-09 a tag that is switched off is plain text', () => {
    const source = `Hush. ${T}Maren__`;
    expect(readTags(source, { ...defaultTagStyle, enabled: false }, cast)).toMatchObject({
      text: source,
      tagged: false,
    });
  });

  test('KT-09 another tag and another end mark', () => {
    const style = { enabled: true, tag: '[[to:', end: ']]' };
    expect(readTags('Hush. [[to:Maren]]', style, cast)).toMatchObject({ text: 'Hush.', names: ['Maren'] });
    expect(readTags(`Hush. ${T}Maren__`, style, cast)).toMatchObject({ tagged: false });
  });
});

describe('names that hold what tags are made of', () => {
  const odd = fc.array(
    fc.constantFrom('a', 'B', ' ', ',', '_', '__', '{', '}', T, '\u200f', 'é', '(ooc: ', ':'),
    {
      minLength: 1,
      maxLength: 6,
    },
  );
  const oddName = odd.map((parts) => parts.join('').trim()).filter((one) => one !== '');

  test('KT-02 KT-05 for all names, what is written as prompts write it reads back', () => {
    let taken = 0;
    fc.assert(
      fc.property(fc.uniqueArray(oddName, { minLength: 1, maxLength: 4, selector: foldName }), (wanted) => {
        const cast = wanted.reduce((at, one) => {
          const newcomer = { id: one, name: one, card: null };
          const decision = decide(
            at,
            { type: 'enlist', newcomer, knowsPast: false, most: 9 },
            defaultTagStyle,
          );
          return 'events' in decision ? decision.events.map(event).reduce(evolve, at) : at;
        }, initialWorld).cast;
        const called = cast.map((member) => member.name);
        const [, ...named] = called;
        if (named.length === 0) return;
        taken += 1;
        const line = `Hush. (ooc: ${T}${named.join(',')}__)`;
        const { names, ...rest } = readTags(line, defaultTagStyle, called);
        expect(new Set(names)).toEqual(new Set(named));
        expect(rest).toEqual({ text: 'Hush.', tagged: true, unclosed: false });
      }),
      runs(2000),
    );
    expect(taken).toBeGreaterThan(drawn(500));
  });
});

describe('a tag that is not closed', () => {
  test.each([
    [
      'the known names it begins with',
      `Hush. ${T}Maren, ansel, and go`,
      ['Maren', 'ansel'],
      'Hush. , and go',
    ],
    ['the longest of two names', `Hush. ${T}Old Tom Senior waits`, ['Old Tom Senior'], 'Hush. waits'],
    ['no part of a longer word', `Hush. ${T}Marenka`, [], 'Hush. Marenka'],
    ['no name of the next line', `Hush. ${T}\nMaren waits`, [], 'Hush.\nMaren waits'],
    ['nothing', `Hush. ${T}`, [], 'Hush.'],
  ])('means %s', (_, source, names, text) => {
    expect(read(source)).toEqual({ text, tagged: true, names, unclosed: true });
  });

  test('a cast with an empty name is read to the end', () => {
    expect(readTags(`Hush. ${T}Maren`, defaultTagStyle, ['', ' ', 'Maren']).names).toEqual(['Maren']);
  });

  test('a letter that grows in lower case takes no other letter with it', () => {
    expect(readTags(`${T}İpek waits`, defaultTagStyle, ['İpek']).text).toBe('waits');
  });
});

describe('a text that was cut short', () => {
  test('KT-10 ends with the beginning of a tag: it is taken as a tag without names', () => {
    for (let length = 3; length < T.length; length += 1) {
      expect(read(`Hush. ${T.slice(0, length)}`, true)).toEqual({
        text: 'Hush.',
        tagged: true,
        names: [],
        unclosed: true,
      });
    }
  });

  test('KT-10 in the list of names keeps the whole names', () => {
    expect(read(`Hush. ${T}Maren, Ans`, true)).toMatchObject({ names: ['Maren'], unclosed: true });
  });

  test('KT-10 in a name that may be the beginning of another leaves it out, unless it is whole', () => {
    expect(read(`Hush. ${T}Maren, Old Tom`, true)).toMatchObject({ text: 'Hush.', names: ['Maren'] });
    expect(read(`Hush. ${T}Old Tom `, true)).toMatchObject({ names: [] });
    expect(read(`Hush. ${T}Old Tom_`, true)).toMatchObject({ names: ['Old Tom'] });
    expect(read(`Hush. ${T}Old Tom\nNow.`, true)).toMatchObject({ names: ['Old Tom'] });
    expect(read(`Hush. ${T}Old Tom`)).toMatchObject({ names: ['Old Tom'] });
    const among = (text: string) => readTags(text, defaultTagStyle, ['A', 'A__B'], { cut: true }).names;
    expect([`Hush. ${T}A__`, `Hush. ${T}A__B`, `Hush. ${T}A__B_`].map(among)).toEqual([[], [], []]);
    expect([`Hush. ${T}A__ So`, `Hush. ${T}A__B__`].map(among)).toEqual([['A'], ['A__B']]);
  });

  test('the length of a cut tag is that of its longest beginning', () => {
    expect(cutTagLength('Hush. __kno', T)).toBe(5);
    expect(cutTagLength('Hush.', T)).toBe(0);
    expect(cutTagLength('Hush. __', T)).toBe(0);
  });
});

describe('for all texts', () => {
  const piece = fc.oneof(
    fc.constantFrom('Hush.', ' ', '\n', '(ooc: ', ')', '{', '}', ',', '__', '_', 'and', '\u0000'),
    fc.constantFrom(...cast),
    fc.constant(T),
    fc.string({ maxLength: 6 }),
  );
  const text = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''));

  test('KT-06 no tag is left in what was read, and reading again changes nothing', () => {
    fc.assert(
      fc.property(text, (source) => {
        const once = read(source).text;
        expect(once).not.toContain(T);
        expect(once).not.toContain('\u0000');
        expect(read(once)).toEqual({ text: once, tagged: false, names: [], unclosed: false });
      }),
      runs(1000),
    );
  });

  test('KT-04 a tagged reply is known to its speaker, and to nobody who is neither named nor answered', () => {
    const answered = fc.option(fc.subarray(world.cast.map(({ id }) => id)));
    fc.assert(
      fc.property(text, answered, (source, ids) => {
        const said = read(source);
        const how = { speaker: 'c0', answered: ids && { knownTo: ids }, untagged: 'inherit' as const };
        const audience = modelAudience(world, said, how);
        const named = resolveNames(world.cast, said.names).ids;
        const isPublic = audience.length === 0;
        if (said.tagged && !isPublic) expect(audience).toContain('c0');
        const mayKnow = new Set([...named, ...(named.length === 0 ? (ids ?? []) : []), 'c0']);
        if (!isPublic && said.tagged) for (const id of audience) expect(mayKnow).toContain(id);
        if (isPublic && said.tagged) expect(mayKnow.size).toBe(world.cast.length);
      }),
      runs(1000),
    );
  });
});

describe('the audience', () => {
  const audience = (said: string, answered: string[] | null, untagged: 'inherit' | 'public' = 'inherit') =>
    modelAudience(world, read(said), {
      speaker: 'c0',
      answered: answered && { knownTo: answered },
      untagged,
    });

  test('KT-16 that covers everyone present is public', () => {
    const present = world.cast.map(({ id }) => id);
    expect(canonicalAudience(world, present)).toEqual([]);
    const away: World = { ...world, cast: world.cast.map((m, at) => ({ ...m, present: at < 2 })) };
    expect(canonicalAudience(away, ['c1', 'c0'])).toEqual([]);
    expect(canonicalAudience(away, ['c1', 'c5'])).toEqual(['c1', 'c5']);
  });

  test('stands in the order of the cast, each once', () => {
    expect(canonicalAudience(world, ['c2', 'c0', 'c2'])).toEqual(['c0', 'c2']);
  });

  test('KT-05 names are matched in any case, with spaces around and in either form of a letter', () => {
    expect(resolveNames(world.cast, [' MAREN ', 'zoe\u0308', 'Nobody'])).toEqual({
      ids: ['c0', 'c5'],
      unknown: ['Nobody'],
    });
  });

  test.each([
    ['KT-10 a reply with a tag: its names and the speaker', `Yes. ${T}Ansel__`, null, ['c0', 'c1']],
    ['KT-01 a reply to a public message without a tag: public', 'Yes.', [], []],
    ['KT-10 an untagged reply to a whisper keeps to the whisper', 'Yes.', ['c0', 'c2'], ['c0', 'c2']],
    ['KT-05 a stranger beside a known name widens nothing', `Yes. ${T}Ansel,Eve__`, null, ['c0', 'c1']],
    ['KT-05 only strangers: the audience answered', `Yes. ${T}Eve__`, ['c2', 'c3'], ['c0', 'c2', 'c3']],
    ['KT-05 only strangers, nothing private answered: the speaker alone', `Yes. ${T}Eve__`, [], ['c0']],
    ['KT-05 a cut tag: the speaker alone', `Yes. ${T}`, null, ['c0']],
  ])('%s', (_, said, answered, expected) => {
    expect(audience(said, answered)).toEqual(expected);
  });

  test('an untagged reply to a whisper is public where the setting says so', () => {
    expect(audience('Yes.', ['c0', 'c2'], 'public')).toEqual([]);
  });
});
