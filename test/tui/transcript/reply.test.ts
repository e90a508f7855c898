import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultOocStyle } from '../../../src/domain/audience/ooc.ts';
import { cells } from '../../../src/tui/terminal/cells.ts';
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
): readonly string[] => {
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

test('issue 29: what stands for good of a whisper that streams is not copied for a frame, and its frame has room for all of them', () => {
  const style = styleOf(60);
  const reply = new StreamingReply(bob);
  const text = 'the *key* turns, and the door that nobody has opened for years gives way. '.repeat(40);
  const said = `${text}\n\n${text}`;
  let rows: readonly string[] = [];
  for (let at = 0; at < said.length; at += 5) {
    reply.push(said.slice(at, at + 5), ['a', 'b']);
    const framed = reply.framed(style);
    if (at > 0) expect(framed.rows).toBe(rows);
    ({ rows } = framed);
    expect(framed.frame.count).toBe(rows.length);
    expect(framed.frame.inner).toBeGreaterThanOrEqual(Math.max(...rows.map(cells)));
  }
  const whole = new StreamingReply(bob);
  whole.push(said, ['a', 'b']);
  expect(rows).toEqual(whole.framed(style).rows);
  expect(rows.at(-1)).toBe('');
});
