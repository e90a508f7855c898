import { sanitize } from '../domain/sanitize.ts';
import { directorName } from '../domain/world/names.ts';
import { asksModel, type PlayState } from '../play/chat/play-state.ts';
import { layDraft } from './composer/layout.ts';
import type { Field } from './field.ts';
import { filterField, panelRows } from './panels/layout.ts';
import type { ScreenState } from './state.ts';
import { statusRow } from './status.ts';
import { cells, shorten } from './terminal/cells.ts';
import type { Frame } from './terminal/frame.ts';
import type { Size } from './terminal/ink-renderer.ts';
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
  /** The line that is edited, below the panel, or the notice where there is none; null for none. */
  readonly field: Field | null;
  readonly composer: readonly string[];
  readonly status: string;
  readonly cursor: Frame['cursor'];
}

const leastTranscript = 3;
const leastRule = 12;

const noticeRows = ({ screen, theme, size }: ChromeSource): string[] => {
  const { composer, notice } = screen;
  if (composer.search !== null && screen.panel === null) return [];
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
  const player = play.players[play.playing.id];
  const writer = player === undefined ? play.playing.name : `${player} as ${play.playing.name}`;
  const prompt = `${shorten(sanitize(writer), Math.floor(size.columns / 3))} > `;
  const indent = cells(prompt);
  const draft = layDraft(screen.composer, size.columns - indent, most);
  const rows = draft.rows.map(
    (row, index) => (index === 0 ? styled(theme.accent, prompt) : ' '.repeat(indent)) + row,
  );
  return { rows, cursor: { row: draft.cursor.row, column: draft.cursor.column + indent } };
};

/** Who would answer and why, where that is not plain from who is there. */
const nextLabel = ({ next, auto, cast }: PlayState): string => {
  const names = next?.speakers.map(({ name }) => name).join(', ') || 'nobody';
  const isPlain = next === null || (cast.length <= 2 && next.speakers.length > 0);
  const parts = [
    ...(isPlain ? [] : [`next: ${next.why === asksModel ? 'somebody' : names} (${next.why})`]),
    ...(auto === null ? [] : [`auto after ${auto} s`]),
  ];
  return parts.length === 0 ? '' : ` ${parts.join(' · ')} ─`;
};

const allSeen = '── EVERYTHING, as nobody perceives it (director) ';

/** The line between transcript and chrome; it says so when the transcript is more than anybody perceives. */
const ruleRow = ({ play, theme, size }: ChromeSource): string => {
  if (play.playing.id !== directorName) {
    const label = shorten(sanitize(nextLabel(play)), Math.max(0, size.columns - leastRule));
    return styled(theme.dim, '─'.repeat(Math.max(0, size.columns - cells(label))) + label);
  }
  return styled(theme.error, shorten(allSeen, size.columns).padEnd(size.columns, '─'));
};

const fieldOf = ({ panel, composer }: ScreenState): Field | null => {
  if (panel !== null) return panel.type === 'list' ? filterField(panel) : null;
  const { search } = composer;
  return search === null ? null : { before: 'search: ', value: search, placeholder: '', after: '' };
};

/** Lays the chrome out: what it needs from below, at least three rows of transcript above. */
export const layChrome = (source: ChromeSource): Chrome => {
  const { screen, play, below, size, theme } = source;
  const room = Math.max(1, size.rows - leastTranscript - 2);
  const composer = composerRows(source, Math.max(1, Math.min(8, Math.floor(room / 2))));
  const notice = noticeRows(source).slice(0, Math.max(0, room - composer.rows.length));
  const field = fieldOf(screen);
  const forPanel = room - composer.rows.length - notice.length - (field ? 1 : 0);
  const panel =
    screen.panel === null || forPanel < 1
      ? []
      : panelRows(screen.panel, theme, { width: size.columns, most: forPanel }).slice(0, forPanel);
  const used = 2 + composer.rows.length + notice.length + panel.length + (field ? 1 : 0);
  const composerTop = size.rows - 1 - composer.rows.length;
  return {
    transcriptHeight: Math.max(0, size.rows - used),
    notice,
    rule: ruleRow(source),
    panel,
    field,
    composer: composer.rows,
    status: statusRow(play, below, { theme, width: size.columns }),
    cursor:
      screen.panel === null
        ? { row: composerTop + composer.cursor.row, column: composer.cursor.column }
        : null,
  };
};
