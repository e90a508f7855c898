import { expect, test } from 'vitest';
import { erasing } from '../../src/tui/inline/live-bytes.ts';
import type { Emulator } from './emulator.ts';
import { openScreen } from './emulator.ts';
import { bob, message, scene } from './fair.ts';
import { SmallPlay } from './small-play.ts';

/** All that the terminal holds, its scrollback too. */
const everything = ({ terminal }: Emulator): string =>
  Array.from({ length: terminal.buffer.active.length }, (_, row) =>
    (terminal.buffer.active.getLine(row)?.translateToString(true) ?? '').trimEnd(),
  ).join('\n');

const count = (emulator: Emulator, text: string): number => everything(emulator).split(text).length - 1;

const inline = async (play: SmallPlay, rows = 24) => {
  const opened = await openScreen(play, { rows }, { isInline: true });
  await opened.emulator.shows('Alice > ');
  const leave = async () => {
    opened.emulator.type('\x03');
    await opened.emulator.shows('press Ctrl+C again to quit');
    opened.emulator.type('\x03');
    await opened.ended;
    await opened.emulator.settled();
  };
  return { ...opened, leave };
};

test('what was said is printed once, above the live rows, and stays when they are gone', async () => {
  const play = new SmallPlay([...scene]);
  const { emulator, leave } = await inline(play);
  expect(emulator.terminal.buffer.active.type).toBe('normal');
  expect(emulator.terminal.modes).toMatchObject({ mouseTrackingMode: 'none', bracketedPasteMode: true });
  for (let line = 0; line < 12; line += 1) {
    play.add(message(`n${line}`, `number ${line}.`, { speaker: 'b' }));
    await emulator.shows(`number ${line}.`);
  }
  emulator.type('half a line');
  await emulator.shows('Alice > half a line');
  await leave();
  const all = everything(emulator);
  for (let line = 0; line < 12; line += 1) expect(count(emulator, `number ${line}.`)).toBe(1);
  expect(count(emulator, 'Meet me behind the tent.')).toBe(1);
  expect(all).not.toMatch(/A word, Carl|half a line|^─{10}|Ctrl\+C/m);
  expect(emulator.terminal.modes).toMatchObject({
    bracketedPasteMode: false,
    sendFocusMode: false,
    wraparoundMode: true,
  });
});

test('a reply grows in the live rows; one that turned out private leaves nothing behind', async () => {
  const play = new SmallPlay([...scene]);
  const { emulator, leave } = await inline(play);
  play.emit({ type: 'delta', speaker: bob, text: 'the secret' });
  await emulator.shows('the secret');
  play.emit({ type: 'stream_end', speaker: bob });
  await emulator.hides('the secret');
  play.emit({ type: 'delta', speaker: bob, text: 'Once upon a' });
  await emulator.shows('Once upon a');
  play.emit({ type: 'stream_end', speaker: bob });
  play.add(message('m9', 'Once upon a time.', { speaker: 'b' }));
  await emulator.shows('Once upon a time.');
  await leave();
  expect(everything(emulator)).not.toContain('the secret');
  expect(count(emulator, 'Once upon')).toBe(1);
});

test('a panel takes at most half of the height, and is gone when it is closed', async () => {
  const { emulator, leave } = await inline(new SmallPlay([...scene]), 30);
  emulator.type('?');
  await emulator.shows('Help');
  const rows = emulator.rows();
  const top = rows.findIndex((row) => row.startsWith('Help'));
  const rule = rows.findIndex((row, index) => index > top && /^─{10}/.test(row));
  expect(rule - top).toBeLessThanOrEqual(15);
  emulator.type('\x1b');
  await emulator.hides('Help');
  await leave();
  expect(everything(emulator)).not.toContain('Help');
});

test('who is played next reads the chat as they perceive it; the keyboard is not passed on behind a curtain', async () => {
  const { emulator, leave } = await inline(new SmallPlay([...scene]));
  emulator.type('/as Carl\r');
  await emulator.shows('A word, Carl.');
  await emulator.shows('── At the fair, as Carl ──');
  emulator.type('/pass Bob\r');
  await emulator.shows('what is in the scrollback cannot be hidden');
  emulator.type('\x15');
  await leave();
});

test('the terminal grows narrower and wider: the live rows are there once', async () => {
  const { emulator, leave } = await inline(new SmallPlay([...scene]));
  emulator.type('a draft');
  await emulator.shows('Alice > a draft');
  for (const columns of [50, 100, 60]) {
    emulator.resize(columns, 24);
    emulator.type('!');
    await emulator.shows(new RegExp(`^─{${Math.min(columns, 92)}}$`, 'm'));
  }
  await emulator.shows('Alice > a draft!!!');
  emulator.type('\x15');
  await leave();
  expect(everything(emulator)).not.toContain('a draft');
  expect(count(emulator, 'Meet me behind the tent.')).toBe(1);
});

test('rows that a narrower terminal has broken are taken off whole', () => {
  const shown = {
    columns: 80,
    rows: ['─'.repeat(80), 'Alice > '],
    region: { top: 0, height: 0 },
    cursor: { row: 1, column: 8 },
  };
  expect(erasing(shown)).toBe('\r\x1b[1A\x1b[J');
  expect(erasing(shown, 30)).toBe('\r\x1b[3A\x1b[J');
});
