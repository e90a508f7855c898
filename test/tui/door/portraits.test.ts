import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { importCards } from '../../../src/app/cards/card-import.ts';
import { Looks } from '../../../src/tui/themes/looks.ts';
import { openScreen } from '../emulator.ts';
import { chatsOf } from './stocked.ts';

const toll = fileURLToPath(new URL('../../../cards/the-toll-keeper.png', import.meta.url));

/** A screen with these variables of a terminal, on a chat whose library has a card with a portrait. */
const screenIn = async (env: Record<string, string>, columns = 120) => {
  const { app, ids } = chatsOf('The Inn');
  for await (const _ of importCards(app, [toll]));
  const play = app.play(ids[0]);
  const looks = new Looks(env);
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
