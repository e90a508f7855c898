import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultOocStyle } from '../../../src/domain/audience/ooc.ts';
import { themeOf } from '../../../src/tui/themes/theme.ts';
import { StreamingReply } from '../../../src/tui/transcript/reply.ts';
import type { RowStyle } from '../../../src/tui/transcript/row-style.ts';
import { textRows } from '../../../src/tui/transcript/rows.ts';
import { runs } from '../../cases.ts';
import { alice, bob } from '../fair.ts';

const theme = themeOf('dark');
const cast = [alice, bob];
const styleOf = (width: number): RowStyle => ({
  ...{ width, theme, cast },
  ...{ pinned: new Set<string>(), thoughts: false, ooc: defaultOocStyle },
});

const words = [
  'the',
  'key',
  'turns',
  'and',
  'a_b',
  '日本語',
  'ключ',
  'مفتاح',
  '👩‍👧',
  'e\u0301',
  'l’été',
  '2',
];
const marks = [
  '*',
  '**',
  '_',
  '"',
  '`',
  '((',
  '))',
  '(ooc:',
  ')',
  '(',
  '[a *b*](https://example.org/x_y)',
  '[',
];
const breaks = ['\n', '\n\n', '\n- ', '\n1. ', '\n> ', '\n```\n', '\n---\n', '\r\n', '\n\n\n'];
const odd = ['\x1b[31m', '\x1b]8;;', '\x07', '\t', '\u202e', '\u2028', '\r'];
const piece = fc.oneof(
  { weight: 200, arbitrary: fc.constantFrom(...words.flatMap((word) => [`${word} `, ` ${word}`])) },
  { weight: 30, arbitrary: fc.constantFrom(...marks) },
  { weight: 5, arbitrary: fc.constantFrom(...breaks) },
  { weight: 1, arbitrary: fc.constantFrom(...odd) },
);
const replies = fc.array(piece, { minLength: 1, maxLength: 400, size: 'max' });

const shown = (
  pieces: readonly string[],
  width: number,
  isLookedAt: (index: number) => boolean,
): string[] => {
  const reply = new StreamingReply(bob);
  for (const [index, text] of pieces.entries()) {
    reply.push(text);
    if (isLookedAt(index)) reply.rows(styleOf(index % 97 === 96 ? width + 1 : width));
  }
  return reply.rows(styleOf(width));
};

test('for all replies the rows are those of a reply that came at once, however it was cut and looked at', () => {
  fc.assert(
    fc.property(
      replies,
      fc.integer({ min: 12, max: 90 }),
      fc.integer({ min: 1, max: 9 }),
      (pieces, width, each) => {
        const whole = shown([pieces.join('')], width, () => true);
        expect(shown(pieces, width, (index) => index % each === 0)).toEqual(whole);
      },
    ),
    runs(200),
  );
});

test('what is settled of a long paragraph is as it would be without settling, and finished it is as its message', () => {
  const sentence = 'She says "go *now*", **turns** the `key` and ((laughs)) at [him](https://example.org). ';
  const text = sentence.repeat(60).trim();
  for (let size = 1; size < 24; size += 1) {
    const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
      text.slice(index * size, (index + 1) * size),
    );
    const reply = shown(pieces, 60, (index) => index % 8 === 0);
    expect(reply.slice(1)).toEqual(textRows(text, styleOf(60)).rows);
  }
});

test('a token of a long paragraph is laid out with few characters before it, whatever the length', () => {
  const style = styleOf(80);
  const measure = (length: number): number => {
    const reply = new StreamingReply(bob);
    for (let at = 0; at < length; at += 1) {
      reply.push('the key turns, ');
      reply.rows(style);
    }
    return reply.unsettled;
  };
  expect(measure(100)).toBeLessThan(1_000);
  expect(measure(2_000)).toBeLessThan(1_000);
});
