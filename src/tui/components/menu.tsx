import { Box } from 'ink';
import type { ReactElement } from 'react';
import { sanitize } from '../../domain/sanitize.ts';
import type { Menu } from '../composer/menu.ts';
import { windowOf } from '../panels/text.ts';
import { cells } from '../terminal/cells.ts';
import type { Theme } from '../themes/theme.ts';
import { Line } from './line.tsx';

const mostRows = 8;

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
  const most = Math.max(1, Math.min(mostRows, room));
  const first = windowOf(items.length, chosen, most);
  const shown = items.slice(first, first + most).map(({ text, usage, description }) => ({
    left: sanitize(`${text} ${usage}`.trimEnd()),
    right: sanitize(description),
  }));
  const column = Math.min(Math.floor(width / 2), Math.max(...shown.map(({ left }) => cells(left)))) + 2;
  return (
    <Box flexDirection="column" width={width}>
      {shown.map(({ left, right }, index) => {
        const style = first + index === chosen ? theme.selected : theme.dim;
        return (
          <Box key={left}>
            <Box width={column} flexShrink={0} paddingRight={2}>
              <Line style={style}>{left}</Line>
            </Box>
            <Line style={style}>{right}</Line>
          </Box>
        );
      })}
    </Box>
  );
};
