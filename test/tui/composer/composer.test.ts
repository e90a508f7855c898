import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { layDraft } from '../../../src/tui/composer/layout.ts';
import {
  type ComposerState,
  completed,
  type Edit,
  edited,
  emptyComposer,
  expanded,
  pasted,
  sent,
  typed,
} from '../../../src/tui/composer/state.ts';
import { cells, graphemes } from '../../../src/tui/terminal/cells.ts';

const write = (text: string, history: readonly string[] = []): ComposerState =>
  typed(emptyComposer(history), text);
const apply = (state: ComposerState, ...edits: Edit[]): ComposerState => edits.reduce(edited, state);
const shown = ({ text, cursor }: ComposerState): string => `${text.slice(0, cursor)}|${text.slice(cursor)}`;
const words = { commands: ['reply', 'rewind', 'quit'], names: ['Alice', 'Bob'] };

describe('the composer', () => {
  test.each<[string, string, Edit[], string]>([
    ['backspace takes a whole grapheme', 'a👩‍👧', ['backspace'], 'a|'],
    ['left steps over a whole grapheme', 'e\u0301x', ['left', 'left'], '|e\u0301x'],
    ['word left', 'one two', ['word-left'], 'one |two'],
    ['word right', 'one two', ['home', 'word-right'], 'one| two'],
    ['cut a word and paste it', 'one two', ['kill-word-left', 'home', 'yank'], 'two|one '],
    ['cut to the end', 'one two', ['word-left', 'kill-line'], 'one |'],
    ['cut to the start', 'one two', ['word-left', 'kill-start'], '|two'],
    ['home and end keep to the line', 'a\nbc', ['home'], 'a\n|bc'],
    ['up keeps the column', 'abc\nde', ['up'], 'ab|c\nde'],
    ['up on a first empty line', '\nab', ['up'], '|\nab'],
    ['undo brings back what was cut', 'one two', ['kill-start', 'undo'], 'one two|'],
  ])('%s', (_, text, edits, expected) => {
    expect(shown(apply(write(text), ...edits))).toBe(expected);
  });

  test('up on the first line recalls what was sent, down comes back to the draft', () => {
    const state = write('draft', ['first', 'second']);
    expect(apply(state, 'up').text).toBe('second');
    expect(apply(state, 'up', 'up', 'up').text).toBe('first');
    expect(apply(state, 'up', 'down').text).toBe('draft');
  });

  test('Ctrl+R finds older and older texts; cancelling brings the draft back', () => {
    const state = typed(apply(write('draft', ['red one', 'blue', 'red two']), 'search'), 'red');
    expect(state.text).toBe('red two');
    expect(apply(state, 'search').text).toBe('red one');
    expect(apply(state, 'search-cancel').text).toBe('draft');
  });

  test('Tab goes round the commands that fit', () => {
    const once = completed(write('/re'), words);
    expect(once.text).toBe('/reply ');
    expect(completed(once, words).text).toBe('/rewind ');
    expect(completed(completed(once, words), words).text).toBe('/reply ');
    expect(completed(write('hi @b'), words).text).toBe('hi @Bob ');
    expect(completed(write('/as al'), words).text).toBe('/as Alice ');
    expect(completed(write('plain al'), words).text).toBe('plain al');
  });

  test('a long paste is short to see and whole when sent', () => {
    const long = 'x\n'.repeat(40);
    const state = typed(pasted(write('see: '), long), '!');
    expect(state.text).toMatch(/^see: \[paste 1: .*\]!$/);
    expect(expanded(state)).toBe(`see: ${long}!`);
    expect(sent(state)).toMatchObject({ text: '', history: [`see: ${long}!`] });
  });

  test('invariant 9: pasted escape sequences do not reach the draft', () => {
    expect(pasted(emptyComposer(), 'a\x1b[2Jb\x07').text).toBe('ab␇');
  });

  const edit = fc.constantFrom<Edit>('left', 'right', 'word-left', 'word-right', 'home', 'end', 'up', 'down');
  const change = fc.constantFrom<Edit>('backspace', 'delete', 'kill-line', 'kill-word-left', 'yank', 'undo');
  const letters = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '日', '👩‍👧', 'e\u0301'), maxLength: 8 });

  test('for all edits the cursor stands between two graphemes of the text', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(edit, change, letters)), (steps) => {
        let state = emptyComposer(['old one', 'old\ntwo']);
        for (const step of steps) {
          const isEdit = /^[a-z-]{2,}$/.test(step) && !step.startsWith('aa');
          state = isEdit ? edited(state, step as Edit) : typed(state, step);
          const { text, cursor } = state;
          expect(graphemes(text.slice(0, cursor)).length + graphemes(text.slice(cursor)).length).toBe(
            graphemes(text).length,
          );
        }
      }),
    );
  });

  test('for all drafts the rows fit and the cursor is on them', () => {
    fc.assert(
      fc.property(letters, letters, fc.integer({ min: 2, max: 12 }), (before, after, width) => {
        const { rows, cursor } = layDraft({ text: before + after, cursor: before.length }, width, 4);
        expect(rows.length).toBeLessThanOrEqual(4);
        for (const row of rows) expect(cells(row)).toBeLessThanOrEqual(width);
        expect(cursor.row).toBeLessThan(rows.length);
        expect(cursor.column).toBeLessThanOrEqual(width);
      }),
    );
  });
});
