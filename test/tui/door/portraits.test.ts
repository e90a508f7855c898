import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { importCards } from '../../../src/app/cards/card-import.ts';
import { cells } from '../../../src/tui/terminal/cells.ts';
import { Looks } from '../../../src/tui/themes/looks.ts';
import { until } from '../../until.ts';
import { openScreen } from '../emulator.ts';
import { chatsOf } from './stocked.ts';

const toll = fileURLToPath(new URL('../../../cards/the-toll-keeper.png', import.meta.url));

/** A screen with these variables of a terminal, on a chat whose library has a card with a portrait. */
const screenIn = async (env: Record<string, string>, columns = 120, hasPortraits = true) => {
  const { app, ids } = chatsOf('The Inn');
  for await (const _ of importCards(app, [toll]));
  const play = app.play(ids[0]);
  const looks = new Looks(env, undefined, hasPortraits);
  looks.choose('dark');
  const { emulator, ended } = await openScreen(play, { columns, rows: 40 }, { app, looks });
  onTestFinished(async () => {
    emulator.type('\x03\x03');
    await ended;
  });
  return emulator;
};

test('the picker of cards draws the portrait of the one chosen, with its first lines beside', async () => {
  const emulator = await screenIn({ COLORTERM: 'truecolor' });
  emulator.type('/new\r');
  await emulator.shows('A new chat with');
  emulator.type('toll');
  await emulator.shows(/▀{10,} {2}Fathom of Quill/);
  expect(emulator.writes.join('')).toMatch(/38;2;\d+;\d+;\d+[\s\S]{0,3}48;2;\d+/);
});

test('where the terminal has no colours nothing is drawn', async () => {
  const emulator = await screenIn({ NO_COLOR: '1', COLORTERM: 'truecolor' });
  emulator.type('/new\r');
  await emulator.shows('A new chat with');
  emulator.type('toll');
  await emulator.shows('The lantern is lit');
  expect(emulator.text()).not.toContain('▀');
});

test('issue 29: a persona is given a picture by its path, as a terminal drops it, and the picker shows it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sotto-persona-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  copyFileSync(toll, join(folder, 'my face.png'));
  writeFileSync(join(folder, 'no face.png'), 'none');
  const emulator = await screenIn({ COLORTERM: 'truecolor' });
  emulator.type(`/persona add Kim --picture '${folder}/no face.png' Small.\r`);
  await emulator.shows('only PNG pictures can be shown');
  emulator.type(`\x15/persona add Kim --picture ${folder}/my\\ face.png Small and quick.\r`);
  await emulator.shows('Alice uses the persona Kim');
  emulator.type('/persona\r');
  await emulator.shows(/▀{10,} {2}Small and quick\./);
});

test('issue 29.4: the pane shows the picture of the persona that is worn', async () => {
  const emulator = await screenIn({ COLORTERM: 'truecolor' }, 140);
  emulator.type('\x1b[17~');
  await emulator.shows('Alice (you)');
  expect(emulator.text()).not.toContain('▀');
  emulator.type(`/persona add Kim --picture ${toll} Small and quick.\r`);
  await emulator.shows('Alice uses the persona Kim');
  await emulator.shows(/▀{4,} +Alice \(you\)/);
});

test('issue 29: with look.portraits = "inline" a portrait stands beside each heading in sight, left of the page where it leaves room', async () => {
  vi.stubEnv('SOTTO_LOOK_PORTRAITS', 'inline');
  onTestFinished(() => void vi.unstubAllEnvs());
  const emulator = await screenIn({ COLORTERM: 'truecolor' });
  await emulator.shows(/^ {9}A {4}▌ {2}I am Alice\.$/m);
  emulator.type(`/persona add Kim --picture ${toll} Small and quick.\r`);
  await emulator.shows(/^ {7}▀{3,6} +▌ {2}Alice$/m);
  const text = 'word '.repeat(900).trim();
  emulator.type(`\x1b[200~${text}\x1b[201~\r`);
  await emulator.shows(/^ {14}▌ {2}word word/m);
  expect(emulator.text()).not.toContain('▀');
  emulator.type('\x1b[5~\x1b[5~\x1b[5~');
  await emulator.shows(/^ {7}▀{3,6} +▌ {2}Alice$/m);
  emulator.resize(100, 40);
  await emulator.hides('▀');
});

const kitty = { TERM: 'xterm-kitty', COLORTERM: 'truecolor' };
const given = /\x1b_Ga=T,U=1,i=(\d+),f=32,s=(\d+),v=(\d+),c=8,r=4,q=2,m=1;/g;

/** A screen with the pane open, in which the persona has a picture. */
const withPane = async (...[env, hasPortraits]: [env: Record<string, string>, hasPortraits?: boolean]) => {
  const emulator = await screenIn(env, 140, hasPortraits);
  emulator.type(`/persona add Kim --picture ${toll} Small and quick.\r`);
  await emulator.shows('Alice uses the persona Kim');
  emulator.type('\x1b[17~');
  await emulator.shows('Alice (you)');
  return emulator;
};

test('issue 29.4: where the terminal draws pictures itself the pane has letters of their colour, and the picture goes ahead of them once', async () => {
  const emulator = await withPane(kitty);
  const sent = [...emulator.writes.join('').matchAll(given)];
  expect(sent).toHaveLength(1);
  const [all = '', id, width, height] = sent[0] ?? [];
  expect([Number(width), Number(height)].every((size) => size > 0 && size <= 96)).toBe(true);
  const colour = [16, 8, 0].map((shift) => (Number(id) >> shift) & 255).join(';');
  const rows = emulator.writes.join('').split(`\x1b[38;2;${colour}m\u{10eeee}`);
  expect(rows).toHaveLength(5);
  expect(rows[0]).toContain(all);
  expect(rows.slice(1).map((row) => row.slice(0, 2))).toEqual(
    ['\u0305', '\u030d', '\u030e', '\u0310'].map((number) => `${number}\u0305`),
  );
  const at = (name: string): number[] =>
    emulator
      .rows()
      .flatMap((row) => (/│.*/.exec(row)?.[0].includes(name) ? [cells(row.split(name)[0] ?? '')] : []));
  expect(at('Alice (you)')).toEqual(at('Bob'));
  emulator.resize(150, 40);
  await emulator.shows(/Bob/);
  await until(() => expect([...emulator.writes.join('').matchAll(given)].length).toBeGreaterThan(1));
  emulator.type('\x1bOQ');
  await emulator.shows('Write as');
  expect(emulator.text()).not.toContain('\u{10eeee}');
});

test('issue 29.4: a terminal that says that it draws sixels and how large a cell is gets portraits so; without colours none', async () => {
  const sixels = /\x1b\[\d+;\d+H\x1bP[\d;]*q"1;1;(\d+);(\d+)/g;
  for (const more of [{}, { NO_COLOR: '1' }]) {
    const emulator = await withPane({ TERM: 'foot', COLORTERM: 'truecolor', ...more });
    emulator.type('\x1b[?62;4;22c');
    await until(() => expect(emulator.writes.join('')).toContain('\x1b[16t'));
    expect(emulator.writes.join('')).not.toMatch(sixels);
    emulator.type('\x1b[6;20;10t');
    if (more.NO_COLOR) {
      await emulator.shows(/│ +A\n/);
      continue;
    }
    await until(() => expect(emulator.writes.join('')).toMatch(sixels));
    await emulator.hides('▀');
    const [[, width, height] = []] = emulator.writes.join('').matchAll(sixels);
    expect([Number(width) <= 80, Number(height) <= 80]).toEqual([true, true]);
    emulator.writes.length = 0;
    emulator.type('Good evening.\r');
    await emulator.shows('▌  Good evening.');
    expect(emulator.writes.join('')).not.toMatch(sixels);
    expect(emulator.text()).not.toContain('\u{10eeee}');
    emulator.type('/help\r');
    await emulator.shows('Help ─');
    emulator.type('\x1b');
    await emulator.hides('Help ─');
    await until(() => expect(emulator.writes.join('')).toMatch(sixels));
  }
});

test('issue 29.4: within tmux, and in a terminal that knows no such letters, portraits are half blocks; switched off they are initials', async () => {
  for (const more of [{ TMUX: '/tmp/tmux-0/default' }, { TERM: 'xterm-256color', TERM_PROGRAM: 'WezTerm' }]) {
    const emulator = await withPane({ ...kitty, ...more });
    await emulator.shows(/▀{4,} +Alice \(you\)/);
    expect(emulator.writes.join('')).not.toContain('\x1b_G');
  }
  const emulator = await withPane(kitty, false);
  await emulator.shows(/│ +A\n/);
  expect(emulator.text()).not.toContain('▀');
  expect(emulator.writes.join('')).not.toContain('\x1b_G');
});
