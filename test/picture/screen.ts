// Draws .github/screen.svg, the picture in the README: `npm run picture`, after `npm run build`.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pty from '@lydell/node-pty';
import xterm from '@xterm/headless';
import { drawSvg } from './draw.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const size = { cols: 92, rows: 17 };
const card = join(root, 'test/picture/picture-card.json');
const data = mkdtempSync(join(tmpdir(), 'sotto-picture-'));
const { CI: _, NO_COLOR: __, ...env } = process.env as Record<string, string>;
const program = join(root, 'bin/sotto.js');
const base = ['--data', data, '--backend', 'understudy', '--seed', '7', '--now', '2026-01-01T20:00:00Z'];

/** Runs sotto in a pseudo-terminal of the picture's size until `shows` is on the screen, then closes it. */
async function screenOf(args: readonly string[], shows: RegExp): Promise<xterm.Terminal> {
  const terminal = new xterm.Terminal({ ...size, allowProposedApi: true });
  const child = pty.spawn(process.execPath, [program, ...base, ...args], {
    ...size,
    env: { ...env, TERM: 'xterm-256color' },
  });
  const text = () =>
    Array.from({ length: size.rows }, (_row, row) =>
      terminal.buffer.active.getLine(row)?.translateToString(),
    ).join('\n');
  await new Promise<void>((resolve) => {
    child.onData((chunk) => terminal.write(chunk, () => shows.test(text()) && resolve()));
    terminal.onData((answer) => child.write(answer));
    child.onExit(() => resolve());
  });
  child.kill('SIGKILL');
  return terminal;
}

try {
  await screenOf(['new', card, '--title', 'The Last Ferry'], /never shown/);
  await screenOf(
    ['say', 'Fog is only weather sitting down. Ansel, will you pour?', '--reply', 'Ansel'],
    /never shown/,
  );
  const whisper = '*softly* Keep that case on your knees. I know what is in it.';
  await screenOf(['say', whisper, '--to', 'Odile', '--reply', 'Odile'], /never shown/);
  const maren = await screenOf([], /as Maren · understudy/);
  await screenOf(['as', 'Ansel'], /never shown/);
  const ansel = await screenOf([], /as Ansel · understudy/);
  const svg = drawSvg([
    { terminal: maren, title: 'As Maren: she whispers to Odile' },
    { terminal: ansel, title: 'The same moment as Ansel: he hears none of it' },
  ]);
  writeFileSync(join(root, '.github/screen.svg'), svg);
} finally {
  rmSync(data, { recursive: true, force: true });
}
