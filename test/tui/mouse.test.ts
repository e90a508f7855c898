import { expect, test } from 'vitest';
import { textBetween, withStretch } from '../../src/tui/markup/stretch.ts';
import { scene } from './fair.ts';
import { open } from './open-screens.ts';
import { SmallPlay } from './small-play.ts';

/** What a terminal sends of the mouse: a button, or 32 more while it moves, at a cell from 1. */
const mouse = (button: number, column: number, row: number, final = 'M') =>
  `\x1b[<${button};${column};${row}${final}`;

const rowOf = (rows: readonly string[], text: string): number =>
  rows.findIndex((row) => row.includes(text)) + 1;

test('issue 29 a click picks the message there, another picks another, and the wheel still scrolls', async () => {
  const emulator = await open(new SmallPlay([...scene]));
  await emulator.shows('write, or /to NAME');
  const click = (text: string) => {
    const row = rowOf(emulator.rows(), text);
    emulator.type(mouse(0, 8, row) + mouse(0, 8, row, 'm'));
  };
  click('"Morning," Bob grunts.');
  await emulator.shows(/█ {2}Bob\n█ {2}"Morning," Bob grunts./);
  click('The king is dead');
  await emulator.shows(/█ {2}Carl · cut short/);
  await emulator.hides('█  Bob');
});

test('issue 29 a drag marks a text and copies it without the rail; Alt+S gives the mouse to the terminal and takes it back', async () => {
  const emulator = await open(new SmallPlay([...scene]));
  await emulator.shows('write, or /to NAME');
  const row = rowOf(emulator.rows(), '"Morning," Bob grunts.');
  emulator.type(mouse(0, 1, row) + mouse(32, 9, row + 1) + mouse(32, 5, row + 2) + mouse(0, 5, row + 2, 'm'));
  await emulator.shows('copied');
  const copied = emulator.writes.join('').match(/\x1b\]52;c;([^\x07\x1b]*)/);
  expect(Buffer.from(copied?.[1] ?? '', 'base64').toString()).toBe('"Morning," Bob grunts.\n\nHe');
  expect(emulator.terminal.modes.mouseTrackingMode).toBe('drag');
  emulator.type('\x1bs');
  await emulator.shows('the mouse is the terminal’s');
  await expect.poll(() => emulator.terminal.modes.mouseTrackingMode).toBe('none');
  emulator.type('\x1bs');
  await expect.poll(() => emulator.terminal.modes.mouseTrackingMode).toBe('drag');
});

test('a stretch goes by cells, whichever end comes first, and styles nothing left of the page', () => {
  const rows = ['▌  天幕の裏', '▌  \x1b[1mab\x1b[0mcd'];
  const stretch = [
    { row: 1, column: 4 },
    { row: 0, column: 5 },
  ] as const;
  expect(textBetween(rows, stretch, 3)).toBe('幕の裏\nab');
  expect(withStretch(rows, stretch, 3, '7')[1]).toBe('▌  \x1b[1m\x1b[7mab\x1b[0m\x1b[7m\x1b[0mcd');
});
