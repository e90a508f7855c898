import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Edit, edited, pasted, selected, typed } from '../../../src/tui/composer/edits.ts';
import { reopened, sent, unsent } from '../../../src/tui/composer/history.ts';
import { type Clip, unitsOf } from '../../../src/tui/composer/pastes.ts';
import { type ComposerState, emptyComposer, expanded, inserted } from '../../../src/tui/composer/state.ts';
import { runs } from '../../cases.ts';

const write = (text: string, history: readonly string[] = []): ComposerState =>
  typed(emptyComposer(history), text);
const apply = (state: ComposerState, ...edits: Edit[]): ComposerState => edits.reduce(edited, state);
const shown = ({ text, cursor }: ComposerState): string => `${text.slice(0, cursor)}|${text.slice(cursor)}`;
const chosen = (state: ComposerState): string => expanded(selected(state) ?? { text: '', pastes: [] });
const long = 'x\n'.repeat(40);

describe('the composer', () => {
  test.each<[string, string, Edit[], string]>([
    ['backspace takes a whole grapheme', 'a👩‍👧', ['backspace'], 'a|'],
    ['left steps over a whole grapheme', 'e\u0301x', ['left', 'left'], '|e\u0301x'],
    ['left keeps flags together', '🇩🇪🇫🇷🇮🇹', ['left'], '🇩🇪🇫🇷|🇮🇹'],
    ['word left', 'one two', ['word-left'], 'one |two'],
    ['word left at the start of a line', 'a\nb', ['home', 'word-left'], 'a|\nb'],
    ['word left keeps a heart whole', 'one ❤️', ['word-left'], '|one ❤️'],
    ['word right', 'one two', ['home', 'word-right'], 'one| two'],
    ['cut a word and paste it', 'one two', ['kill-word-left', 'home', 'yank'], 'two|one '],
    ['cut to the end', 'one two', ['word-left', 'kill-line'], 'one |'],
    ['cut to the start', 'one two', ['word-left', 'kill-start'], '|two'],
    ['home and end keep to the line', 'a\nbc', ['home'], 'a\n|bc'],
    ['up keeps the column', 'abc\nde', ['up'], 'ab|c\nde'],
    ['up on a first empty line', '\nab', ['up'], '|\nab'],
    ['undo brings back what was cut', 'one two', ['kill-start', 'undo'], 'one two|'],
    ['what is between joins when it goes', 'e\n\u0301', ['left', 'backspace'], 'e\u0301|'],
    ['backspace takes what is selected', 'one two', ['select-word-left', 'backspace'], 'one |'],
    ['a cut comes back elsewhere', 'one two', ['select-word-left', 'cut', 'home', 'yank'], 'two|one '],
    ['a copy stays', 'ab', ['select-left', 'copy', 'right', 'yank'], 'abb|'],
    ['left goes to the start of what is selected', 'abc', ['select-home', 'left'], '|abc'],
    ['right goes to the end of it', 'abc', ['select-home', 'right'], 'abc|'],
  ])('%s', (_, text, edits, expected) => {
    expect(shown(apply(write(text), ...edits))).toBe(expected);
  });

  test.each<[Edit[], string]>([
    [['select-left', 'select-left'], 'lf'],
    [['select-word-left'], 'elf'],
    [['select-home'], 'two elf'],
    [['select-up'], '\ntwo elf'],
    [['select-all'], 'one\ntwo elf'],
    [['home', 'select-end'], 'two elf'],
    [['select-left', 'select-right'], ''],
    [['select-all', 'end'], ''],
  ])('%j selects %j', (edits, expected) => {
    expect(chosen(apply(write('one\ntwo elf'), ...edits))).toBe(expected);
  });

  test('what is typed or pasted takes the place of what is selected, and undo brings that back', () => {
    const state = apply(write('one two'), 'select-word-left');
    expect(shown(typed(state, 'x'))).toBe('one x|');
    expect(shown(pasted(state, 'yz'))).toBe('one yz|');
    expect(apply(typed(state, 'x'), 'undo').text).toBe('one two');
  });

  test('up on the first line recalls what was sent, down comes back to the draft', () => {
    const state = write('draft', ['first', 'second']);
    expect(apply(state, 'up').text).toBe('second');
    expect(apply(state, 'up', 'up', 'up').text).toBe('first');
    expect(apply(state, 'up', 'down').text).toBe('draft');
  });

  test('what is changed in a recalled line stays there, and the draft behind it is there again when the line is sent', () => {
    const state = typed(apply(write('draft', ['first', 'second']), 'up'), '!');
    expect(apply(state, 'up', 'down').text).toBe('second!');
    expect(apply(state, 'down').text).toBe('draft');
    expect(sent(state)).toMatchObject({ text: 'draft', history: ['first', 'second', 'second!'] });
  });

  test('Ctrl+R finds older and older texts; cancelling brings the draft back', () => {
    const state = typed(apply(write('draft', ['red one', 'blue', 'red two']), 'search'), 'red');
    expect(state.text).toBe('red two');
    expect(apply(state, 'search').text).toBe('red one');
    expect(apply(state, 'search-cancel').text).toBe('draft');
    expect(typed(apply(write('', ['The Sea', 'land']), 'search'), 'sea').text).toBe('The Sea');
  });

  test('a long paste is one unit to the cursor and whole when sent', () => {
    const state = typed(pasted(write('see: '), long), '!');
    expect(unitsOf(state.text)).toHaveLength('see: '.length + 2);
    expect(expanded(state)).toBe(`see: ${long}!`);
    expect(sent(state)).toMatchObject({ text: '', history: [`see: ${long}!`] });
  });

  test.each<[string, Edit[]]>([
    ['Backspace', ['backspace']],
    ['Delete', ['left', 'delete']],
    ['Ctrl+W', ['kill-word-left']],
    ['Alt+D', ['left', 'kill-word-right']],
  ])('%s removes a paste whole and nothing else, undo brings it back', (_, edits) => {
    const state = pasted(write('see: '), long);
    const without = apply(state, ...edits);
    expect(expanded(without)).toBe('see: ');
    expect(expanded(apply(without, 'undo'))).toBe(`see: ${long}`);
  });

  test('a killed paste is yanked with what it holds, in the next draft too, beside another', () => {
    const killed = sent(apply(pasted(write('see: '), long), 'kill-start'));
    const other = `${long}other`;
    expect(expanded(apply(pasted(killed, other), 'yank'))).toBe(`${other}see: ${long}`);
  });

  test('a draft with pastes comes into another that has its own', () => {
    const [one, two] = [`1${long}`, `2${long}`];
    const state = inserted(pasted(emptyComposer(), one), pasted(emptyComposer(), two));
    expect(expanded(state)).toBe(one + two);
  });

  test('what somebody writes that looks like a paste is that text', () => {
    const label = '[paste 1: 41 lines, 80 characters]';
    const sign = String.fromCodePoint(0x100000);
    const state = typed(pasted(typed(typed(emptyComposer(), label), sign), long), sign);
    expect(expanded(state)).toBe(`${label}${sign}${long}${sign}`);
    expect(expanded(apply(sent(state), 'up'))).toBe(expanded(state));
  });

  test('invariant 9: pasted escape sequences do not reach the draft', () => {
    expect(pasted(emptyComposer(), 'a\x1b[2Jb\x07').text).toBe('ab␇');
  });

  test('what is left unsent stands there when it is opened again, what is behind a recalled line too', () => {
    const state = pasted(write('see: ', ['before']), long);
    expect(expanded(reopened(['before'], unsent(state)))).toBe(`see: ${long}`);
    const both = typed(apply(state, 'home', 'up'), '!');
    const again = reopened(['before'], unsent(both));
    expect(expanded(again)).toBe(`see: ${long}`);
    expect(again.history).toEqual(['before', 'before!']);
    expect(unsent(apply(write('', ['before']), 'up'))).toEqual([]);
  });
});

const every: Record<Edit, true> = {
  ...{ left: true, right: true, 'word-left': true, 'word-right': true, home: true, end: true },
  ...{ 'select-left': true, 'select-right': true, 'select-word-left': true, 'select-word-right': true },
  ...{ 'select-home': true, 'select-end': true, 'select-up': true, 'select-down': true, 'select-all': true },
  ...{ up: true, down: true, backspace: true, delete: true, 'kill-line': true, 'kill-start': true },
  ...{ 'kill-word-left': true, 'kill-word-right': true, cut: true, copy: true, yank: true, undo: true },
  ...{ search: true, 'search-end': true, 'search-cancel': true },
};
const isSearch = (edit: Edit): boolean => edit.startsWith('search');
const anEdit = fc.constantFrom(...(Object.keys(every) as Edit[]));
const letters = ['a', 'b', ' ', '\n', '日', '👩‍👧', 'e\u0301', '\u0301', '\u200d', '🇩', '❤️', '\u{100000}'];
const text = fc.string({ unit: fc.constantFrom(...letters), maxLength: 8 });
type Step = (state: ComposerState) => ComposerState;
const step = fc.oneof(
  anEdit.map(
    (edit): Step =>
      (state) =>
        edited(state, edit),
  ),
  text.map(
    (added): Step =>
      (state) =>
        typed(state, added),
  ),
  text.map(
    (added): Step =>
      (state) =>
        pasted(state, long + added),
  ),
);
const start = (): ComposerState => emptyComposer(['old one', 'old\ntwo', 'e\u{100001}']);
const reached = (steps: readonly Step[]): ComposerState => steps.reduce((state, one) => one(state), start());
const boundaries = ({ text }: Clip): Set<number> => {
  let at = 0;
  return new Set([0, ...unitsOf(text).map((unit) => (at += unit.length))]);
};

describe('for all edits', () => {
  test('the cursor and the other end of what is selected stand between two units', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30, size: 'max' }), (steps) => {
        let state = start();
        for (const one of steps) {
          state = one(state);
          const places = boundaries(state);
          expect(places).toContain(state.cursor);
          if (state.anchor !== null) expect(places).toContain(state.anchor);
        }
      }),
      runs(300),
    );
  });

  const plain = fc.string({
    unit: fc.constantFrom('a', 'é', '_', ' ', ',', '\n', '日', '👩‍👧'),
    maxLength: 40,
  });

  test('what is typed together stands there, and is undone, as if it had been typed key by key', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 5 }), fc.array(plain), (steps, texts) => {
        const before: ComposerState = { ...edited(reached(steps), 'end'), search: null };
        let [together, apart] = [before, before];
        for (const added of texts) {
          together = typed(together, added);
          for (const key of added) apart = typed(apart, key);
        }
        expect(together).toEqual(apart);
      }),
      runs(200),
    );
    const long = 'one, two '.repeat(200);
    expect(typed(start(), long)).toEqual(Array.from(long).reduce(typed, start()));
  });

  test('undo gives back the text before, and at last what was there at first', () => {
    fc.assert(
      fc.property(fc.array(step), anEdit, (steps, edit) => {
        const state = { ...reached(steps), search: null };
        const next = edited(state, edit);
        if (next.undo.length > state.undo.length)
          expect(expanded(edited(next, 'undo'))).toBe(expanded(state));
        else if (!/undo|up|down/.test(edit) && !isSearch(edit)) expect(next.text).toBe(state.text);
        let first = next;
        while (first.undo.length > 0) first = edited(first, 'undo');
        expect(first.text === '' || first.recalled < first.history.length).toBe(true);
      }),
    );
  });

  test('a unit for a paste always stands for all of one, and no paste mixes with another', () => {
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const state = reached(steps);
        const rest = expanded(state).replaceAll(long, '');
        expect(rest).not.toContain('x');
      }),
    );
  });

  test('all that is unsent is there when it is opened again', () => {
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const drafts = unsent(reached(steps));
        const again = reopened([], drafts);
        expect([...again.history, expanded(again)].filter((one) => one !== '')).toEqual(drafts.map(expanded));
      }),
    );
  });
});
