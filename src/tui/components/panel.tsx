import { Box } from 'ink';
import type { ReactElement } from 'react';
import { sanitize } from '../../domain/sanitize.ts';
import { matching, type Panel } from '../panels/state.ts';
import { type Room, rowsOf } from '../panels/text.ts';
import { editsText } from '../state/field.ts';
import { shorten } from '../terminal/cells.ts';
import type { Theme } from '../themes/theme.ts';
import { isTiles, type TilesProps, tilesPage } from '../tiles/page.ts';
import { Line, Rows } from './line.tsx';
import { ListPanel } from './list-panel.tsx';
import { FieldRow, useKeys } from './listening.tsx';

type Of<Type extends Panel['type']> = Extract<Panel, { type: Type }>;

interface PanelProps<P extends Panel> {
  readonly panel: P;
  readonly theme: Theme;
  readonly room: Room;
  /** Where in the line that is edited the cursor stands. */
  readonly cursor: number;
}

const TextPanel = ({ panel, room }: Pick<PanelProps<Of<'text'>>, 'panel' | 'room'>): ReactElement => {
  useKeys(() => true);
  const rows = rowsOf(panel.lines, room.width);
  const top = Math.max(0, Math.min(panel.top, rows.length - room.height));
  return <Rows rows={rows.slice(top, top + room.height)} />;
};

const FieldPanel = ({ panel, theme, room, cursor }: PanelProps<Of<'field'>>): ReactElement => {
  useKeys((key) => !editsText(key));
  return (
    <Box flexDirection="column">
      <Rows rows={rowsOf(panel.lines, room.width).slice(0, Math.max(0, room.height - 1))} />
      <FieldRow
        before="> "
        field={{ text: panel.value, cursor }}
        isSecret={panel.isSecret ?? false}
        style={theme.dim}
        width={room.width}
      />
    </Box>
  );
};

const answersOf = ({ answers, tone, details }: Of<'question'>): string =>
  [
    ...answers.map(({ key, label }) => `${key} ${sanitize(label)}`),
    ...(details ? ['d details'] : []),
    tone === 'calm' ? 'n no' : 'Esc closes',
  ].join(' · ');

const QuestionPanel = ({ panel, theme, room }: Omit<PanelProps<Of<'question'>>, 'cursor'>): ReactElement => {
  useKeys(() => true);
  return (
    <Box flexDirection="column">
      <Line style={theme.strong}>{shorten(sanitize(panel.title), room.width)}</Line>
      <Rows rows={rowsOf(panel.lines, room.width).slice(0, Math.max(1, room.height - 2))} />
      <Line style={theme.dim}>{answersOf(panel)}</Line>
    </Box>
  );
};

/** Where one is in what is longer than the panel: the last row of a text that is in sight, the chosen row of a list. */
export const placeIn = (panel: Panel, room: Room): string => {
  if (panel.type === 'list') {
    const { length } = matching(panel);
    return length < room.height ? '' : `${panel.chosen + 1}/${length}`;
  }
  if (panel.type !== 'text') return '';
  const { length } = rowsOf(panel.lines, room.width);
  return length <= room.height ? '' : `${Math.min(length, panel.top + room.height)}/${length}`;
};

/** The page of tiles with the keyboard: what is typed does what its verbs say, until `/` begins its filter. */
const TilesPage = ({ panel, theme, room, cursor }: TilesProps & { cursor: number }): ReactElement => {
  const { isFiltering = false } = panel;
  useKeys((key) => !isFiltering || !editsText(key));
  const height = room.height - (isFiltering ? 1 : 0);
  return (
    <Box flexDirection="column">
      <Rows rows={tilesPage({ panel, theme, room: { ...room, height } })} />
      {isFiltering && (
        <FieldRow
          before="  / "
          field={{ text: panel.filter, cursor }}
          placeholder="type to filter"
          style={theme.dim}
          width={room.width}
        />
      )}
    </Box>
  );
};

/** What a panel shows, no larger than its room; the question alone has its title there. */
export const PanelView = ({ panel, theme, room, cursor }: PanelProps<Panel>): ReactElement => {
  if (isTiles(panel)) return <TilesPage {...{ panel, theme, room, cursor }} />;
  return (
    <Box flexDirection="column" overflow="hidden" width={room.width}>
      {panel.type === 'list' && <ListPanel {...{ panel, theme, room, cursor }} />}
      {panel.type === 'text' && <TextPanel {...{ panel, room }} />}
      {panel.type === 'field' && <FieldPanel {...{ panel, theme, room, cursor }} />}
      {panel.type === 'question' && <QuestionPanel {...{ panel, theme, room }} />}
    </Box>
  );
};
