import { Box, type DOMElement } from 'ink';
import { createRef } from 'react';
import { expect, test } from 'vitest';
import { LaidRows, LaidRowsContext } from '../../../src/tui/components/laid-rows.ts';
import { Line, Rows } from '../../../src/tui/components/line.tsx';
import { Page, placeOf } from '../../../src/tui/components/page.tsx';
import { PanelView } from '../../../src/tui/components/panel.tsx';
import { InkRenderer } from '../../../src/tui/terminal/ink-renderer.ts';
import { themeOf } from '../../../src/tui/themes/theme.ts';

const size = { columns: 40, rows: 8 };
const theme = themeOf('plain');

const drawnWith = (element: React.ReactElement) => {
  const renderer = new InkRenderer();
  const laid = new LaidRows();
  const draw = (content: React.ReactElement) => {
    const byInk = renderer.draw(<LaidRowsContext value={laid}>{content}</LaidRowsContext>, size);
    return { byInk, shown: laid.over(byInk, size.rows) };
  };
  return { ...draw(element), again: draw, close: () => renderer.close() };
};

test('rows that are laid out already stand in the box that Ink reserves; it reads none of them', () => {
  const styled = '\x1b[1mtwo\x1b[0m';
  const { byInk, shown, close } = drawnWith(
    <Box>
      <Box flexShrink={0}>
        <Line>you: </Line>
      </Box>
      <Box flexDirection="column" flexGrow={1}>
        <Rows rows={['one', styled, '', 'four']} />
      </Box>
    </Box>,
  );
  expect(byInk.map((row) => row.trim())).toEqual(['you:', '', '', '']);
  expect(shown).toEqual(['you: one', `     ${styled}`, '', '     four']);
  close();
});

test('a box shows the rows of the newest drawing, those of one that is gone nowhere, and none below the screen', () => {
  const long = Array.from({ length: 20 }, (_, row) => `row ${row}`);
  const { shown, again, close } = drawnWith(<Rows rows={long} />);
  expect(shown).toEqual(long.slice(0, size.rows));
  expect(again(<Rows rows={['other']} />).shown).toEqual(['other']);
  expect(again(<Line>alone</Line>).shown).toEqual(['alone']);
  close();
});

test('of a text on a panel Ink reads nothing', () => {
  const lines = ['The ferry leaves at nine.', 'Nobody is on it.'];
  const panel = { type: 'text', title: 'Help', lines, top: 0 } as const;
  const room = { width: size.columns, height: size.rows };
  const { byInk, shown, close } = drawnWith(<PanelView {...{ panel, theme, room, cursor: 0 }} />);
  expect(byInk.join('')).toBe('');
  expect(shown).toEqual(lines);
  close();
});

test('the page reserves its box, and Ink draws not one row of it', () => {
  const transcript = createRef<DOMElement>();
  const renderer = new InkRenderer();
  const given = { size, top: 1, bottom: 3, question: 2, pane: 10, transcript };
  expect(renderer.draw(<Page {...given} />, size)).toEqual([]);
  expect(placeOf(transcript.current)).toEqual({ top: 1, left: 0, width: 30, height: 2 });
  renderer.close();
});
