import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Edit, edited, pasted, typed } from '../../../src/tui/composer/edits.ts';
import { type DraftRows, layDraft } from '../../../src/tui/composer/layout.ts';
import { shownAs, unitsOf } from '../../../src/tui/composer/pastes.ts';
import { RowStarts } from '../../../src/tui/composer/row-starts.ts';
import { type ComposerState, emptyComposer } from '../../../src/tui/composer/state.ts';
import { cells } from '../../../src/tui/terminal/cells.ts';

const write = (text: string) => typed(emptyComposer(), text);
const textsOf = ({ rows }: DraftRows): string[] => rows.map((row) => row.map(({ text }) => text).join(''));
const long = 'x\n'.repeat(40);

describe('the draft on the screen', () => {
  test('it breaks between words, as the transcript does', () => {
    const laid = layDraft(write('the quick brown fox'), 13, 8);
    expect(textsOf(laid)).toEqual(['the quick ', 'brown fox']);
    expect(laid.cursor).toEqual({ row: 1, column: 9 });
  });

  test('a space at the end of a full row hangs there, and the cursor stays on the screen', () => {
    const laid = layDraft(write('the quick '), 10, 8);
    expect(textsOf(laid)).toEqual(['the quick']);
    expect(laid.cursor).toEqual({ row: 0, column: 9 });
  });

  test('a paste is shown by what it holds, what is selected in its own look', () => {
    const state = edited(typed(pasted(write('see '), long), ' ok'), 'select-word-left');
    expect(layDraft(state, 60, 8).rows).toEqual([
      [
        { look: 'plain', text: 'see ' },
        { look: 'paste', text: '[paste 1: 41 lines, 80 characters]' },
        { look: 'plain', text: ' ' },
        { look: 'selected', text: 'ok' },
      ],
    ]);
  });

  const letters = ['a', 'b', ' ', '\n', '-', '日', '👩‍👧', 'e\u0301', '\u{100000}', '🇩🇪'];
  const text = fc.string({ unit: fc.constantFrom(...letters), maxLength: 30 });

  /** What begins in a cell of a row; undefined for none. */
  const unitIn = (row: string, column: number): string | undefined => {
    let at = 0;
    for (const unit of unitsOf(row)) {
      if (at === column && cells(unit) > 0) return unit;
      at += cells(unit);
    }
    return undefined;
  };

  const words = ['word ', 'longer-than-a-row/', '日本語', 'e\u0301', ' ', '\n', '\u{100000}', '🇩🇪🇫🇷'];
  const change = fc.oneof(
    fc
      .constantFrom(...words, 'one word after the other '.repeat(40))
      .map((added) => (state: ComposerState) => typed(state, added)),
    fc
      .constantFrom<Edit>(
        'left',
        'up',
        'home',
        'backspace',
        'kill-word-left',
        'kill-line',
        'undo',
        'select-left',
        'select-all',
      )
      .map((edit) => (state: ComposerState) => edited(state, edit)),
    fc.constant((state: ComposerState) => pasted(state, long)),
  );

  test('for all drafts that are changed bit by bit the rows are those of the whole laid out anew', () => {
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 60, size: 'max' }),
        fc.integer({ min: 4, max: 40 }),
        (changes, width) => {
          const known = new RowStarts();
          let state = emptyComposer();
          for (const [at, one] of changes.entries()) {
            state = one(state);
            const room = width + (at % 20 === 19 ? 1 : 0);
            expect(layDraft(state, room, 5, known)).toEqual(layDraft(state, room, 5));
          }
        },
      ),
    );
  });

  test('for all drafts the rows fit, hold the text, and the cursor is where its grapheme is', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 4, max: 14 }), (drawn, width) => {
        let state = edited(write(drawn), 'select-all');
        state = { ...state, anchor: null, cursor: 0 };
        for (const unit of unitsOf(state.text)) {
          const laid = layDraft(state, width, 100);
          const rows = textsOf(laid);
          for (const row of rows) expect(cells(row)).toBeLessThan(width);
          const { row, column } = laid.cursor;
          expect(column).toBeLessThan(width);
          if (unit !== '\n' && unit !== ' ')
            expect(unitIn(rows[row] ?? '', column)).toBe(shownAs(unit, state.pastes));
          state = { ...state, cursor: state.cursor + unit.length };
        }
        const rows = textsOf(layDraft(state, width, 100)).join('');
        const shown = unitsOf(state.text).map((unit) => shownAs(unit, state.pastes));
        expect(rows.replaceAll(' ', '')).toBe(shown.join('').replace(/[ \n]/g, ''));
      }),
    );
  });

  test('of more rows than there is room for, those around the cursor are shown', () => {
    fc.assert(
      fc.property(text, text, fc.integer({ min: 3, max: 12 }), (before, after, width) => {
        const state = write(before + after);
        const laid = layDraft({ ...state, cursor: write(before).cursor }, width, 4);
        expect(laid.rows.length).toBeLessThanOrEqual(4);
        expect(laid.cursor.row).toBeLessThan(laid.rows.length);
        expect(laid.cursor.row).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
