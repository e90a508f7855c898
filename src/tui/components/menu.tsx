import type { ReactElement } from 'react';
import type { Menu, MenuItem } from '../composer/menu.ts';
import { windowOf } from '../panels/text.ts';
import { styled, type Theme } from '../themes/theme.ts';
import { columnsOf, type GridItem, gridRow, moreRows } from './grid.ts';
import { Rows } from './line.tsx';

const mostRows = 8;

const asItems = new WeakMap<readonly MenuItem[], readonly GridItem[]>();

/** What a menu offers as items of a list. */
const asGrid = (items: readonly MenuItem[]): readonly GridItem[] => {
  const before = asItems.get(items);
  if (before) return before;
  const made = items.map(({ text, usage, description }) => ({ label: text, usage, detail: description }));
  asItems.set(items, made);
  return made;
};

/** What can be taken while a command or a name is written: eight rows at most and no more than there is room for, around the chosen one, each with what it is. */
export const MenuView = ({
  menu: { items, chosen },
  theme,
  width,
  room,
}: {
  menu: Menu;
  theme: Theme;
  width: number;
  room: number;
}): ReactElement => {
  const columns = columnsOf(asGrid(items), width);
  const taken = asGrid(items)[chosen];
  const height = Math.max(1, Math.min(mostRows, room));
  const more = taken === undefined ? [] : moreRows(taken, columns, width).slice(0, height - 1);
  const most = height - more.length;
  const first = windowOf(items.length, chosen, most);
  const rows = asGrid(items)
    .slice(first, first + most)
    .flatMap((item, index) => {
      const isChosen = first + index === chosen;
      const row = gridRow(item, { columns, width, theme, isChosen });
      return [row, ...(isChosen ? more.map((text) => styled(theme.dim, text)) : [])];
    });
  return <Rows rows={rows} />;
};
