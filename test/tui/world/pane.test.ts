import { expect, test } from 'vitest';
import { setEdge, setWorld } from '../../../src/play/world/edits.ts';
import { balanceOf } from '../../../src/tui/tiles/pane.ts';
import { screenOn } from '../door/stocked.ts';
import { atTheInn, elsewhere } from './inn.ts';

const f6 = '\x1b[17~';
const wide = { columns: 140, rows: 40 };
const felt = { affinity: 55, trust: -6 };
const said = 'The road was long, and the rain that fell on it was longer still; nobody came by.';

test('issue 29.4: a bar has nine cells about a middle; what is not 0 is seen in it', () => {
  expect([-100, -60, -1, 0, 6, 55, 100].map(balanceOf)).toEqual([
    '━━━━┼────',
    '─━━━┼────',
    '───━┼────',
    '────┼────',
    '────┼━───',
    '────┼━━━─',
    '────┼━━━━',
  ]);
});

test('issue 29.4: F6 opens a pane beside the page while one writes; nothing is wrapped anew, other minds are veiled', async () => {
  const { app, id } = await atTheInn(felt, said);
  const emulator = await screenOn(app, id, undefined, wide);
  await emulator.shows('nobody came by.');
  await emulator.shows('understudy: no model');
  const page = () => emulator.rows().map((row) => row.replace(/ *│.*$/, '').trim());
  const before = page();
  emulator.type(f6);
  await emulator.shows(/│ {11}Alice \(you\) +wary/);
  await emulator.shows(/Bob\n.*drinking\n.*affinity ────┼━━━─ {2}\+55\n.*trust ───━┼──── {3}−6\n.*hidden/);
  expect(page()).toEqual(before);
  expect(emulator.text()).not.toMatch(/grim|60/);
  const pane = emulator.rows().map((row) => row.replace(/^[^│]*(?=│|$)/, ''));
  await expect(`${pane.join('\n').trim()}\n`).toMatchFileSnapshot('../golden/pane.golden.txt');
  emulator.type('Good evening');
  await emulator.shows('Alice > Good evening');
  expect(emulator.text()).toContain('Alice (you)');
  emulator.type(f6);
  await emulator.hides('Alice (you)');
});

test('issue 29.4: the pane shows what is so after each edit, here and at another terminal, and as whom one plays', async () => {
  const { app, id } = await atTheInn(felt, said);
  const emulator = await screenOn(app, id, undefined, wide);
  emulator.type(f6);
  await emulator.shows('+55');
  const play = elsewhere(app).play(id);
  setEdge(play.chat, 'Alice', 'Bob', { affinity: 70 });
  await emulator.shows('+70');
  setWorld(play.chat, 'weather', 'hail');
  emulator.type('/entity set Alice mood merry\r');
  await emulator.shows(/Alice \(you\) +merry/);
  emulator.type('/as Bob\r');
  await emulator.shows(/Bob \(you\) +grim/);
  await emulator.shows('−60');
  await emulator.hides('+70');
});

test('issue 29.4: whoever has said that other minds are open sees what is felt for them in the pane', async () => {
  const { app, id } = await atTheInn(felt, said);
  app.config.set('privacy.drawer', 'all');
  const emulator = await screenOn(app, id, undefined, wide);
  emulator.type(f6);
  await emulator.shows(/for you\n.*affinity ─━━━┼──── {2}−60/);
});

test('issue 29.4: in a narrower terminal F6 opens the same as a list over the page, and closes it with what is open in it', async () => {
  const { app, id } = await atTheInn(felt, said);
  const emulator = await screenOn(app, id, undefined, { columns: 120, rows: 40 });
  emulator.type(f6);
  await emulator.shows('The world ─');
  emulator.type(f6);
  await emulator.hides('The world ─');
  emulator.type(f6);
  await emulator.shows('The world ─');
  emulator.type('2');
  await emulator.shows('posture');
  emulator.type(f6);
  await emulator.hides('posture');
  expect(emulator.text()).not.toContain('The world ─');
});
