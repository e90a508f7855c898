import { sanitize } from '../domain/sanitize.ts';
import type { CastMember } from '../play/chat/play-state.ts';
import { type ComposerState, inserted, rewritten } from './composer/state.ts';
import { wrapLine } from './markup/wrap.ts';
import { type Handover, initialState, type ScreenState } from './state/state.ts';
import { shorten } from './terminal/cells.ts';
import type { Frame } from './terminal/frame.ts';
import type { Size } from './terminal/ink-renderer.ts';

const longestName = 40;
const shown = (name: string): string => shorten(sanitize(name), longestName);

const linesOf = ({ to, player, isRefused }: Handover): string[] => [
  player === null
    ? `Hand the keyboard to whoever plays ${shown(to)}.`
    : `Hand the keyboard to ${shown(player)}, who plays ${shown(to)}.`,
  '',
  isRefused
    ? 'It cannot be taken now: Enter tries again, Esc cancels.'
    : 'Press Enter when you have it, Esc to cancel.',
];

/** The screen during the handover: whom it waits for, and nothing of the chat. */
export const handoverFrame = (handover: Handover, { columns, rows }: Size): Frame => {
  const lines = linesOf(handover)
    .flatMap((text) => wrapLine([{ text, style: '' }], columns))
    .slice(0, rows);
  const above = Math.floor((rows - lines.length) / 2);
  const all = Array.from({ length: rows }, (_, row) => lines[row - above] ?? '');
  return { columns, rows: all, region: { top: 0, height: rows }, cursor: null };
};

/** The screen after the keyboard was taken: the draft of whom it was stays behind, the taker's `own` is there again. */
export const afterHandover = (
  state: ScreenState,
  from: CastMember['id'],
  own: ComposerState,
): ScreenState => ({
  ...initialState(own, false),
  drafts: new Map(state.drafts).set(from, state.composer),
  vim: state.vim,
});

/**
 * The screen after the one at the keyboard writes as somebody else: what was written before as another stays with that one, and
 * an unsent draft comes along unless it was taken from there, or one of the other's own waits there.
 */
export const playingAs = (state: ScreenState, from: CastMember['id'], own: ComposerState): ScreenState => {
  const { composer, drafts } = state;
  const isKept = composer.text === '' || own.text !== '' || composer.recalled < composer.history.length;
  if (isKept) return { ...state, composer: own, drafts: new Map(drafts).set(from, composer) };
  const left = rewritten(composer, '');
  return { ...state, composer: inserted(own, composer), drafts: new Map(drafts).set(from, left) };
};
