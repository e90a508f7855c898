import { Box, Text, useInput } from 'ink';
import TextInput from 'ink-text-input';
import { createContext, type ReactElement, type ReactNode, useContext } from 'react';
import type { Item } from '../../commands/command.ts';
import { sanitize } from '../../domain/sanitize.ts';
import { matching, type Panel } from '../panels/state.ts';
import { type Room, rowsOf, windowOf } from '../panels/text.ts';
import { editsText } from '../state/field.ts';
import { cells, shorten } from '../terminal/cells.ts';
import type { Key } from '../terminal/key-names.ts';
import { styled, type Theme } from '../theme.ts';
import { Line } from './line.tsx';

/** What the components hear of keys: the one that Ink is told of now, and where the text of a field goes. */
export interface Listening {
  readonly pressed: () => Key;
  readonly onKey: (key: Key) => void;
  readonly onField: (value: string) => void;
}

/** Who listens; handed down to whatever has the keyboard. */
export const ListeningContext = createContext<Listening | null>(null);

/** Calls the reducer for each key that reaches Ink and that a field beside has no use for. */
const useKeys = (isOurs: (key: Key) => boolean): void => {
  const listening = useContext(ListeningContext);
  useInput(() => {
    const key = listening?.pressed();
    if (key && isOurs(key)) listening?.onKey(key);
  });
};

/** A line of text that is edited by ink-text-input. */
export const FieldRow = ({
  before,
  value,
  placeholder = '',
}: {
  before: string;
  value: string;
  placeholder?: string;
}): ReactElement => {
  const listening = useContext(ListeningContext);
  return (
    <Box height={1} flexShrink={0}>
      <Text dimColor>{before}</Text>
      <TextInput
        value={value}
        placeholder={placeholder}
        onChange={(text) => listening?.onField(sanitize(text))}
      />
    </Box>
  );
};

type Of<Type extends Panel['type']> = Extract<Panel, { type: Type }>;

interface PanelProps<P extends Panel> {
  readonly panel: P;
  readonly theme: Theme;
  readonly room: Room;
}

const Rows = ({ rows }: { rows: readonly string[] }): ReactElement[] =>
  // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place on the screen
  rows.map((row, index) => <Line key={index}>{row}</Line>);

/** What is shown of the chosen item below the list: its own preview, else its label where it was cut. */
const previewOf = (item: Item | undefined, width: number): readonly string[] => {
  if (item === undefined) return [];
  return item.preview?.() ?? (cells(item.label) > width - 2 ? [item.label] : []);
};

interface ItemRowProps {
  readonly item: Item;
  readonly number: number;
  readonly theme: Theme;
  readonly width: number;
  readonly isChosen: boolean;
  /** Whether nothing of the list is filtered out, so that it is drawn as what it is. */
  readonly isWhole: boolean;
}

const ItemRow = ({ item, number, theme, width, isChosen, isWhole }: ItemRowProps): ReactElement => {
  const lead = isWhole ? (item.lead ?? '') : '';
  const label = shorten(`${number < 10 ? number : ' '} ${lead}${sanitize(item.label)}`, width);
  const room = width - cells(label) - 2;
  const detail = item.detail === undefined || room < 6 ? '' : `  ${shorten(sanitize(item.detail), room)}`;
  const shown = isChosen ? styled(theme.selected, label + detail) : label + styled(theme.dim, detail);
  return <Line>{shown}</Line>;
};

const ListPanel = ({ panel, theme, room }: PanelProps<Of<'list'>>): ReactElement => {
  useKeys((key) => !editsText(key) || (panel.filter === '' && /^[1-9]$/.test(key.text)));
  const items = matching(panel);
  const preview = previewOf(items[panel.chosen], room.width);
  const half = Math.ceil((room.height - 3) / 2);
  const most = Math.max(1, preview.length === 0 ? room.height - 2 : Math.min(panel.items.length, half));
  const first = windowOf(items.length, panel.chosen, most);
  return (
    <Box flexDirection="column">
      {items.length === 0 && <Line style={theme.dim}>nothing matches</Line>}
      {items.slice(first, first + most).map((item, index) => (
        <ItemRow
          key={item.label}
          item={item}
          number={first + index + 1}
          theme={theme}
          width={room.width}
          isChosen={first + index === panel.chosen}
          isWhole={panel.filter === ''}
        />
      ))}
      <FieldRow
        before={panel.filter === '' ? '' : 'filter: '}
        value={panel.filter}
        placeholder="type to filter"
      />
      {preview.length > 0 && (
        <Box
          flexDirection="column"
          marginTop={1}
          height={Math.max(0, room.height - most - 3)}
          overflow="hidden"
        >
          <Rows rows={rowsOf(preview, room.width).slice(0, Math.max(0, room.height - most - 3))} />
        </Box>
      )}
    </Box>
  );
};

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

const answersOf = ({ answers, tone }: Of<'question'>): string =>
  [
    ...answers.map(({ key, label }) => `${key} ${sanitize(label)}`),
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

const titleStyle = (panel: Panel, theme: Theme): string =>
  panel.type === 'question' && panel.tone === 'error' ? `1;${theme.error}` : theme.strong;

/** Where one is in a text that is longer than the panel. */
const placeIn = (panel: Panel, room: Room): string => {
  if (panel.type !== 'text') return '';
  const { length } = rowsOf(panel.lines, room.width);
  if (length < room.height) return '';
  return ` ${Math.min(length, panel.top + room.height - 1)}/${length}`;
};

const leftEdge = {
  ...{ borderStyle: 'single', borderDimColor: true, paddingX: 1 },
  ...{ borderTop: false, borderBottom: false, borderRight: false },
} as const;

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
  const edge = isBeside ? { ...leftEdge, height: room.height } : {};
  return (
    <Box flexDirection="column" overflow="hidden" {...edge}>
      <Line style={titleStyle(panel, theme)}>{title}</Line>
      {panel.type === 'list' && <ListPanel {...{ panel, theme, room }} />}
      {panel.type === 'text' && <TextPanel {...{ panel, theme, room }} />}
      {panel.type === 'question' && <QuestionPanel {...{ panel, theme, room }} />}
    </Box>
  );
};

/** Hands the keyboard down to what is inside. */
export const Listen = ({ to, children }: { to: Listening; children: ReactNode }): ReactElement => (
  <ListeningContext value={to}>{children}</ListeningContext>
);
