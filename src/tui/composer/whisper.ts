import { takeNames } from '../../commands/line.ts';
import { type Edit, edited } from './edits.ts';
import { type ComposerState, spliced } from './state.ts';
import { lineMove } from './text.ts';

/** What a draft is whispered to: the names, and where in it the words begin. */
export interface Whisper {
  readonly names: readonly string[];
  readonly from: number;
}

/** Who can be whispered to: names of the cast, and of groups. */
export interface Hearers {
  readonly names: readonly string[];
  readonly groups: readonly string[];
}

const command = /^\/to[^\S\n]+/i;

/** To whom a draft is whispered; null where it is not, or the names are still being written or are nobody's. */
export function whisperIn(text: string, { names: known, groups }: Hearers): Whisper | null {
  const begun = command.exec(text)?.[0].length;
  if (begun === undefined) return null;
  const written = text.trimEnd();
  const { names, rest } = takeNames(written.slice(begun), known);
  const all = new Set([...known, ...groups].map((name) => name.toLowerCase()));
  const isKnown = names.length > 0 && names.every((name) => all.has(name.toLowerCase()));
  if (!isKnown || written.endsWith(',')) return null;
  if (rest !== '') return { names, from: written.length - rest.length };
  return text.length > written.length ? { names, from: written.length + 1 } : null;
}

/** What changes the words alone: whom they are whispered to stays before them. */
export function withinWords(
  state: ComposerState,
  { from }: Whisper,
  change: (words: ComposerState) => ComposerState,
): ComposerState {
  const { text, cursor, anchor, recalled } = state;
  const inWords = (place: number): number => Math.max(0, place - from);
  const words = { text: text.slice(from), cursor: inWords(cursor), anchor: anchor && inWords(anchor) };
  const after = change({ ...state, ...words });
  const isNew = after.undo !== state.undo;
  return {
    ...after,
    text: text.slice(0, from) + after.text,
    cursor: after.cursor + from,
    anchor: after.anchor === null ? null : after.anchor + from,
    undo: isNew ? [...after.undo.slice(0, -1), { text, cursor, recalled }] : after.undo,
  };
}

const ofWhole: ReadonlySet<Edit> = new Set(['undo', 'search', 'search-end', 'search-cancel']);

const leavesWords = (state: ComposerState, { from }: Whisper, edit: Edit): boolean => {
  if (edit !== 'up' && edit !== 'down') return ofWhole.has(edit);
  const words = { text: state.text.slice(from), cursor: Math.max(0, state.cursor - from) };
  return lineMove(words, edit === 'up' ? -1 : 1) === null;
};

/** An edit of a draft that may be whispered. */
export const editedAs = (state: ComposerState, whisper: Whisper | null, edit: Edit): ComposerState =>
  whisper === null || state.search !== null || leavesWords(state, whisper, edit)
    ? edited(state, edit)
    : withinWords(state, whisper, (words) => edited(words, edit));

/** A whisper of which nothing is written, as a line that everybody there hears; null for any other draft. */
export const madeAloud = (state: ComposerState, whisper: Whisper | null): ComposerState | null =>
  whisper === null || state.text.length > whisper.from ? null : spliced(state, [0, state.text.length]);
