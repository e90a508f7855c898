import { Box } from 'ink';
import type { ReactElement } from 'react';
import { sanitize } from '../../domain/sanitize.ts';
import type { Panel } from '../panels/state.ts';
import { type Room, rowsOf } from '../panels/text.ts';
import { editsText } from '../state/field.ts';
import { shorten } from '../terminal/cells.ts';
import { styled, type Theme } from '../themes/theme.ts';
import { Line, Rows, RowsBeside } from './line.tsx';
import { ListPanel } from './list-panel.tsx';
import { FieldRow, useKeys } from './listening.tsx';

type Of<Type extends Panel['type']> = Extract<Panel, { type: Type }>;

interface PanelProps<P extends Panel> {
  readonly panel: P;
  readonly theme: Theme;
  readonly room: Room;
}

const TextPanel = ({ panel, room }: PanelProps<Of<'text'>>): ReactElement => {
  useKeys(() => true);
  const rows = rowsOf(panel.lines, room.width);
  const top = Math.max(0, Math.min(panel.top, rows.length - room.height + 1));
  return (
    <Box flexDirection="column">
      <Rows rows={rows.slice(top, top + room.height - 1)} />
    </Box>
  );
};

const FieldPanel = ({ panel, theme, room }: PanelProps<Of<'field'>>): ReactElement => {
  useKeys((key) => !editsText(key));
  return (
    <Box flexDirection="column">
      <Rows rows={rowsOf(panel.lines, room.width).slice(0, Math.max(0, room.height - 2))} />
      <FieldRow before="> " value={panel.value} style={theme.dim} />
    </Box>
  );
};

const answersOf = ({ answers, tone, details }: Of<'question'>): string =>
  [
    ...answers.map(({ key, label }) => `${key} ${sanitize(label)}`),
    ...(details ? ['d details'] : []),
    tone === 'calm' ? 'n no' : 'Esc closes',
  ].join(' · ');

const QuestionPanel = ({ panel, theme, room }: PanelProps<Of<'question'>>): ReactElement => {
  useKeys(() => true);
  return (
    <Box flexDirection="column">
      <Rows rows={rowsOf(panel.lines, room.width).slice(0, Math.max(1, room.height - 2))} />
      <Line style={theme.dim}>{answersOf(panel)}</Line>
    </Box>
  );
};

/** Where one is in a text that is longer than the panel. */
const placeIn = (panel: Panel, room: Room): string => {
  if (panel.type !== 'text') return '';
  const { length } = rowsOf(panel.lines, room.width);
  if (length < room.height) return '';
  return ` ${Math.min(length, panel.top + room.height - 1)}/${length}`;
};

/** What the edge and the space inside it take of a panel's width. */
export const edgeWidth = 3;

/** A panel: a title and what it shows, no larger than its room; with an edge at its left where it stands beside the transcript. */
export const PanelView = ({
  panel,
  theme,
  room,
  isBeside,
}: PanelProps<Panel> & { isBeside: boolean }): ReactElement => {
  const title = shorten(sanitize(panel.title), Math.max(1, room.width - 12)) + placeIn(panel, room);
  const edge = Array<string>(room.height).fill(styled(theme.dim, '│'));
  return (
    <Box {...(isBeside && { height: room.height })}>
      {isBeside && (
        <Box flexDirection="column" flexShrink={0} width={2}>
          <RowsBeside rows={edge} />
        </Box>
      )}
      <Box flexDirection="column" overflow="hidden" width={room.width}>
        <Line style={theme.strong}>{title}</Line>
        {panel.type === 'list' && <ListPanel {...{ panel, theme, room }} />}
        {panel.type === 'text' && <TextPanel {...{ panel, theme, room }} />}
        {panel.type === 'field' && <FieldPanel {...{ panel, theme, room }} />}
        {panel.type === 'question' && <QuestionPanel {...{ panel, theme, room }} />}
      </Box>
    </Box>
  );
};
