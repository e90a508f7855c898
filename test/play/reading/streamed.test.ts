import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultTagStyle } from '../../../src/domain/audience/audience.ts';
import { initialWorld, type World } from '../../../src/domain/world/world.ts';
import { visibleSoFar } from '../../../src/play/reading/reply-so-far.ts';
import { type ReplyContext, readReply } from '../../../src/play/reading/streamed.ts';
import { runs } from '../../cases.ts';

const cast = ['Maren', 'Ansel', 'Odile', 'Old Tom', 'J_R'];
const world: World = {
  ...initialWorld,
  cast: cast.map((name) => ({ id: name, name, card: null, present: true, met: cast })),
};
const context = (over: Partial<ReplyContext> = {}): ReplyContext => ({
  stage: world,
  speaker: 'Maren',
  answered: null,
  style: defaultTagStyle,
  untagged: 'inherit',
  ...over,
});
const whispered = { knownTo: ['Maren', 'Ansel'] } as unknown as ReplyContext['answered'];
const T = defaultTagStyle.tag;

/** What a viewer is shown after each character of a text. */
const shown = (raw: string, viewer: string, over: Partial<ReplyContext> = {}): (string | null)[] =>
  [...raw].map((_, at, all) => visibleSoFar(all.slice(0, at + 1).join(''), context(over), viewer));

describe('a reply while it streams', () => {
  test('KT-06 is shown without its tag to those who are in it', () => {
    const all = shown(`Hush. (ooc: ${T}Ansel__) Now.`, 'Ansel');
    expect(all.at(-1)).toBe('Hush. Now.');
    expect(all.filter((text) => text?.includes('_') || text?.includes('('))).toEqual([]);
  });

  test('KT-10 shows nothing more from the tag on to those who are not in it', () => {
    const raw = `Hush. ${T}Ansel__ The key is under the stone.`;
    const all = shown(raw, 'Odile');
    expect(all.slice(0, 5)).toEqual(['H', 'Hu', 'Hus', 'Hush', 'Hush.']);
    expect(new Set(all.slice(raw.indexOf(T) + T.length - 1))).toEqual(new Set([null]));
  });

  test('KT-10 shows nothing at all of an untagged answer to a whisper', () => {
    expect(new Set(shown('Under the stone.', 'Odile', { answered: whispered }))).toEqual(new Set([null]));
    expect(shown('Aye.', 'Ansel', { answered: whispered }).at(-1)).toBe('Aye.');
    const aloud = shown('(aloud) Aye.', 'Odile', { answered: whispered, untagged: 'public' });
    expect(new Set(aloud)).toEqual(new Set([null]));
  });

  test('KT-09 with the tag switched off all of it is text', () => {
    const style = { ...defaultTagStyle, enabled: false };
    const raw = `Hush. ${T}Ansel__`;
    expect(shown(raw, 'Odile', { style }).at(-1)).toBe(raw);
  });

  test('an opening bracket waits until it is clear that no aside begins', () => {
    expect(shown('So (oc', 'Odile')).toEqual(['S', 'So', 'So', 'So', 'So', 'So (oc']);
  });
});

describe('what was thought before a reply', () => {
  const answers = (raw: string, over: Partial<ReplyContext> = {}) => {
    for (const viewer of ['Odile', 'Maren'])
      for (const part of shown(raw, viewer, over)) expect('Good day.').toContain(part ?? '');
    return readReply(raw, context(over), false);
  };
  const read = { text: 'Good day.', knownTo: [], thought: 'Ansel told me.' };

  test.each([
    'Maren: <think>Ansel told me.</think>Good day.',
    '\nMaren:\n<think>\nAnsel told me.\n</think>\n\nGood day.',
  ])('invariant 2 behind its own name is its own alone: %j', (raw) => {
    expect(answers(raw)).toMatchObject(read);
    expect(answers(raw, { lineHead: 'given' })).toMatchObject(read);
    const begun = raw.slice(0, raw.indexOf('told'));
    expect(readReply(begun, context(), true)).toMatchObject({ text: '', thought: 'Ansel' });
  });

  test.each([
    ['Ansel told me.</think>Good day.', undefined],
    ['Ansel told me.\n</think>\nMaren: Good day.', undefined],
    ['Ansel told me.</think>Good day.', 'given' as const],
    ['Ansel told me.</think>: Good day.', 'brought' as const],
    [' Ansel told me. </think>Maren (aloud): Good day.', 'brought' as const],
  ])('invariant 2 in a thought that the prompt has opened is its own alone: %j', (raw, lineHead) => {
    const over = { lineHead, isThoughtOpen: true };
    expect(answers(raw, over)).toMatchObject(read);
    const begun = raw.slice(0, raw.indexOf('told'));
    expect(readReply(begun, context(over), true)).toMatchObject({ text: '', thought: 'Ansel' });
    expect(answers(`${T}Odile__ ${raw}`, over)).toMatchObject({ text: 'Good day.', knownTo: [] });
  });
});

describe('for all texts and all chunkings', () => {
  const piece = fc.oneof(
    fc.constantFrom('Hush.', ' ', '\n', '(ooc: ', ')', ',', '__', '_', 'secret', '(', 'o', '*'),
    fc.constantFrom(...cast),
    fc.constant(T),
    fc.constantFrom(`${T}Ansel__`, `(ooc: ${T}Old Tom,J_R__)`, `${T}Nobody__`, T.slice(0, 9)),
  );
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
  const viewer = fc.constantFrom(...cast);
  const answered = fc.constantFrom(null, whispered);

  test('KT-06 KT-10 what is shown holds no tag and no begun tag, and is what the whole text would show', () => {
    fc.assert(
      fc.property(text, viewer, answered, (raw, who, to) => {
        const all = shown(raw, who, { answered: to });
        for (const part of all) {
          if (part === null) continue;
          expect(part).not.toContain(T);
          expect(part.endsWith(T.slice(0, 3))).toBe(false);
        }
        const whole = readReply(raw, context({ answered: to }), false);
        const mayKnow = whole.knownTo.length === 0 || whole.knownTo.includes(who);
        const last = all.at(-1);
        if (!mayKnow && raw.includes(T)) expect(last ?? null).toBeNull();
        if (mayKnow && last) expect(whole.text.startsWith(last) || raw.includes(T)).toBe(true);
      }),
      runs(500),
    );
  });

  test('KT-10 once a text is private to others, nothing that follows is shown', () => {
    fc.assert(
      fc.property(text, (after) => {
        const tail = after.replaceAll(T, '');
        const begun = `Hush. ${T}Ansel__ `;
        for (const part of shown(begun + tail, 'Odile').slice(begun.length)) expect(part).toBeNull();
      }),
      runs(500),
    );
  });
});
