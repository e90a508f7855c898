import type { ReactElement } from 'react';
import { sanitize } from '../../domain/sanitize.ts';
import { directorName } from '../../domain/world/names.ts';
import type { PlayState } from '../../play/chat/play-state.ts';
import { type DraftSpan, layDraft, spansShown } from '../composer/layout.ts';
import type { RowStarts } from '../composer/row-starts.ts';
import type { ComposerState } from '../composer/state.ts';
import { whisperIn } from '../composer/whisper.ts';
import { hearersOf } from '../state/state.ts';
import { cells, shorten } from '../terminal/cells.ts';
import { styled, type Theme } from '../themes/theme.ts';
import { Rows } from './line.tsx';

/** The draft laid out behind the name of who writes: its rows and where the cursor stands among them. */
export interface LaidComposer {
  readonly prompt: string;
  /** Whether only some hear it. */
  readonly isWhispered: boolean;
  /** Whether nothing is written. */
  readonly isEmpty: boolean;
  readonly rows: readonly (readonly DraftSpan[])[];
  readonly cursor: { readonly row: number; readonly column: number };
  /** What may be done where nothing is written. */
  readonly hint: string;
}

const hintOf = ({ isOnlooker, playing }: PlayState): string => {
  if (isOnlooker) return 'you look on; Esc returns, /auto lets them talk';
  return playing.id === directorName ? 'you look on; /as NAME to write' : 'write, or /to NAME to whisper';
};

/** A name as it is written in the cast. */
const calledIn = ({ cast }: PlayState, name: string): string =>
  cast.find((one) => one.name.toLowerCase() === name.toLowerCase())?.name ?? `@${name}`;

const wordsFrom = (composer: ComposerState, from: number): ComposerState =>
  from === 0
    ? composer
    : {
        ...composer,
        text: composer.text.slice(from),
        cursor: Math.max(0, composer.cursor - from),
        anchor: composer.anchor === null ? null : Math.max(0, composer.anchor - from),
      };

/** Lays a draft out for a width; of more than `most` rows those around the cursor. `known`: as for `layDraft`. */
export const layComposer = (
  composer: ComposerState,
  play: PlayState,
  { width, most, known }: { width: number; most: number; known?: RowStarts },
): LaidComposer => {
  const player = play.players[play.playing.id];
  const writer = play.isOnlooker
    ? 'looking on'
    : player === undefined
      ? play.playing.name
      : `${player} as ${play.playing.name}`;
  const whisper = whisperIn(composer.text, hearersOf(play));
  const to = whisper?.names.map((name) => calledIn(play, name)).join(', ') ?? '';
  const from = whisper?.from ?? 0;
  const prompt =
    whisper === null
      ? `${shorten(sanitize(writer), Math.floor(width / 3))} > `
      : `${shorten(`${sanitize(writer)} → ${sanitize(to)}`, Math.floor(width / 2))} ▸ `;
  const indent = cells(prompt);
  const { rows, cursor } = layDraft(wordsFrom(composer, from), width - indent, most, known);
  return {
    prompt,
    isWhispered: whisper !== null,
    isEmpty: composer.text.length <= from && composer.search === null,
    rows,
    cursor: { row: cursor.row, column: cursor.column + indent },
    hint: whisper === null ? hintOf(play) : `only ${sanitize(to)} will hear it; Backspace: aloud`,
  };
};

interface ComposerProps {
  readonly laid: LaidComposer;
  readonly theme: Theme;
  readonly width: number;
}

/** What stands there while a message of this speaker is edited on the page. */
export const layEdited = (speaker: string, width: number): LaidComposer => {
  const prompt = `${shorten(`editing ${sanitize(speaker)}`.trim(), Math.floor(width / 2))} ▸ `;
  return {
    ...{ prompt, isWhispered: false, isEmpty: true, rows: [] },
    cursor: { row: 0, column: cells(prompt) },
    hint: 'Enter keeps, Esc drops',
  };
};

/** The draft behind the name of who writes; what one may do where it is empty. */
export const Composer = ({ laid, theme, width }: ComposerProps): ReactElement => {
  const indent = cells(laid.prompt);
  const hint = styled(theme.dim, shorten(laid.hint, Math.max(1, width - indent)));
  const said = laid.isEmpty ? [hint] : laid.rows.map((row) => spansShown(row, theme));
  const prompt = styled(laid.isWhispered ? theme.badge : theme.accent, laid.prompt);
  const before = (row: string) => row && ' '.repeat(indent) + row;
  return <Rows rows={said.map((row, index) => (index === 0 ? prompt + row : before(row)))} />;
};
