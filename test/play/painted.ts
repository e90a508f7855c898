import xterm from '@xterm/headless';
import type { Play } from '../../src/play/play.ts';
import { watch } from '../canary/watched.ts';

const columns = 80;
const rows = 24;

const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const rowsOf = ({ buffer: { active } }: xterm.Terminal): string[] =>
  Array.from({ length: rows }, (_, row) => active.getLine(row)?.translateToString(true) ?? '');

/** What the real screen shows of a play in a terminal of 80 columns and 24 rows, row by row. */
export async function paintedOf(play: Play): Promise<string[]> {
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
  let fresh = '';
  const leave = await watch(play, (bytes) => {
    fresh += bytes;
  });
  const read = (): Promise<string[]> =>
    new Promise((resolve) => {
      const bytes = fresh;
      fresh = '';
      terminal.write(bytes, () => resolve(rowsOf(terminal)));
    });
  // The line of keys stands in the last row once all is painted.
  while ((await read()).at(-1) === '') await soon();
  // What was told while the screen began is painted by the next frame.
  for (let frame = 0; frame < 3; frame += 1) await soon();
  const text = await read();
  await leave();
  terminal.dispose();
  return text;
}
