import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultTagStyle } from '../../src/domain/audience/audience.ts';
import type { Message } from '../../src/domain/message.ts';
import { initialWorld, type World } from '../../src/domain/world/world.ts';
import { visibleSoFar } from '../../src/play/reading/reply-so-far.ts';
import { type ReplyContext, readReply } from '../../src/play/reading/streamed.ts';
import { patience, runs } from '../cases.ts';

const cast = [
  'Maren',
  'Ansel',
  'Odile',
  'Old Tom',
  'J',
  'J_R',
  'J__R',
  'Vane, Lord',
  'A) B',
  '__known_to_chars__X',
  '\u200fדוד',
];
const away = 'Away';
const world: World = {
  ...initialWorld,
  cast: [...cast, away, 'Stranger'].map((name) => ({
    ...{ id: name, name, card: null, present: name !== away },
    met: [...cast, away],
  })),
};
const whispered = { knownTo: ['Maren', 'Ansel'] } as unknown as Message;
const context = (over: Partial<ReplyContext> = {}): ReplyContext => ({
  ...{ stage: world, speaker: 'Maren', answered: null, style: defaultTagStyle, untagged: 'inherit' },
  ...over,
});
const brought: Partial<ReplyContext> = { style: { ...defaultTagStyle, heads: true }, lineHead: 'brought' };
const T = defaultTagStyle.tag;

/** What a viewer is shown after each character of a text. */
const shown = (raw: string, viewer: string, how: ReplyContext): (string | null)[] =>
  Array.from({ length: raw.length + 1 }, (_, length) => visibleSoFar(raw.slice(0, length), how, viewer));

const audience = (raw: string, over: Partial<ReplyContext> = {}, cut = false) =>
  readReply(raw, context(over), cut);

describe('KT-04 a reply that brings its head', () => {
  test.each<[string, Partial<ReplyContext>, string, readonly string[], boolean]>([
    [': Hello.', {}, 'Hello.', [], false],
    [' (to Ansel): Hush.', {}, 'Hush.', ['Maren', 'Ansel'], true],
    [' (to Vane, Lord, A) B): Hush.', {}, 'Hush.', ['Maren', 'Vane, Lord', 'A) B'], true],
    [': Hush.', { answered: whispered }, 'Hush.', ['Maren', 'Ansel'], false],
    [': Hush.', { answered: whispered, untagged: 'public' }, 'Hush.', [], false],
    [' (aloud): Hush.', { answered: whispered }, 'Hush.', [], false],
    [' (to Odile): Hush.', { answered: whispered }, 'Hush.', ['Maren', 'Odile'], true],
    [' (to Everyone): Hush.', {}, 'Hush.', ['Maren'], false],
    [' (to Away): Hush.', {}, 'Hush.', ['Maren'], false],
    [' (to Stranger): Hush.', {}, 'Hush.', ['Maren'], false],
    [' (to Stranger): Hush.', { answered: whispered }, 'Hush.', ['Maren', 'Ansel'], false],
    [' (to Maren): Hush.', {}, 'Hush.', ['Maren'], true],
    [`: Hello. ${T}Ansel__`, {}, 'Hello.', [], false],
    [` (to Ansel): Hush. ${T}Odile__`, {}, 'Hush.', ['Maren', 'Ansel'], true],
    ['Hello.', {}, 'Hello.', [], false],
    [`Hello. ${T}Ansel__`, {}, 'Hello.', ['Maren', 'Ansel'], true],
    ['Maren: Hello.', {}, 'Hello.', [], false],
    [
      ' (to Ansel): Hush.\nMaren (to Odile): No.',
      {},
      'Hush.\nMaren (to Odile): No.',
      ['Maren', 'Ansel'],
      true,
    ],
  ])('%j', (raw, over, ...[text, knownTo, isExplicit]) => {
    expect(audience(raw, { ...brought, ...over })).toEqual({ text, knownTo, isExplicit, thought: '' });
  });

  test('keeps to itself what was thought behind the head', () => {
    const raw = ': <think>Ansel told me of the key.</think>Good day.';
    const read = { text: 'Good day.', knownTo: [], thought: 'Ansel told me of the key.' };
    expect(audience(raw, brought)).toMatchObject(read);
    expect(audience(` Maren${raw}`, brought)).toMatchObject(read);
    for (const part of shown(raw, 'Odile', context(brought))) expect('Good day.').toContain(part ?? '');
    expect(audience(': <think>Ansel', brought, true)).toMatchObject({ text: '', thought: 'Ansel' });
  });

  test('cut in its head is for those named, else for the speaker alone, and has no text', () => {
    expect(audience(' (to Ansel, Odi', brought, true)).toMatchObject({
      text: '',
      knownTo: ['Maren', 'Ansel'],
    });
    expect(audience(' (to An', brought, true)).toMatchObject({ text: '', knownTo: ['Maren'] });
    expect(audience('Mar', brought, true)).toMatchObject({ text: 'Mar', knownTo: ['Maren'] });
  });

  test('shows nothing until the head is read, then all that follows to those who may read it', () => {
    const raw = ' (to Ansel): Under the stone.';
    const head = raw.indexOf(':');
    expect(new Set(shown(raw, 'Ansel', context(brought)).slice(0, head + 1))).toEqual(new Set([null]));
    expect(shown(raw, 'Ansel', context(brought)).at(-1)).toBe('Under the stone.');
    expect(new Set(shown(raw, 'Odile', context(brought)))).toEqual(new Set([null]));
    expect(shown(': Aye.', 'Odile', context(brought)).slice(2)).toEqual(['', 'A', 'Ay', 'Aye', 'Aye.']);
  });

  test('without a head is shown to others when it is whole, and to its speaker at once', () => {
    expect(new Set(shown('Aye, aye.', 'Odile', context(brought)))).toEqual(new Set([null]));
    expect(shown('Aye, aye.', 'Maren', context(brought)).at(-1)).toBe('Aye, aye.');
  });
});

describe('(aloud)', () => {
  test.each(['(aloud) Aye.', ' (Aloud): Aye.', 'Maren: (aloud) Aye.'])(
    'KT-10 makes an answer to a whisper public where it begins: %j',
    (raw) => {
      for (const cut of [false, true])
        expect(audience(raw, { answered: whispered }, cut)).toMatchObject({ text: 'Aye.', knownTo: [] });
    },
  );

  test.each(['Aye. (aloud)', 'He read it (aloud)', 'Aye (aloud) aye.', 'Aye.\n(aloud)'])(
    'KT-10 says nothing anywhere else: %j',
    (raw) => {
      for (const cut of [false, true])
        expect(audience(raw, { answered: whispered }, cut)).toMatchObject({
          ...{ text: raw, knownTo: ['Maren', 'Ansel'] },
        });
      expect(new Set(shown(raw, 'Odile', context({ answered: whispered })))).toEqual(new Set([null]));
    },
  );

  test('does not undo a tag', () => {
    expect(audience(`(aloud) Aye. ${T}Ansel__`)).toMatchObject({ text: 'Aye.', knownTo: ['Maren', 'Ansel'] });
  });
});

test('KT-10 what is gone on with stays with those who perceive it, whatever its next part names', () => {
  const how = context({ answered: whispered, within: whispered.knownTo });
  expect(new Set(shown(`${T}Odile__ More.`, 'Odile', how))).toEqual(new Set([null]));
});

test('KT-10 a closed tag is never read without its end, which may look like the beginning of another', () => {
  const raw = `${T}J_R(aloud)__`;
  expect(audience(raw)).toMatchObject({ knownTo: ['Maren'] });
  expect(new Set(shown(raw, 'J_R', context()).slice(T.length))).toEqual(new Set([null]));
});

test.each(['J__R ,Ansel__', 'J__R,Old Tom__', 'Ansel, J__R __'])(
  'KT-10 a name with an end mark is not read as a shorter one while it grows: %j',
  (list) => {
    for (const part of shown(`${T}${list}`, 'J', context()).slice(T.length)) expect(part).toBeNull();
  },
);

test('KT-09 a tag that ends in a blank is not shown while nothing but blanks follow it', () => {
  const style = { ...defaultTagStyle, tag: '@to ' };
  expect(shown('Hush. @to \n', 'Odile', context({ style })).slice(-2)).toEqual([null, null]);
});

test('KT-10 somebody who is away is shown nothing', () => {
  expect(new Set(shown('Hello.', away, context()))).toEqual(new Set([null]));
});

describe('KT-10 for all texts with tags and heads anywhere, cut at every chunk border', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'Hush.',
      ' ',
      '\n',
      '(ooc: ',
      ')',
      ',',
      '__',
      'secret',
      '(',
      ':',
      '(aloud)',
      '(to ',
      '):',
    ),
    fc.constantFrom(...cast, away, 'Stranger', 'Everyone'),
    fc.constantFrom(
      ' (to Ansel): ',
      ': ',
      ' (to Odile, Old Tom): ',
      'Maren (to Ansel): ',
      ' (to Everyone): ',
    ),
    fc.constantFrom(
      T,
      `${T}Ansel__`,
      `(ooc: ${T}Old Tom,J_R__)`,
      `${T}Nobody__`,
      T.slice(0, 9),
      '<think>',
      '</think>',
    ),
  );
  const text = fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join(''));
  const viewer = fc.constantFrom(...cast, away);
  const how = fc.record({
    answered: fc.constantFrom(null, whispered),
    untagged: fc.constantFrom('inherit' as const, 'public' as const),
  });

  /** Whether a viewer is in the final audience, whether the reply arrives whole or is cut at its end. */
  const perceives = (raw: string, over: ReplyContext, who: string): boolean =>
    [false, true].some((cut) => {
      const { knownTo } = readReply(raw, over, cut);
      return (knownTo.length === 0 && who !== away) || knownTo.includes(who);
    });

  test.each<[string, Partial<ReplyContext>]>([
    ['with reveal strict', { reveal: 'strict' }],
    ['with heads', brought],
    ['with heads and reveal strict', { ...brought, reveal: 'strict' }],
  ])(
    '%s nobody outside the audience ever sees a byte',
    (_, style) => {
      fc.assert(
        fc.property(text, viewer, how, (raw, who, over) => {
          const about = context({ ...style, ...over });
          if (who === 'Maren' || perceives(raw, about, who)) return;
          for (const part of shown(raw, who, about)) expect(part ?? '').toBe('');
        }),
        runs(400),
      );
    },
    patience,
  );

  test(
    'with tags nobody outside the audience sees anything from the tag on',
    () => {
      fc.assert(
        fc.property(text, viewer, how, (raw, who, over) => {
          const about = context(over);
          if (who === 'Maren' || raw.includes('think>') || perceives(raw, about, who)) return;
          const from = raw.indexOf(T);
          const after = from < 0 ? [] : shown(raw, who, about).slice(from + T.length);
          for (const part of after) expect(part).toBeNull();
        }),
        runs(400),
      );
    },
    patience,
  );

  test.each<[string, Partial<ReplyContext>]>([
    ['tags', {}],
    ['heads', brought],
  ])(
    'with %s what is seen only grows, or is withdrawn, and is how the whole begins',
    (_, style) => {
      fc.assert(
        fc.property(text, viewer, how, (raw, who, over) => {
          if (raw.includes('think>')) return;
          const about = context({ ...style, ...over });
          const parts = shown(raw, who, about);
          const whole = readReply(raw, about, false);
          let before = '';
          for (const part of parts) {
            if (part !== null && !raw.includes(T)) expect(part.startsWith(before)).toBe(true);
            before = part ?? '';
          }
          if (before !== '' && !raw.includes(T)) expect(whole.text.startsWith(before)).toBe(true);
        }),
        runs(400),
      );
    },
    patience,
  );
});
