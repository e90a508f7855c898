import { sanitize } from '../../domain/sanitize.ts';
import type { Menu } from './menu.ts';
import { type Clip, carried, expand, held, literal } from './pastes.ts';
import { type Draft, settled } from './text.ts';

/** What stood in the composer before an edit, and at which place of the history. */
interface Before extends Draft {
  readonly recalled: number;
}

/** The composer: the draft, what was killed, undone, sent and pasted before. */
export interface ComposerState extends Draft, Clip {
  /** The other end of what is selected; null for nothing. */
  readonly anchor: number | null;
  readonly killed: Clip;
  readonly undo: readonly Before[];
  /** Whether the last edit typed a part of a word: what comes next is undone with it. */
  readonly isTyping: boolean;
  /** What was sent before, oldest first. */
  readonly history: readonly string[];
  /** Place in the history being looked at; `history.length` is the draft itself. */
  readonly recalled: number;
  /** What was written at other places of the history, the draft itself among them. */
  readonly aside: ReadonlyMap<number, Draft>;
  /** What Ctrl+R looks for; null when it is closed. */
  readonly search: string | null;
  /** What would complete the draft; null when nothing does, or it was closed. */
  readonly menu: Menu | null;
}

/** An empty composer that remembers these earlier texts, oldest first. */
export const emptyComposer = (history: readonly string[] = []): ComposerState => ({
  ...{ text: '', cursor: 0, anchor: null, pastes: [], killed: { text: '', pastes: [] } },
  ...{ undo: [], isTyping: false, history, recalled: history.length, aside: new Map() },
  ...{ search: null, menu: null },
});

const longPaste = { lines: 10, characters: 1000 };
const undoDepth = 200;

/** The text with what was pasted. */
export const expanded = (state: Clip): string => expand(state);

/** What is selected: from where to where; both the cursor when nothing is. */
export const selectionOf = ({
  anchor,
  cursor,
}: Pick<ComposerState, 'anchor' | 'cursor'>): readonly [from: number, to: number] =>
  anchor === null ? [cursor, cursor] : [Math.min(anchor, cursor), Math.max(anchor, cursor)];

/** What a stretch of the draft holds, to be taken elsewhere. */
export const clipOf = ({ text, pastes }: Clip, from: number, to: number): Clip => ({
  text: text.slice(from, to),
  pastes,
});

/** The draft replaced, with a way back unless it `joins` the edit before. */
const replaced = (state: ComposerState, draft: Draft & Clip, joins = false): ComposerState => {
  const { text, cursor, recalled } = state;
  const undo = joins ? state.undo : [...state.undo, { text, cursor, recalled }].slice(-undoDepth);
  return { ...state, ...settled(draft), pastes: draft.pastes, undo, anchor: null, isTyping: false };
};

/** The draft with a clip in place of a stretch of it. */
export const spliced = (
  state: ComposerState,
  [from, to]: readonly [number, number],
  clip: Clip = { text: '', pastes: state.pastes },
  joins = false,
): ComposerState => {
  const { text, pastes } = carried(clip, state.pastes);
  const whole = state.text.slice(0, from) + text + state.text.slice(to);
  return replaced(state, { text: whole, cursor: from + text.length, pastes }, joins);
};

/** The draft with a clip in place of what is selected. */
export const inserted = (state: ComposerState, clip: Clip): ComposerState =>
  spliced(state, selectionOf(state), clip);

/** The draft with a line that was refused before what has been typed since; a command that was refused only where nothing was. */
export function withRefused(state: ComposerState, refused: Clip): ComposerState {
  if (state.text === '') return inserted(state, refused);
  if (/^\/(?!\/)/.test(refused.text)) return state;
  const whole = spliced(state, [0, 0], { ...refused, text: `${refused.text}\n` });
  return { ...whole, cursor: state.cursor + whole.text.length - state.text.length };
}

/** The draft replaced by this text, as somebody wrote it. */
export const rewritten = (state: ComposerState, text: string): ComposerState =>
  spliced(state, [0, state.text.length], literal(sanitize(text, { newlines: true }), state.pastes));

const wordPart = /^[\p{L}\p{N}\p{M}_]/u;
/** What is undone at once of what is typed: a word, or a character that is part of none. */
const typedParts = /[\p{L}\p{N}\p{M}_]+|[\s\S]/gu;

const typedPart = (state: ComposerState, text: string): ComposerState => {
  const isTyping = wordPart.test(text);
  const joins = isTyping && state.isTyping && state.anchor === null;
  const typed = spliced(state, selectionOf(state), literal(text, state.pastes), joins);
  return { ...typed, isTyping };
};

/** Text typed in place of what is selected; what came together is undone as if it had come key by key. */
export const typedIn = (state: ComposerState, text: string): ComposerState => {
  const parts = sanitize(text, { newlines: true }).match(typedParts) ?? [];
  const early = parts.slice(0, -undoDepth - 1).join('');
  const first = early === '' ? state : typedPart(state, early);
  return parts.slice(-undoDepth - 1).reduce(typedPart, first);
};

/** A paste in place of what is selected: as it is when short, as one unit when long. */
export const pastedIn = (state: ComposerState, text: string): ComposerState => {
  const clean = sanitize(text, { newlines: true });
  const isLong = clean.length > longPaste.characters || clean.split('\n').length > longPaste.lines;
  return inserted(state, isLong ? held(state.pastes, clean) : literal(clean, state.pastes));
};
