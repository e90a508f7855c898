import { describe, expect, test } from 'vitest';
import { emptyComposer, expanded, typedIn } from '../../../src/tui/composer/state.ts';
import { vimEdited } from '../../../src/tui/composer/vim.ts';

/** The draft with `|` for the cursor, after these keys of normal mode. */
const typedOn = (drawn: string, keys: readonly string[]): string => {
  const cursor = drawn.indexOf('|');
  let state = { ...typedIn(emptyComposer(), drawn.replace('|', '')), cursor };
  for (const word of keys) state = vimEdited(state, word)?.composer as typeof state;
  const text = expanded(state);
  return `${text.slice(0, state.cursor)}|${text.slice(state.cursor)}`;
};

describe("vim's keys in the line", () => {
  test.each([
    ['one |two', 'h', 'one| two'],
    ['one\n|two', 'h', 'one\n|two'],
    ['on|e', 'l', 'on|e'],
    ['o|ne two, three', 'w', 'one |two, three'],
    ['one |two, three', 'w', 'one two|, three'],
    ['one two|, three', 'w', 'one two, |three'],
    ['one two, t|hree', 'w', 'one two, thre|e'],
    ['one two, |three', 'b', 'one two|, three'],
    ['one t|wo', 'b', 'one |two'],
    ['|one two', 'e', 'on|e two'],
    ['on|e two', 'e', 'one tw|o'],
    ['one\ntw|o', '0', 'one\n|two'],
    ['|one\ntwo', '$', 'on|e\ntwo'],
    ['|\ntwo', '$', '|\ntwo'],
    ['o|ne', 'x', 'o|e'],
    ['one|\ntwo', 'x', 'one|\ntwo'],
    ['one\nt|wo\nthree', 'dd', 'one\n|three'],
    ['one\ntw|o', 'dd', '|one'],
    ['o|ne', 'dd', '|'],
    ['|one', 'a', 'o|ne'],
    ['on|e', 'A', 'one|'],
    ['on|e', 'I', '|one'],
    ['o|ne\ntwo', 'o', 'one\n|\ntwo'],
    ['|one two three', 'dw', '|two three'],
    ['one |two', 'dw', 'one |'],
    ['|one two three four', '2dw', '|three four'],
    ['|one two three four', 'd2w', '|three four'],
    ['|one two', 'cw', '| two'],
    ['one tw|o three', 'db', 'one |o three'],
    ['one |two three', 'd$', 'one |'],
    ['one |two three', 'D', 'one |'],
    ['one t|wo\nthree', 'cc', '|\nthree'],
    ['one |two', 'de', 'one |'],
    ['o|ne\ntwo\nthree', '2dd', '|three'],
    ['|one two three', '2w', 'one two |three'],
    ['|abcdef', '3x', '|def'],
    ['|abcdefghijkl', '10l', 'abcdefghij|kl'],
    ['👩‍👩‍👧|x', 'h', '|👩‍👩‍👧x'],
  ])('%j %s → %j', (before, word, then) => {
    expect(typedOn(before, [word])).toBe(then);
  });

  test('p puts a cut line below, and what else was cut behind the cursor; u takes it back', () => {
    expect(typedOn('|one\ntwo', ['dd', 'p'])).toBe('two\n|one');
    expect(typedOn('|ab', ['x', 'p'])).toBe('b|a');
    expect(typedOn('|ab', ['x', 'u'])).toBe('|ab');
  });

  test('what is changed leads back to writing, what is deleted does not', () => {
    const state = { ...typedIn(emptyComposer(), 'one two'), cursor: 0 };
    expect(vimEdited(state, 'cw')?.isWriting).toBe(true);
    expect(vimEdited(state, 'dw')?.isWriting).toBe(false);
    expect(vimEdited(state, 'dz')).toBeNull();
  });

  test('a key that is none changes nothing and says so', () => {
    expect(vimEdited(emptyComposer(), 'z')).toBeNull();
  });
});
