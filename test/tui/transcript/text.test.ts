import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { markParagraph } from '../../../src/tui/markup/markup.ts';
import { LineWrapper, wrapLine } from '../../../src/tui/markup/wrap.ts';
import { cells } from '../../../src/tui/terminal/cells.ts';
import { themeOf } from '../../../src/tui/themes/theme.ts';

const theme = themeOf('plain');
const marked = (text: string): string =>
  markParagraph(text, { theme })
    .lines.map((line) => line.map(({ text: part, style }) => (style ? `<${style}|${part}>` : part)).join(''))
    .join('\n');
const plain = (row: string): string => row.replace(/\x1b\[[\d;]*m/g, '');

describe('light Markdown', () => {
  test.each([
    ['RP-043 *action* is italic', 'a *waves* b', 'a <3|waves> b'],
    ['**strong**', 'a **b** c', 'a <1|b> c'],
    ['RP-016 ((an OOC comment)) is dim', 'a ((*b*)) c', 'a <2;3|((*b*))> c'],
    ['RP-016 (ooc: an OOC comment) is dim', '*a (OOC: b* (c)) d*', '<3|a ><3;2;3|(OOC: b* (c))><3| d>'],
    ['RP-016 an OOC comment that never ends is dim to the end', 'a ((b\n# c', 'a <2;3|((b>\n<2;3|# c>'],
    ['`code` keeps its stars', '`a *b*`', '<1|a ><1|*><1|b><1|*>'],
    ['an action over two lines', '*a\nb*', '<3|a>\n<3|b>'],
    ['a lone star', '2 * 3 and a*b', '2 * 3 and a*b'],
    ['an action that never ends', 'a *b', 'a *b'],
    ['names_with_underscores', 'a_b_c', 'a_b_c'],
    [
      'RP-043 marks between letters that no space parts',
      'やう**白く**なり*手*を',
      'やう<1|白く>なり<3|手>を',
    ],
    ['a heading', '# Act I', '<1|Act I>'],
    ['a list', '- one\n- two', '• one\n• two'],
    ['a numbered list', '1. *one*\n2) two', '1. <3|one>\n2) two'],
    ['a rule', 'a\n---\nb', 'a\n<2|────────>\nb'],
    ['a link where links are not told to the terminal', '[a](https://b.c)', '[a](https://b.c)'],
  ])('%s', (_, text, expected) => {
    expect(marked(text)).toBe(expected);
  });

  test.each([
    ['a', 'She: "Go." He', 'She: <36|"><36|Go.><36|"> He'],
    ['with an action in it', '"Go *now*."', '<36|"><36|Go ><36;3|now><36|.><36|">'],
    ['that never ends', 'a "b', 'a "b'],
    ['none: inches', 'a 6" nail and 7" more', 'a 6" nail and 7" more'],
  ])('SP-13 HC-42 speech in straight double quotes has a style of its own: %s', (_, text, expected) => {
    const { lines } = markParagraph(text, { theme: themeOf('auto') });
    const shown = lines[0]?.map(({ text: part, style }) => (style ? `<${style}|${part}>` : part));
    expect(shown?.join('')).toBe(expected);
  });

  test('openers without end take no quadratic time', () => {
    expect(marked('(('.repeat(100_000)).length).toBeGreaterThan(100_000);
    expect(marked(' *a'.repeat(100_000)).length).toBeGreaterThan(100_000);
  });
});

test.each([
  ['https://b.c/d', '\x1b]8;;https://b.c/d\x1b\\\x1b[4ma\x1b[0m\x1b]8;;\x1b\\\x1b[2m (b.c)\x1b[0m'],
  ['https://[', '[a](https://[)'],
  ['javascript:alert', '[a](javascript:alert)'],
  ['https://b c', '[a](https://b c)'],
])('a link to %s leads there where it is one of the web, and is text else', (target, expected) => {
  const [line = []] = markParagraph(`[a](${target})`, { theme: themeOf('dark') }).lines;
  expect(wrapLine(line, 40)).toEqual([expected]);
});

describe('wrapping', () => {
  test('further rows of a list stand behind its marker', () => {
    const [line = []] = markParagraph('12. one two three', { theme }).lines;
    expect(wrapLine(line, 8)).toEqual(['12. one', '    two', '    thre', '    e']);
  });

  const text = fc.string({
    unit: fc.constantFrom('a', 'b', ' ', '-', 'é', '日', '👩‍👧', 'long'),
    maxLength: 60,
  });

  test('for all lines no row is wider than the window and nothing but spaces is lost', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 30 }), (line, width) => {
        const rows = wrapLine([{ text: line, style: '31' }], width);
        for (const row of rows) expect(cells(row)).toBeLessThanOrEqual(width);
        expect(rows.map(plain).join('').replaceAll(' ', '')).toBe(line.replaceAll(' ', ''));
      }),
    );
  });

  test('for all words that fit, they come back whole and in order', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é'), minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.array(word), fc.integer({ min: 8, max: 30 }), (list, width) => {
        const rows = wrapLine([{ text: list.join(' '), style: '' }], width);
        expect(rows.join(' ').split(' ').filter(Boolean)).toEqual(list);
      }),
    );
  });

  test('for all lines it is the same whether they come whole or in two pieces', () => {
    const ascii = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '-'), maxLength: 40 });
    const link = fc.option(fc.constant('https://example.org/'), { nil: undefined });
    fc.assert(
      fc.property(ascii, ascii, link, (first, second, to) => {
        const [begun, rest] = [first, second].map((part) => [
          { text: part, style: '31', ...(to !== undefined && { link: to }) },
        ]);
        const wrapper = new LineWrapper(30);
        const rows = [...wrapper.push(begun!), ...wrapper.push(rest!), wrapper.end()];
        expect(wrapLine([{ ...begun![0]!, text: first + second }], 30)).toEqual(rows);
      }),
    );
  });

  test('for all lines every row ends in plain style', () => {
    fc.assert(
      fc.property(text, (line) => {
        for (const row of wrapLine([{ text: line, style: '31' }], 10)) {
          if (row.includes('\x1b')) expect(row).toMatch(/\x1b\[0m *$/);
        }
      }),
    );
  });

  test('a style goes on over the break', () => {
    expect(wrapLine([{ text: 'ab cd', style: '3' }], 3)).toEqual(['\x1b[3mab\x1b[0m', '\x1b[3mcd\x1b[0m']);
  });

  test('words stay whole where they can', () => {
    expect(wrapLine([{ text: 'the quick brown fox', style: '' }], 10)).toEqual(['the quick', 'brown fox']);
    expect(wrapLine([{ text: 'abcdefghijkl', style: '' }], 5)).toEqual(['abcde', 'fghij', 'kl']);
    expect(wrapLine([{ text: '日本語日本', style: '' }], 5)).toEqual(['日本', '語日', '本']);
    expect(wrapLine([{ text: 'a ten-fold and/or', style: '' }], 8)).toEqual(['a ten-', 'fold', 'and/or']);
    expect(wrapLine([{ text: 'give --url or /branches', style: '' }], 9)).toEqual([
      'give',
      '--url or',
      '/branches',
    ]);
  });
});
