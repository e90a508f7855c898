import { sanitize } from '../../domain/sanitize.ts';
import type { Field } from '../field.ts';
import { shorten } from '../terminal/cells.ts';
import { styled, type Theme } from '../theme.ts';
import { wrapLine } from '../transcript/wrap.ts';
import { matching, type Panel } from './state.ts';

const wrapped = (lines: readonly string[], width: number): string[] =>
  lines.flatMap((line) =>
    sanitize(line, { newlines: true })
      .split('\n')
      .flatMap((part) => wrapLine([{ text: part, style: '' }], width)),
  );

const windowOf = (count: number, chosen: number, most: number): number =>
  Math.max(0, Math.min(chosen - Math.floor(most / 2), count - most));

const listRows = (
  panel: Extract<Panel, { type: 'list' }>,
  theme: Theme,
  room: { width: number; most: number },
): string[] => {
  const items = matching(panel);
  if (items.length === 0) return [styled(theme.dim, 'nothing matches')];
  const first = windowOf(items.length, panel.chosen, room.most);
  return items.slice(first, first + room.most).map(({ label }, index) => {
    const number = first + index + 1;
    const text = shorten(`${number < 10 ? number : ' '} ${sanitize(label)}`, room.width);
    return first + index === panel.chosen ? styled(theme.selected, text) : text;
  });
};

const hintOf = (panel: Exclude<Panel, { type: 'list' }>): string => {
  if (panel.type === 'text') return 'Up/Down scroll · Esc closes';
  const answers = panel.answers.map(({ key, label }) => `${key} ${label}`);
  return [...answers, panel.tone === 'calm' ? 'n no' : 'Esc closes'].join(' · ');
};

const bodyRows = (panel: Panel, theme: Theme, room: { width: number; most: number }): string[] => {
  if (panel.type === 'list') return listRows(panel, theme, room);
  const lines = wrapped(panel.lines, room.width);
  const top = panel.type === 'text' ? Math.max(0, Math.min(panel.top, lines.length - room.most)) : 0;
  return lines.slice(top, top + room.most);
};

/** The last line of a list, in which its filter is written. */
export const filterField = ({ filter }: Extract<Panel, { type: 'list' }>): Field => ({
  before: filter === '' ? '' : 'filter: ',
  value: filter,
  placeholder: 'type to filter',
  after: ' · Enter chooses · Esc closes',
});

/** A panel as rows: title, body, hint but for a list, whose field stands there; `most` rows at most. */
export const panelRows = (panel: Panel, theme: Theme, room: { width: number; most: number }): string[] => {
  const tone = panel.type === 'question' && panel.tone === 'error' ? `1;${theme.error}` : theme.strong;
  const body = bodyRows(panel, theme, { width: room.width, most: Math.max(1, room.most - 2) });
  const head = styled(tone, shorten(sanitize(panel.title), room.width));
  if (panel.type === 'list') return [head, ...body];
  return [head, ...body, styled(theme.dim, shorten(sanitize(hintOf(panel)), room.width))];
};
