import { sanitize } from '../../domain/sanitize.ts';
import { type Completion, completionOf, type Words } from './completion.ts';
import * as move from './text.ts';

/** The composer: the draft, what was killed, undone, sent and pasted before. */
export interface ComposerState extends move.Draft {
  readonly killed: string;
  readonly undo: readonly move.Draft[];
  readonly history: readonly string[];
  /** Place in the history being looked at; `history.length` is the draft itself. */
  readonly recalled: number;
  /** What was being written before the history was opened. */
  readonly kept: string;
  /** What Ctrl+R looks for; null when it is closed. */
  readonly search: string | null;
  readonly completion: Completion | null;
  /** Long pastes, shown as placeholders until sent. */
  readonly pastes: readonly string[];
}

/** What can be done to a draft without arguments. */
export type Edit =
  | 'left'
  | 'right'
  | 'word-left'
  | 'word-right'
  | 'home'
  | 'end'
  | 'up'
  | 'down'
  | 'backspace'
  | 'delete'
  | 'kill-line'
  | 'kill-start'
  | 'kill-word-left'
  | 'kill-word-right'
  | 'yank'
  | 'undo'
  | 'search'
  | 'search-end'
  | 'search-cancel';

/** An empty composer that remembers these earlier texts, oldest first. */
export const emptyComposer = (history: readonly string[] = []): ComposerState => ({
  text: '',
  cursor: 0,
  killed: '',
  undo: [],
  history,
  recalled: history.length,
  kept: '',
  search: null,
  completion: null,
  pastes: [],
});

const longPaste = { lines: 10, characters: 1000 };
const undoDepth = 200;

const placeholder = (paste: string, number: number): string =>
  `[paste ${number}: ${paste.split('\n').length} lines, ${paste.length} characters]`;

/** The text with its placeholders replaced by what was pasted. */
export const expanded = ({ text, pastes }: ComposerState): string =>
  pastes.reduce((result, paste, index) => result.replace(placeholder(paste, index + 1), () => paste), text);

/** The draft replaced, with a way back. */
export const replaced = (state: ComposerState, draft: move.Draft): ComposerState => {
  const isTyping =
    draft.text.length === state.text.length + 1 && /\w$/.test(draft.text.slice(0, draft.cursor));
  const last = state.undo.at(-1);
  const joins = isTyping && last !== undefined && /\w$/.test(state.text.slice(0, state.cursor));
  const undo = joins
    ? state.undo
    : [...state.undo, { text: state.text, cursor: state.cursor }].slice(-undoDepth);
  return { ...state, ...draft, undo, completion: null };
};

const splice = (state: ComposerState, from: number, to: number, text = ''): ComposerState =>
  replaced(state, {
    text: state.text.slice(0, from) + text + state.text.slice(to),
    cursor: from + text.length,
  });

/** Text typed at the cursor, or into the search. */
export const typed = (state: ComposerState, text: string): ComposerState => {
  const clean = sanitize(text, { newlines: true });
  if (state.search !== null) return searched(state, state.search + clean, state.history.length);
  return splice(state, state.cursor, state.cursor, clean);
};

/** A paste: as it is when short, as a placeholder when long. */
export const pasted = (state: ComposerState, text: string): ComposerState => {
  const clean = sanitize(text, { newlines: true });
  const isLong = clean.length > longPaste.characters || clean.split('\n').length > longPaste.lines;
  if (!isLong || state.search !== null) return typed(state, clean);
  const pastes = [...state.pastes, clean];
  return { ...splice(state, state.cursor, state.cursor, placeholder(clean, pastes.length)), pastes };
};

/** The composer after another text is searched for in what was written before. */
export const searchedFor = (state: ComposerState, query: string): ComposerState =>
  searched(state, query, state.history.length);

/** An empty composer that remembers what was sent. */
export const sent = (state: ComposerState): ComposerState => {
  const text = expanded(state);
  const isNew = text.trim() !== '' && state.history.at(-1) !== text;
  return { ...emptyComposer(isNew ? [...state.history, text] : state.history), killed: state.killed };
};

const recall = (state: ComposerState, index: number): ComposerState => {
  if (index < 0 || index > state.history.length) return state;
  const kept = state.recalled === state.history.length ? state.text : state.kept;
  const text = state.history[index] ?? kept;
  return { ...state, text, cursor: text.length, recalled: index, kept, completion: null };
};

function searched(state: ComposerState, query: string, before: number): ComposerState {
  const at = query === '' ? -1 : state.history.slice(0, before).findLastIndex((text) => text.includes(query));
  const found = at < 0 ? state : recall(state, at);
  return { ...found, search: query };
}

const kill = (state: ComposerState, from: number, to: number): ComposerState =>
  from === to ? state : { ...splice(state, from, to), killed: state.text.slice(from, to) };

const jump = (state: ComposerState, cursor: number): ComposerState => ({
  ...state,
  cursor,
  completion: null,
});

const undone = (state: ComposerState): ComposerState => {
  const last = state.undo.at(-1);
  return last === undefined ? state : { ...state, ...last, undo: state.undo.slice(0, -1), completion: null };
};

const edits: Record<Edit, (state: ComposerState) => ComposerState> = {
  left: (state) => jump(state, move.leftOf(state)),
  right: (state) => jump(state, move.rightOf(state)),
  'word-left': (state) => jump(state, move.wordLeftOf(state)),
  'word-right': (state) => jump(state, move.wordRightOf(state)),
  home: (state) => jump(state, move.lineStart(state)),
  end: (state) => jump(state, move.lineEnd(state)),
  up: (state) => {
    const cursor = move.lineMove(state, -1);
    return cursor === null ? recall(state, state.recalled - 1) : jump(state, cursor);
  },
  down: (state) => {
    const cursor = move.lineMove(state, 1);
    return cursor === null ? recall(state, state.recalled + 1) : jump(state, cursor);
  },
  backspace: (state) => splice(state, move.leftOf(state), state.cursor),
  delete: (state) => splice(state, state.cursor, move.rightOf(state)),
  'kill-line': (state) => kill(state, state.cursor, move.lineEnd(state)),
  'kill-start': (state) => kill(state, move.lineStart(state), state.cursor),
  'kill-word-left': (state) => kill(state, move.wordLeftOf(state), state.cursor),
  'kill-word-right': (state) => kill(state, state.cursor, move.wordRightOf(state)),
  yank: (state) => splice(state, state.cursor, state.cursor, state.killed),
  undo: undone,
  search: (state) =>
    searched(state, state.search ?? '', state.search === null ? state.history.length : state.recalled),
  'search-end': (state) => ({ ...state, search: null }),
  'search-cancel': (state) => ({ ...recall(state, state.history.length), search: null }),
};

/** The composer after this edit. */
export const edited = (state: ComposerState, edit: Edit): ComposerState => edits[edit](state);

/** Tab: the first completion at the cursor, or the next one. */
export const completed = (state: ComposerState, words: Words): ComposerState => {
  const completion = completionOf(state, words);
  const choice = completion?.choices[completion.chosen];
  if (completion === null || choice === undefined) return state;
  return { ...splice(state, completion.from, state.cursor, choice), completion };
};
