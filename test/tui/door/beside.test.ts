import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { importBook } from '../../../src/app/presets/book-files.ts';
import { unwatched } from '../../../src/app/run/person.ts';
import { chatsOf, screenOn } from './stocked.ts';

const bells = {
  entries: {
    0: { uid: 0, key: ['bell'], content: 'It rings twice.', comment: 'Bell', position: 4, depth: 2 },
    1: { uid: 1, key: ['grave'], content: 'It is empty.', comment: 'Grave', position: 0 },
  },
};

/** A chat of Alice, Bob and Carl with a lorebook in use. */
const besideBells = async () => {
  const { app, ids } = chatsOf('The Inn');
  const folder = mkdtempSync(join(tmpdir(), 'sotto-bells-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'Bells.json');
  writeFileSync(file, JSON.stringify(bells));
  await importBook(app, file, { name: undefined, force: false }, unwatched());
  const play = app.play(ids[0]);
  await play.setBook('Bells', true);
  await play.say('The bell!', { reply: [] });
  return screenOn(app, ids[0] ?? '');
};

test('/lore lists what is awake and why first, then what sleeps, whose text is veiled until Enter asks for it', async () => {
  const emulator = await besideBells();
  emulator.type('/lore Alice\r');
  await emulator.shows('1 ● Bells · Bell  key “bell” is in the newest message');
  await emulator.shows('2 ○ Bells · Grave');
  await emulator.shows('It rings twice.');
  emulator.type('grave');
  await emulator.shows('is hidden while it is inactive');
  expect(emulator.text()).not.toContain('It is empty.');
  emulator.type('\r');
  await emulator.shows('It is empty.');
  emulator.type('\x1b');
  await emulator.shows('› grave');
});

test('/lore of another says what is hidden, and shows it when asked again; without a book it says how to get one', async () => {
  const emulator = await besideBells();
  emulator.type('/lore Bob\r');
  await emulator.shows('Hidden from Alice');
  expect(emulator.text()).not.toContain('Bell');
  emulator.type('s');
  await emulator.shows('● Bells · Bell');
  emulator.type('\x1b');
  await emulator.hides('Lore for Bob');
  emulator.type('/lore unuse Bells\r');
  await emulator.shows('Bells is no longer used');
  emulator.type('/lore Alice\r');
  await emulator.shows('/lore use BOOK adds a lorebook');
});

test("HC-22 /notes shows one's own sent letters, read or not, and those of another only when asked again", async () => {
  const { app, ids } = chatsOf('The Inn');
  const emulator = await screenOn(app, ids[0] ?? '');
  emulator.type('/letter Bob Tonight: Come to the pier.\r');
  await emulator.shows('Bob will read it');
  emulator.type('/notes\r');
  await emulator.shows(/Sent: Letter from Alice to Bob — Tonight:[\s│]+Come to the pier\./);
  emulator.type('q');
  await app.play(ids[0]).reply('Bob');
  emulator.type('/notes\r');
  await emulator.shows('Sent: Letter from Alice to Bob');
  emulator.type('q/letter Carl Stay.\r');
  await emulator.shows('Carl will read it');
  emulator.type('/notes Carl\r');
  await emulator.shows('Hidden from Alice');
  expect(emulator.text()).not.toContain('Stay.');
  emulator.type('s');
  await emulator.shows('Letter from Alice to Carl:');
  emulator.type('q/notes Dora\r');
  await emulator.shows('Dora');
  await emulator.hides('Notes for');
});

test("a letter that was sent as another is not among one's own", async () => {
  const { app, ids } = chatsOf('The Inn');
  await app.play(ids[0], 'Bob').sendLetter({ to: ['Carl'], text: 'Hush.' });
  const emulator = await screenOn(app, ids[0] ?? '');
  emulator.type('/notes\r');
  await emulator.shows('there are no notes or letters');
});
