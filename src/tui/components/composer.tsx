import { Box } from 'ink';
import type { ReactElement } from 'react';
import { sanitize } from '../../domain/sanitize.ts';
import { directorName } from '../../domain/world/names.ts';
import type { PlayState } from '../../play/chat/play-state.ts';
import { type DraftSpan, layDraft } from '../composer/layout.ts';
import type { RowStarts } from '../composer/row-starts.ts';
import type { ComposerState } from '../composer/state.ts';
import { cells, shorten } from '../terminal/cells.ts';
import { styled, type Theme } from '../themes/theme.ts';
import { Line, Rows } from './line.tsx';

/** The draft laid out behind the name of who writes: its rows and where the cursor stands among them. */
export interface LaidComposer {
  readonly prompt: string;
  readonly rows: readonly (readonly DraftSpan[])[];
  readonly cursor: { readonly row: number; readonly column: number };
  /** What may be done where nothing is written. */
  readonly hint: string;
}

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
  const prompt = `${shorten(sanitize(writer), Math.floor(width / 3))} > `;
  const indent = cells(prompt);
  const { rows, cursor } = layDraft(composer, width - indent, most, known);
  const looksOn = play.isOnlooker || play.playing.id === directorName;
  const hint = looksOn ? 'you look on; /as NAME to write' : 'write, or /to NAME to whisper';
  return { prompt, rows, cursor: { row: cursor.row, column: cursor.column + indent }, hint };
};

interface ComposerProps {
  readonly laid: LaidComposer;
  readonly isEmpty: boolean;
  readonly theme: Theme;
}

const styleOf = (look: DraftSpan['look'], { dim, selected }: Theme): string =>
  ({ plain: '', paste: dim, selected })[look];

const shown = (row: readonly DraftSpan[], theme: Theme): string =>
  row.map(({ text, look }) => styled(styleOf(look, theme), text)).join('');

/** The draft behind the name of who writes; what one may do where it is empty. */
export const Composer = ({ laid, isEmpty, theme }: ComposerProps): ReactElement => (
  <Box>
    <Box flexShrink={0}>
      <Line style={theme.accent}>{laid.prompt}</Line>
    </Box>
    <Box flexDirection="column" flexGrow={1}>
      {isEmpty ? (
        <Line style={theme.dim}>{laid.hint}</Line>
      ) : (
        <Rows rows={laid.rows.map((row) => shown(row, theme))} />
      )}
    </Box>
  </Box>
);
