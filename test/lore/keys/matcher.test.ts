import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, isBorder } from '../../../src/lore/keys/fold.ts';
import type { KeyForm } from '../../../src/lore/keys/keys.ts';
import { matcherOf } from '../../../src/lore/keys/matcher.ts';
import { runs } from '../../cases.ts';

type Plain = Extract<KeyForm, { type: 'plain' }>;
const plain = (text: string, more: Partial<Plain> = {}): Plain => ({
  type: 'plain',
  text,
  exact: false,
  whole: false,
  ...more,
});
const folded = (text: string): string => String.fromCharCode(...fold(text));

/** Key by key, place by place. */
const naive = ({ text: key, exact, whole }: Plain, text: string): boolean => {
  for (let at = 0; at + key.length <= text.length; at++) {
    const here = text.slice(at, at + key.length);
    const same = exact ? here === key : folded(text).slice(at, at + key.length) === folded(key);
    if (same && (!whole || (isBorder(text, at) && isBorder(text, at + key.length)))) return true;
  }
  return false;
};

const holds = (form: KeyForm, text: string): boolean => {
  const matcher = matcherOf([form]);
  return matcher.holds(matcher.hits(text, 'message'), matcher.numberOf(form));
};

const odd = fc.constantFrom(...'aAbBéÉßẞςσΣſSsıİiIKkÅå ._-1Дд蜂ミ벌ก', '𐐀', '𐐨', '\ud801', '\udc28');
const text = fc.oneof(
  fc.string(),
  fc.array(odd, { maxLength: 24 }).map((all) => all.join('')),
);
const key = fc.record({
  type: fc.constant('plain' as const),
  text: fc.oneof(
    fc.array(odd, { minLength: 1, maxLength: 4 }).map((all) => all.join('')),
    fc.string({ minLength: 1 }),
  ),
  exact: fc.boolean(),
  whole: fc.boolean(),
});

describe('the search for keys', () => {
  it('HC-05, V3-EN-KEYS, V2-ENT-CASE: for all keys and texts it finds exactly what a search key by key finds', () => {
    fc.assert(
      fc.property(fc.array(key, { maxLength: 30 }), text, (keys, message) => {
        fc.pre(!message.includes('{{'));
        const matcher = matcherOf(keys);
        const hits = matcher.hits(message, 'message');
        for (const form of keys)
          expect(matcher.holds(hits, matcher.numberOf(form))).toBe(naive(form, message));
        expect(new Set(hits.plain).size).toBe(hits.plain.length);
      }),
      runs(500),
    );
  });

  it('V3-EN-CASE: folding is that of /iu of JavaScript, unit for unit, for each character there is', () => {
    const wrong: string[] = [];
    for (let point = 1; point <= 0x10ffff; point++) {
      if (point >= 0xd800 && point <= 0xdfff) continue;
      const letter = String.fromCodePoint(point);
      const other = folded(letter);
      if (other.length !== letter.length || folded(other) !== other) wrong.push(letter);
      const twins = [other, letter.toUpperCase(), letter.toLowerCase()].filter(
        (twin) => twin !== letter && twin.length === letter.length,
      );
      if (twins.length === 0) continue;
      const same = new RegExp(`^\\u{${point.toString(16)}}$`, 'iu');
      if (twins.some((twin) => (folded(twin) === other) !== same.test(twin))) wrong.push(letter);
    }
    expect(wrong).toEqual([]);
  });

  it('V3-EN-CASE: pairs that are the same but for case, and such that are not', () => {
    for (const [one, two] of [
      ['ΣΑΣ', 'σας'],
      ['ẞ', 'ß'],
      ['K', 'k'],
      ['ſ', 's'],
      ['É', 'é'],
      ['𐐀', '𐐨'],
    ] as const) {
      expect(holds(plain(one), two), one).toBe(true);
      expect(holds(plain(one, { exact: true }), two), one).toBe(false);
    }
    for (const [one, two] of [
      ['ß', 'ss'],
      ['I', 'ı'],
      ['i', 'İ'],
      ['é', 'e\u0301'],
    ] as const) {
      expect(holds(plain(one), two), one).toBe(false);
    }
  });

  it('word borders: between letters of any alphabet there is none, in scripts without spaces everywhere', () => {
    const whole = (form: string) => (message: string) => holds(plain(form, { whole: true }), message);
    expect(['bee', 'a bee.', 'BEE!', 'bees', 'beehive', '_bee', 'bee2'].map(whole('bee'))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(['ел суп', 'делал', 'Ел'].map(whole('ел'))).toEqual([true, false, true]);
    expect(['蜂蜜が好き', '蜜蜂'].map(whole('蜂'))).toEqual([true, true]);
    expect(whole('벌')('벌이 난다')).toBe(true);
    expect(whole('C++')('I like C++, really')).toBe(true);
  });

  it('V3-CBS-comment-hidden, V3-CBS-comment, V3-CBS-hidden_key, X17: what is not searched, and where', () => {
    const matcher = matcherOf([plain('bee')]);
    const found = (message: string, kind: 'message' | 'lore') => matcher.hits(message, kind).plain.length > 0;
    for (const hidden of ['{{// a bee}}', '{{comment: a {{x}} bee}}', '{{ //bee }}']) {
      expect([found(hidden, 'message'), found(hidden, 'lore')], hidden).toEqual([false, false]);
    }
    expect([found('{{hidden_key:bee}}', 'message'), found('{{hidden_key:bee}}', 'lore')]).toEqual([
      false,
      true,
    ]);
    expect(found('{{// no end bee', 'message')).toBe(true);
    expect(found('{{// a}} bee', 'message')).toBe(true);
  });

  it('a text is searched once, and forms that are the same share a number', () => {
    const matcher = matcherOf([plain('a'), plain('a'), plain('a', { exact: true })]);
    expect(matcher.forms).toBe(2);
    expect(matcher.hits('banana', 'message')).toBe(matcher.hits('banana', 'message'));
  });

  it('of many keys with one beginning each is found', () => {
    const keys = [...'abcdefghijklmnopqrstuvwxyz'].map((letter) => plain(`x${letter}`));
    for (const form of keys) expect(matcherOf(keys).hits(form.text, 'message').plain).toHaveLength(1);
  });

  it('keys within keys are all found', () => {
    const keys = ['she', 'he', 'hers', 'e', 'ushers'].map((one) => plain(one));
    const matcher = matcherOf(keys);
    expect([...matcher.hits('ushers', 'message').plain].sort()).toEqual([0, 1, 2, 3, 4]);
    expect([...matcher.hits('shx', 'message').plain]).toEqual([]);
  });
});
