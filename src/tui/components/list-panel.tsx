import { Box } from 'ink';
import type { ReactElement } from 'react';
import type { Item } from '../../commands/command.ts';
import { portraitRows } from '../../commands/portrait/portrait.ts';
import { sanitize } from '../../domain/sanitize.ts';
import { matching, type Panel } from '../panels/state.ts';
import { type Room, rowsOf, windowOf } from '../panels/text.ts';
import { editsText } from '../state/field.ts';
import { cells, shorten } from '../terminal/cells.ts';
import { styled, type Theme } from '../themes/theme.ts';
import { Line, Rows, RowsBeside } from './line.tsx';
import { FieldRow, useKeys } from './listening.tsx';

/** Rows below which a list gives all to its items. */
const leastForPreview = 8;

/** What is shown of the chosen item below the list: its own preview, else its label where it was cut. */
const previewOf = (item: Item | undefined, width: number): readonly string[] => {
  if (item === undefined) return [];
  return item.preview?.() ?? (cells(item.label) > width - 2 ? [item.label] : []);
};

/** The first of these rows, the last of which says where there are more. */
const cut = (rows: readonly string[], most: number, width: number): readonly string[] =>
  rows.length <= most
    ? rows
    : rows.slice(0, Math.max(0, most)).map((row, at) => (at === most - 1 ? shorten(`${row} …`, width) : row));

interface ItemLook {
  readonly item: Item;
  readonly number: number;
  readonly theme: Theme;
  readonly width: number;
  readonly isChosen: boolean;
  /** Whether nothing of the list is filtered out, so that it is drawn as what it is. */
  readonly isWhole: boolean;
}

const itemRow = ({ item, number, theme, width, isChosen, isWhole }: ItemLook): string => {
  const lead = isWhole ? (item.lead ?? '') : '';
  const label = shorten(`${number < 10 ? number : ' '} ${lead}${sanitize(item.label)}`, width);
  const room = width - cells(label) - 2;
  const detail = item.detail === undefined || room < 6 ? '' : `  ${shorten(sanitize(item.detail), room)}`;
  return isChosen ? styled(theme.selected, label + detail) : label + styled(theme.dim, detail);
};

const leastForPicture = { width: 40, height: 5 };
const largestPicture = { columns: 24, rows: 12 };

/** The picture in half blocks, a third of the width at most; no rows where there is no room or colour for it. */
const pictureRows = (
  picture: Uint8Array | null,
  { palette }: Theme,
  { width, height }: Room,
): readonly string[] => {
  const fits = width >= leastForPicture.width && height >= leastForPicture.height;
  if (picture === null || palette === null || !fits) return [];
  const columns = Math.min(largestPicture.columns, Math.floor(width / 3));
  return portraitRows(picture, { columns, rows: Math.min(largestPicture.rows, height) }, palette);
};

interface PreviewProps {
  readonly lines: readonly string[];
  readonly picture: Uint8Array | null;
  readonly theme: Theme;
  readonly room: Room;
}

/** What is to be seen of a row, beside its picture where that can be drawn. */
const Preview = ({ lines, picture, theme, room }: PreviewProps): ReactElement => {
  const drawn = pictureRows(picture, theme, room);
  const beside = drawn.length === 0 ? 0 : cells(drawn[0] ?? '') + 2;
  return (
    <Box marginTop={1} height={room.height} overflow="hidden">
      {beside > 0 && (
        <Box flexDirection="column" width={beside} flexShrink={0}>
          <RowsBeside rows={drawn} />
        </Box>
      )}
      <Box flexDirection="column">
        <Rows rows={cut(rowsOf(lines, room.width - beside), room.height, room.width - beside)} />
      </Box>
    </Box>
  );
};

interface ListPanelProps {
  readonly panel: Extract<Panel, { type: 'list' }>;
  readonly theme: Theme;
  readonly room: Room;
}

/** A list to choose from, its filter, and what is to be seen of the chosen row. */
export const ListPanel = ({ panel, theme, room }: ListPanelProps): ReactElement => {
  useKeys((key) => !editsText(key) || (panel.filter === '' && /^[1-9]$/.test(key.text)));
  const items = matching(panel);
  const chosen = items[panel.chosen];
  const preview = room.height < leastForPreview ? [] : previewOf(chosen, room.width);
  const half = Math.ceil((room.height - 2) / 2);
  const most = Math.max(1, preview.length === 0 ? room.height - 1 : Math.min(panel.items.length, half));
  const first = windowOf(items.length, panel.chosen, most);
  const shown = items.slice(first, first + most).map((item, index) =>
    itemRow({
      ...{ item, theme, number: first + index + 1, width: room.width },
      ...{ isChosen: first + index === panel.chosen, isWhole: panel.filter === '' },
    }),
  );
  return (
    <Box flexDirection="column">
      <FieldRow
        before="› "
        value={panel.filter}
        placeholder={panel.isFiltering === false ? '/ to filter' : 'type to filter'}
        style={theme.dim}
      />
      {items.length === 0 && <Line style={theme.dim}>nothing matches</Line>}
      <Rows rows={shown} />
      {preview.length > 0 && (
        <Preview
          lines={preview}
          picture={chosen?.picture?.() ?? null}
          theme={theme}
          room={{ width: room.width, height: Math.max(0, room.height - most - 2) }}
        />
      )}
    </Box>
  );
};
