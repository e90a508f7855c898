import xterm from '@xterm/headless';
import type { Play } from '../../src/play/play.ts';
import { watch } from '../canary/watched.ts';

const columns = 80;
const rows = 24;

const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** What the real screen shows of a play in a terminal of 80 columns and 24 rows, row by row. */
export async function paintedOf(play: Play): Promise<string[]> {
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
  let written = '';
  const leave = await watch(play, (bytes) => {
    written += bytes;
  });
  while (!written.includes('─'.repeat(10))) await soon();
  // What was told while the screen began is painted by the next frame.
  for (let frame = 0; frame < 3; frame += 1) await soon();
  const shown = written;
  await leave();
  await new Promise<void>((resolve) => terminal.write(shown, resolve));
  const { active } = terminal.buffer;
  const text = Array.from({ length: rows }, (_, row) => active.getLine(row)?.translateToString(true) ?? '');
  terminal.dispose();
  return text;
}
