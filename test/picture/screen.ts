// Draws the README's pictures of the screen from real runs: `npm run picture`, after `npm run build`.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pty from '@lydell/node-pty';
import xterm from '@xterm/headless';
import { drawSvg } from './draw.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const card = join(root, 'test/picture/picture-card.json');
const data = mkdtempSync(join(tmpdir(), 'sotto-picture-'));
const { CI: _, NO_COLOR: __, ...env } = process.env as Record<string, string>;
const program = join(root, 'bin/sotto.js');
const ready = /F2 write as/;
const config = join(data, 'picture.toml');
const base = [
  '--data',
  data,
  '--config',
  config,
  '--backend',
  'understudy',
  '--seed',
  '7',
  '--now',
  '2026-01-01T20:00:00Z',
];

interface Look {
  cols: number;
  rows: number;
  /** What is pressed, one after the other, each once what stands before it is on the screen. */
  keys?: readonly { once: RegExp; press: string }[];
  /** What is on the screen when it is done. */
  shows: RegExp;
}

const run = (...args: string[]): void => {
  execFileSync(process.execPath, [program, ...base, ...args], { cwd: data, env, stdio: 'ignore' });
};

function textOf(terminal: xterm.Terminal): string {
  const { active } = terminal.buffer;
  return Array.from({ length: terminal.rows }, (_row, row) =>
    active.getLine(row)?.translateToString(true),
  ).join('\n');
}

/** The screen in a pseudo-terminal, once it shows what it is to show. */
async function screenOf({ cols, rows, keys = [], shows }: Look): Promise<xterm.Terminal> {
  const terminal = new xterm.Terminal({ cols, rows, allowProposedApi: true });
  const child = pty.spawn(process.execPath, [program, ...base], {
    cols,
    rows,
    cwd: data,
    env: { ...env, TERM: 'xterm-256color', COLORTERM: 'truecolor' },
  });
  const waiting = [...keys];
  await new Promise<void>((resolve, reject) => {
    const look = () => {
      const next = waiting[0];
      if (next ? next.once.test(textOf(terminal)) : shows.test(textOf(terminal))) {
        if (!next) return resolve();
        waiting.shift();
        child.write(next.press);
      }
    };
    const late = () => reject(new Error(`waited for ${waiting[0]?.once ?? shows}:\n${textOf(terminal)}`));
    setTimeout(late, 8_000).unref();
    child.onData((chunk) => terminal.write(chunk, look));
    terminal.onData((answer) => child.write(answer));
    child.onExit(late);
  });
  child.kill('SIGKILL');
  return terminal;
}

/** Writes screens as one of the README's pictures. */
function draw(name: string, screens: Parameters<typeof drawSvg>[0]): void {
  writeFileSync(join(root, '.github', name), drawSvg(screens));
}

/** Presses that ask for a command once the screen is there. */
const ask = (command: string) => [
  { once: ready, press: command },
  { once: new RegExp(`> ${command}`), press: '\r' },
];

try {
  writeFileSync(config, '[theme]\nname = "dark"\n');
  run('new', card, '--title', 'The Last Ferry');
  run('say', 'Fog is only weather sitting down. Ansel, will you pour?', '--reply', 'Ansel');
  const first = await screenOf({ cols: 92, rows: 18, shows: ready });
  draw('scene.svg', [{ terminal: first, title: 'The Last Ferry, as Maren' }]);

  const whisper = '*softly* Keep that case on your knees. I know what is in it.';
  run('say', whisper, '--to', 'Odile', '--reply', 'Odile');
  const maren = await screenOf({ cols: 92, rows: 21, shows: ready });
  const panel = await screenOf({
    cols: 120,
    rows: 24,
    keys: [...ask('/prompt'), { once: /type to filter/, press: '\r' }],
    shows: /of 7884 tokens/,
  });
  draw('panel.svg', [{ terminal: panel, title: '/prompt: what the model is sent for Maren' }]);
  run('as', 'Ansel');
  const ansel = await screenOf({ cols: 92, rows: 21, shows: ready });
  draw('screen.svg', [
    { terminal: maren, title: 'As Maren: she whispers to Odile' },
    { terminal: ansel, title: 'The same moment as Ansel: he hears none of it' },
  ]);

  run('as', 'Maren');
  run('new', join(root, 'cards/the-toll-keeper.png'));
  run('say', 'I have a name for you that nobody else has heard.', '--reply', 'Fathom of Quill Sound');
  const pane = await screenOf({
    ...{ cols: 140, rows: 24 },
    keys: [{ once: ready, press: '\x1b[17~' }],
    shows: /for you: hidden/,
  });
  draw('pane.svg', [{ terminal: pane, title: 'F6: who is there, as you know them' }]);
  run('new', join(root, 'cards/the-word-under-the-table.json'));
  const home = await screenOf({ cols: 120, rows: 30, keys: ask('/home'), shows: /n new chat/ });
  draw('home.svg', [{ terminal: home, title: '/home: your chats, and the cards that come with sotto' }]);
  run('chat', 'delete', 'The Word under the Table', '--yes');
  run('chat', 'delete', 'Fathom of Quill Sound', '--yes');
  run('regenerate');
  run('swipe', '1');
  run('branch', 'the lamp', '--at', '-2');
  run('say', 'Nobody crosses tonight. Who wrote to me?', '--reply', 'Odile');
  const tree = await screenOf({ cols: 92, rows: 20, keys: ask('/branches'), shows: /Esc / });
  draw('branches.svg', [
    { terminal: tree, title: '/branches: a reply that was asked for twice, and a branch' },
  ]);
} finally {
  rmSync(data, { recursive: true, force: true });
}
