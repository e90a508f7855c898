import { expect, test } from 'vitest';
import { libraryOf } from './library.ts';
import { open } from './open-screens.ts';
import { SmallPlay } from './small-play.ts';

/** A screen on a library with these presets. */
const screenWith = async (...names: string[]) => {
  const app = libraryOf();
  for (const name of names)
    app.store.library.setPreset({ kind: 'sampling', name, body: { temperature: 1.1 }, foreign: {} });
  const emulator = await open(new SmallPlay([]), {}, { app });
  const used = () => app.store.library.presets(['sampling']).find(({ chosen }) => chosen)?.name;
  return { emulator, used };
};

test('/preset lists the presets, marks those in use, and switches to the one that is chosen', async () => {
  const { emulator, used } = await screenWith('warm and wet', 'Odd');
  emulator.type('/preset warm and wet\r');
  await emulator.shows('warm and wet is in use (sampling)');
  emulator.type('/preset\r');
  await emulator.shows('* warm and wet · sampling');
  emulator.type('odd\r');
  await emulator.shows('Odd is in use (sampling)');
  expect(used()).toBe('Odd');
  emulator.type('/preset none\r');
  await emulator.shows('no preset is in use any more');
  expect(used()).toBeUndefined();
});

test('SP-24 /preset lists what is built in where nothing was imported', async () => {
  const { emulator } = await screenWith();
  emulator.type('/preset\r');
  await emulator.shows('smelt · prompts');
  await emulator.shows('lively · sampling');
});

test('/preset says when there is none of this name', async () => {
  const { emulator } = await screenWith();
  emulator.type('/preset nope\r');
  await emulator.shows('there is no preset "nope"');
});

test('issue 29.12 what is in a preset is told in rows: settings by their labels, texts of a prompt in order', async () => {
  const app = libraryOf();
  const body = { temperature: 1.1, banned_strings: ['shiver', 'spine'], dry_sequence_breakers: ['\n'] };
  app.store.library.setPreset({ kind: 'sampling', name: 'warm', body, foreign: {} });
  const emulator = await open(new SmallPlay([]), { columns: 120, rows: 40 }, { app });
  emulator.type('/preset\r');
  await emulator.shows('Presets');
  emulator.type('warm');
  await emulator.shows('temperature     1.1');
  await emulator.shows('banned phrases  shiver, spine');
  await emulator.shows('dry: breaks     ↵');
  emulator.type('\x15smelt');
  await emulator.shows(/line +You write only/);
  await emulator.shows(/persona description +The user/);
  expect(emulator.inside()).not.toMatch(/identifier| = |# /);
});
