import { Box } from 'ink';
import type { ReactElement } from 'react';
import type { Item } from '../../commands/command.ts';
import { portraitRows } from '../../commands/portrait/portrait.ts';
import { sanitize } from '../../domain/sanitize.ts';
import { withHits } from '../markup/hits.ts';
import { markInline, noMarks } from '../markup/inline.ts';
import { wrapLine } from '../markup/wrap.ts';
import { matching, type Panel } from '../panels/state.ts';
import { type Room, rowsOf, windowOf } from '../panels/text.ts';
import { editsText, isOfRow } from '../state/field.ts';
import { cells, padded, shorten } from '../terminal/cells.ts';
import { styled, type Theme } from '../themes/theme.ts';
import { columnsOf, gridRow, moreRows } from './grid.ts';
import { Line, Rows, RowsBeside } from './line.tsx';
import { FieldRow, useKeys } from './listening.tsx';

/** Rows below which a list gives all to its items. */
const leastForPreview = 8;

/** The first of these rows, the last of which says where there are more. */
const cut = (rows: readonly string[], most: number, width: number): readonly string[] =>
  rows.length <= most
    ? rows
    : rows.slice(0, Math.max(0, most)).map((row, at) => (at === most - 1 ? shorten(`${row} …`, width) : row));

/** What of a list stands where, in rows of this width. */
interface ListLook {
  readonly panel: Extract<Panel, { type: 'list' }>;
  readonly theme: Theme;
  readonly width: number;
  /** Rows that there are for it. */
  readonly height: number;
  /** Whether what there is to say of the chosen item stands below the list. */
  readonly isPreviewed: boolean;
}

const numberWidth = 2;

/** The item behind its number and its place in a tree; that is left out where others are filtered out. */
const numbered = (item: Item, at: number, isWhole: boolean): Item => {
  const lead = isWhole ? (item.lead ?? '') : '';
  return { ...item, label: `${at < 9 ? at + 1 : ' '} ${lead}${item.label}` };
};

/** What stands in a row of a list: an item by its number, or a text of its own. */
type Entry = number | string;

/** All rows of a list: its items, what stands above the first of a group, and what the row of the chosen one does not show. */
const entriesOf = (
  { panel, theme, width }: ListLook,
  items: readonly Item[],
  more: readonly string[],
): Entry[] => {
  const isWhole = panel.filter === '';
  const entries: Entry[] = [];
  for (const [at, { group }] of items.entries()) {
    if (isWhole && group !== undefined && group !== items[at - 1]?.group)
      entries.push(...(at === 0 ? [] : ['']), styled(theme.accent, shorten(group, width)));
    entries.push(at);
    if (at === panel.chosen) entries.push(...more.map((text) => styled(theme.dim, `  ${text}`)));
  }
  return entries;
};

/** The rows of a list around the chosen one. */
const listRows = (look: ListLook): string[] => {
  const { panel, theme, width, height, isPreviewed } = look;
  const items = matching(panel);
  const all = panel.filter === '' ? items : panel.items;
  const columns = columnsOf(all, width - numberWidth);
  const at = { ...columns, name: columns.name + numberWidth };
  const chosen = items[panel.chosen];
  const more = chosen === undefined || isPreviewed ? [] : moreRows(chosen, columns, width - numberWidth);
  const entries = entriesOf(look, items, more.slice(0, height - 1));
  const middle = entries.indexOf(panel.chosen) + Math.floor(more.length / 2);
  const first = windowOf(entries.length, middle, height);
  return entries.slice(first, first + height).map((entry) => {
    const item = typeof entry === 'number' ? items[entry] : undefined;
    if (item === undefined || typeof entry === 'string') return String(entry);
    const shown = numbered(item, entry, panel.filter === '');
    return gridRow(shown, { columns: at, width, theme, isChosen: entry === panel.chosen });
  });
};

const gutter = 3;

/** The rows of a list that stands on one page in two columns; null where it fits in one, or in none. */
const pageRows = ({ panel, theme, width, height }: ListLook): string[] | null => {
  const items = matching(panel);
  const half = Math.ceil(items.length / 2);
  if (panel.first === undefined || panel.filter !== '' || items.length <= height || half > height)
    return null;
  const each = Math.floor((width - gutter) / 2);
  const columns = columnsOf(items, each);
  const cell = (at: number): string => {
    const item = items[at];
    return item === undefined
      ? ''
      : gridRow(item, { columns, width: each, theme, isChosen: at === panel.chosen });
  };
  return Array.from({ length: half }, (_, at) => {
    const left = cell(at);
    return padded(left, each + gutter) + cell(at + half);
  });
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

/** Prose as rows of this width, its marks as styles. */
const proseRows = (lines: readonly string[], width: number, theme: Theme): string[] =>
  lines
    .flatMap((line) => sanitize(line, { newlines: true }).split('\n'))
    .flatMap((part) => markInline(part, { theme }, { ...noMarks, openOoc: null }).lines)
    .flatMap((spans) => (spans.length === 0 ? [''] : wrapLine(spans, width)));

interface PreviewProps {
  readonly lines: readonly string[];
  readonly isProse: boolean;
  readonly picture: Uint8Array | null;
  readonly theme: Theme;
  readonly room: Room;
}

/** What is to be seen of a row, beside its picture where that can be drawn. */
const Preview = ({ lines, isProse, picture, theme, room }: PreviewProps): ReactElement => {
  const drawn = pictureRows(picture, theme, room);
  const beside = drawn.length === 0 ? 0 : cells(drawn[0] ?? '') + 2;
  const rowsIn = (width: number) => (isProse ? proseRows(lines, width, theme) : rowsOf(lines, width));
  return (
    <Box marginTop={1} height={room.height} overflow="hidden">
      {beside > 0 && (
        <Box flexDirection="column" width={beside} flexShrink={0}>
          <RowsBeside rows={drawn} />
        </Box>
      )}
      <Box flexDirection="column">
        <Rows rows={cut(rowsIn(room.width - beside), room.height, room.width - beside)} />
      </Box>
    </Box>
  );
};

/** A row with what it was found by in another style. */
const lit = (row: string, sought: ListPanelProps['panel']['sought'], theme: Theme): string =>
  sought === undefined ? row : (withHits([row], sought, theme.found)[0] ?? row);

/** Rows that headings take in a list, and the space above them. */
const headingRows = (items: readonly Item[]): number => {
  const headings = items.filter(({ group }, at) => group !== undefined && group !== items[at - 1]?.group);
  return headings.length === 0 ? 0 : 2 * headings.length - 1;
};

interface ListPanelProps {
  readonly panel: Extract<Panel, { type: 'list' }>;
  readonly theme: Theme;
  readonly room: Room;
  /** Where in the filter the cursor stands. */
  readonly cursor: number;
}

/** A list to choose from, its filter, and what is to be seen of the chosen row. */
export const ListPanel = ({ panel, theme, room, cursor }: ListPanelProps): ReactElement => {
  useKeys((key) => {
    return isOfRow(panel, key) || !editsText(key) || (panel.filter === '' && /^[1-9]$/.test(key.text));
  });
  const items = matching(panel);
  const chosen = items[panel.chosen];
  const isPreviewed = room.height >= leastForPreview && panel.items.some(({ preview }) => preview);
  const most = Math.max(
    Math.ceil((room.height - 2) / 2),
    room.height - 2 - (panel.previewRows ?? room.height),
  );
  const height = Math.max(
    1,
    isPreviewed ? Math.min(panel.items.length + headingRows(panel.items), most) : room.height - 1,
  );
  const look = { panel, theme, width: room.width, height, isPreviewed };
  const rows = pageRows(look) ?? listRows(look);
  return (
    <Box flexDirection="column">
      <FieldRow
        before="› "
        field={{ text: panel.filter, cursor }}
        placeholder={panel.isFiltering === false ? '/ to filter' : 'type to filter'}
        style={theme.dim}
        width={room.width}
      />
      {items.length === 0 && <Line style={theme.dim}>nothing matches</Line>}
      <Rows rows={panel.sought ? rows.map((row) => lit(row, panel.sought, theme)) : rows} />
      {isPreviewed && (
        <Preview
          lines={chosen?.preview?.() ?? []}
          isProse={chosen?.isProse === true}
          picture={chosen?.picture?.() ?? null}
          theme={theme}
          room={{ width: room.width, height: Math.max(0, room.height - height - 2) }}
        />
      )}
    </Box>
  );
};
