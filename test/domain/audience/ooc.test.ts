import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  defaultOocStyle,
  inCharacter,
  isOutOfCharacter,
  type OpenOoc,
  splitOoc,
} from '../../../src/domain/audience/ooc.ts';
import { runs } from '../../cases.ts';

const said = (text: string): string => inCharacter(text, defaultOocStyle);

describe('RP-015 RP-016 what is said in character', () => {
  test.each([
    ['Hello ((brb)) there.', 'Hello there.'],
    ['Hello.\n((brb))\nThere.', 'Hello.\n\nThere.'],
    ['((a)) Hello. ((b))', 'Hello.'],
    ['Hello (ooc: brb) there.', 'Hello there.'],
    ['Hello (OOC brb (really)) there.', 'Hello there.'],
    ['Hello ( Ooc : brb) there.', 'Hello there.'],
    ['(((brb))) Hello.', 'Hello.'],
    ['((a (b))) Hello.', 'Hello.'],
    ['((a ((b)) c)) Hello.', 'Hello.'],
    ['((ha :))) Hello.', 'Hello.'],
    ['Hello. ((brb', 'Hello.'],
    ['Hello. (ooc: brb\n\nmore', 'Hello.'],
    ['Hello)) there.', 'Hello)) there.'],
    ['Hello (oocyte) there.', 'Hello (oocyte) there.'],
    ['  Hello (you) ', '  Hello (you) '],
  ])('%j → %j', (text, expected) => {
    expect(said(text)).toBe(expected);
  });

  test('other marks may be set, also one mark for both ends', () => {
    const style = { open: '//', close: '//', word: 'aside' };
    expect(inCharacter('Hello //brb// there (aside: no) ((yes)).', style)).toBe('Hello there ((yes)).');
  });

  test('a message is out of character when nothing else is in it', () => {
    expect(isOutOfCharacter(' ((brb)) (ooc: 5 min) ', defaultOocStyle)).toBe(true);
    expect(isOutOfCharacter('((brb)) ok', defaultOocStyle)).toBe(false);
    expect(isOutOfCharacter('', defaultOocStyle)).toBe(false);
  });

  const text = fc
    .array(fc.constantFrom('((', '))', '(', ')', '(ooc:', 'x', ' ', '\n'), { maxLength: 14 })
    .map((pieces) => pieces.join(''));

  test('for all texts, the spans are the text, and no opening mark is left in character', () => {
    fc.assert(
      fc.property(text, (raw) => {
        const { spans } = splitOoc(raw, defaultOocStyle);
        expect(spans.map((part) => part.text).join('')).toBe(raw);
        for (const part of spans) if (!part.isOoc) expect(part.text).not.toMatch(/\(\(|\(ooc:/);
      }),
      runs(1000),
    );
  });

  test('for all texts in two parts at a line, an OOC comment goes on from one part to the next', () => {
    fc.assert(
      fc.property(text, text, (one, two) => {
        const first = splitOoc(`${one}\n`, defaultOocStyle);
        const second = splitOoc(two, defaultOocStyle, first.open as OpenOoc | null);
        const parts = [...first.spans, ...second.spans];
        const marked = (all: typeof parts) =>
          all.map((p) => (p.isOoc ? p.text.toUpperCase() : p.text)).join('');
        expect(marked(parts)).toBe(marked(splitOoc(`${one}\n${two}`, defaultOocStyle).spans));
      }),
      runs(1000),
    );
  });
});
