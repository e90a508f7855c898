import type { PlayState } from '../play/play.ts';
import { layDraft } from './composer/layout.ts';
import { panelRows } from './panels/layout.ts';
import type { ScreenState } from './state.ts';
import { statusRow } from './status.ts';
import { cells, shorten } from './terminal/cells.ts';
import type { Frame } from './terminal/frame.ts';
import { sanitize } from './terminal/sanitize.ts';
import type { Size } from './terminal/stage.ts';
import { styled, type Theme } from './theme.ts';
import { wrapLine } from './transcript/wrap.ts';

/** What the chrome is made from. */
export interface ChromeSource {
  readonly screen: ScreenState;
  readonly play: PlayState;
  readonly below: number;
  readonly size: Size;
  readonly theme: Theme;
}

/** Everything around the transcript, laid out for a size; every row fits the width. */
export interface Chrome {
  readonly transcriptHeight: number;
  readonly notice: readonly string[];
  readonly rule: string;
  readonly panel: readonly string[];
  readonly composer: readonly string[];
  readonly status: string;
  readonly cursor: Frame['cursor'];
}

const leastTranscript = 3;

const noticeRows = ({ screen, theme, size }: ChromeSource): string[] => {
  const { composer, notice } = screen;
  if (composer.search !== null)
    return [styled(theme.dim, shorten(`search: ${composer.search}`, size.columns))];
  if (composer.completion !== null && composer.completion.choices.length > 1) {
    return [styled(theme.dim, shorten(sanitize(composer.completion.choices.join(' ')), size.columns))];
  }
  if (notice === null) return [];
  const style = notice.tone === 'error' ? theme.error : theme.dim;
  const lines = sanitize(notice.text, { newlines: true }).split('\n');
  return lines.flatMap((text) => wrapLine([{ text, style }], size.columns)).slice(0, 4);
};

const composerRows = (
  { screen, play, theme, size }: ChromeSource,
  most: number,
): { rows: string[]; cursor: { row: number; column: number } } => {
  const prompt = `${shorten(sanitize(play.playing.name), Math.floor(size.columns / 3))} > `;
  const indent = cells(prompt);
  const draft = layDraft(screen.composer, size.columns - indent, most);
  const rows = draft.rows.map(
    (row, index) => (index === 0 ? styled(theme.accent, prompt) : ' '.repeat(indent)) + row,
  );
  return { rows, cursor: { row: draft.cursor.row, column: draft.cursor.column + indent } };
};

/** Lays the chrome out: what it needs from below, at least three rows of transcript above. */
export const layChrome = (source: ChromeSource): Chrome => {
  const { screen, play, below, size, theme } = source;
  const room = Math.max(1, size.rows - leastTranscript - 2);
  const composer = composerRows(source, Math.max(1, Math.min(8, Math.floor(room / 2))));
  const notice = noticeRows(source).slice(0, Math.max(0, room - composer.rows.length));
  const forPanel = room - composer.rows.length - notice.length;
  const panel =
    screen.panel === null || forPanel < 1
      ? []
      : panelRows(screen.panel, theme, { width: size.columns, most: forPanel }).slice(0, forPanel);
  const used = 2 + composer.rows.length + notice.length + panel.length;
  const composerTop = size.rows - 1 - composer.rows.length;
  return {
    transcriptHeight: Math.max(0, size.rows - used),
    notice,
    rule: styled(theme.dim, '─'.repeat(size.columns)),
    panel,
    composer: composer.rows,
    status: statusRow(play, below, { theme, width: size.columns }),
    cursor:
      screen.panel === null
        ? { row: composerTop + composer.cursor.row, column: composer.cursor.column }
        : null,
  };
};
