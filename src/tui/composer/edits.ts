import { recall, searched, undone } from './history.ts';
import type { Clip } from './pastes.ts';
import { type ComposerState, clipOf, inserted, pastedIn, selectionOf, spliced, typedIn } from './state.ts';
import * as move from './text.ts';

/** Where the cursor can go; with `select-` before it what lies between is selected. */
type Move = 'left' | 'right' | 'word-left' | 'word-right' | 'home' | 'end';

/** What can be done to a draft without arguments. */
export type Edit =
  | Move
  | `select-${Move | 'up' | 'down' | 'all'}`
  | 'up'
  | 'down'
  | 'backspace'
  | 'delete'
  | 'kill-line'
  | 'kill-start'
  | 'kill-word-left'
  | 'kill-word-right'
  | 'cut'
  | 'copy'
  | 'yank'
  | 'undo'
  | 'search'
  | 'search-end'
  | 'search-cancel';

const moves: Record<Move, (draft: move.Draft) => number> = {
  left: move.leftOf,
  right: move.rightOf,
  'word-left': move.wordLeftOf,
  'word-right': move.wordRightOf,
  home: move.lineStart,
  end: move.lineEnd,
};

type Change = (state: ComposerState) => ComposerState;

const jump = (state: ComposerState, cursor: number): ComposerState => ({
  ...{ ...state, cursor, anchor: null },
  isTyping: false,
});

const select = (state: ComposerState, cursor: number): ComposerState => {
  const anchor = state.anchor ?? state.cursor;
  return { ...jump(state, cursor), anchor: anchor === cursor ? null : anchor };
};

const vertical =
  (by: 1 | -1): Change =>
  (state) => {
    const cursor = move.lineMove(state, by);
    return cursor === null ? recall(state, state.recalled + by) : jump(state, cursor);
  };

/** What is selected, else what lies between the cursor and there. */
const stretch = (state: ComposerState, to: number): readonly [number, number] => {
  if (state.anchor !== null) return selectionOf(state);
  return [Math.min(state.cursor, to), Math.max(state.cursor, to)];
};

const remove = (state: ComposerState, [from, to]: readonly [number, number]): ComposerState =>
  from === to ? jump(state, state.cursor) : spliced(state, [from, to]);

const kill = (state: ComposerState, [from, to]: readonly [number, number]): ComposerState =>
  from === to ? jump(state, state.cursor) : { ...remove(state, [from, to]), killed: clipOf(state, from, to) };

const removal =
  (how: typeof remove, to: (draft: move.Draft) => number): Change =>
  (state) =>
    how(state, stretch(state, to(state)));

/** What is selected; null when nothing is. */
export const selected = (state: ComposerState): Clip | null =>
  state.anchor === null ? null : clipOf(state, ...selectionOf(state));

const stepped =
  (to: (draft: move.Draft) => number, edge: 0 | 1 | null): Change =>
  (state) =>
    jump(state, edge !== null && state.anchor !== null ? selectionOf(state)[edge] : to(state));

const selection =
  (to: (draft: move.Draft) => number): Change =>
  (state) =>
    select(state, to(state));

const edits: Record<Edit, Change> = {
  left: stepped(moves.left, 0),
  right: stepped(moves.right, 1),
  'word-left': stepped(moves['word-left'], null),
  'word-right': stepped(moves['word-right'], null),
  home: stepped(moves.home, null),
  end: stepped(moves.end, null),
  'select-left': selection(moves.left),
  'select-right': selection(moves.right),
  'select-word-left': selection(moves['word-left']),
  'select-word-right': selection(moves['word-right']),
  'select-home': selection(moves.home),
  'select-end': selection(moves.end),
  'select-up': selection((draft) => move.lineMove(draft, -1) ?? 0),
  'select-down': selection((draft) => move.lineMove(draft, 1) ?? draft.text.length),
  'select-all': (state) => select({ ...state, anchor: 0 }, state.text.length),
  up: vertical(-1),
  down: vertical(1),
  backspace: removal(remove, moves.left),
  delete: removal(remove, moves.right),
  'kill-line': removal(kill, moves.end),
  'kill-start': removal(kill, moves.home),
  'kill-word-left': removal(kill, moves['word-left']),
  'kill-word-right': removal(kill, moves['word-right']),
  cut: (state) => kill(state, selectionOf(state)),
  copy: (state) => ({ ...state, killed: selected(state) ?? state.killed }),
  yank: (state) => inserted(state, state.killed),
  undo: undone,
  search: (state) =>
    searched(state, state.search ?? '', state.search === null ? state.history.length : state.recalled),
  'search-end': (state) => ({ ...state, search: null }),
  'search-cancel': (state) => ({ ...recall(state, state.history.length), search: null }),
};

/** The composer after this edit. */
export const edited = (state: ComposerState, edit: Edit): ComposerState => edits[edit](state);

/** Text typed at the cursor, or into the search. */
export const typed = (state: ComposerState, text: string): ComposerState =>
  state.search === null ? typedIn(state, text) : searched(state, state.search + text);

/** A paste at the cursor, or into the search. */
export const pasted = (state: ComposerState, text: string): ComposerState =>
  state.search === null ? pastedIn(state, text) : typed(state, text);
