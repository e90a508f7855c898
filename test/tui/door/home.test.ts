import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chatsOf, screenOn } from './stocked.ts';

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sotto-home-'));
  vi.stubEnv('HOME', home);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
});

test('RP-107 /home is a page of the chats, what they hold, and verbs: a new one, import, model, tour, settings, out', async () => {
  const { app, ids } = chatsOf('The Inn', 'The Boat');
  const emulator = await screenOn(app, ids[0] ?? '', undefined, { columns: 120, rows: 40 });
  await emulator.shows('understudy: no model');
  const atHome = async () => {
    emulator.type('/home\r');
    await emulator.shows('n new chat   i import   m model: none, the understudy answers   t tour');
  };
  await atHome();
  expect(emulator.text()).toMatch(
    /Chats\n.*The Boat +just now.*The Inn +just now\n.*B .*you are Alice · with Bob, Carl/,
  );
  expect(emulator.text()).toMatch(/Begin a chat with\n.*The Dead Letter Office +The Game Master/);
  expect(emulator.text()).not.toContain('Alice >');
  emulator.type('m');
  await emulator.shows('Models');
  emulator.type('\x1b');
  await emulator.hides('Models');
  emulator.type('/boat\r');
  await emulator.shows(/The Boat(?: · |\n )you are Alice/);
  await atHome();
  emulator.type('n');
  await emulator.shows('A new chat with');
  emulator.type('\x1b');
  await emulator.hides('A new chat with');
  await emulator.shows('n new chat');
  emulator.type('q');
  await expect.poll(() => emulator.terminal.buffer.active.type).toBe('normal');
});

test('KT-12 a tile shows the last line that whoever plays there has perceived', async () => {
  const { app, ids } = chatsOf('The Inn', 'The Boat');
  const [inn = '', boat = ''] = ids;
  await app.play(boat).say('Ahoy, *all* of you.', { reply: [] });
  await app.play(boat, 'Bob').say('the key is under the mat', { to: ['Carl'], reply: [] });
  const emulator = await screenOn(app, inn, undefined, { columns: 120, rows: 40 });
  emulator.type('/home\r');
  await emulator.shows('Alice: Ahoy, all of you.');
  expect(emulator.text()).not.toContain('under the mat');
});

test('issue 29.7: arrows go from tile to tile over the borders of sections, and Enter opens', async () => {
  const { app, ids } = chatsOf('The Inn', 'The Boat', 'The Mill');
  const emulator = await screenOn(app, ids[0] ?? '', undefined, { columns: 120, rows: 40 });
  const isAt = (title: string) => emulator.shows(new RegExp(`▌ +${title}`));
  emulator.type('/home\r');
  await isAt('The Mill');
  emulator.type('\x1b[C');
  await isAt('The Boat');
  emulator.type('\x1b[B');
  await isAt('The Inn');
  emulator.type('\x1b[B\x1b[C');
  await isAt('The Game Master');
  emulator.type('\x1b[A\r');
  await emulator.shows(/The Inn(?: · |\n )you are Alice/);
});

test('issue 29.7: a small screen has a row for each, its verbs whole', async () => {
  const { app, ids } = chatsOf('The Inn', 'The Boat');
  const emulator = await screenOn(app, ids[0] ?? '', undefined, { columns: 40, rows: 10 });
  emulator.type('/home\r');
  await emulator.shows(/▌ The Boat +just now\n {2}The Inn +just now\n {2}The Dead Letter Office/);
  await emulator.shows('m model: none, the understudy answers');
});

test('issue 29.7: what a path names is imported when it is dropped, here or into an empty line, once a person has seen what it is', async () => {
  const { app, ids } = chatsOf('The Inn');
  const file = join(home, 'my card.png');
  copyFileSync(fileURLToPath(new URL('../../../cards/the-toll-keeper.png', import.meta.url)), file);
  const emulator = await screenOn(app, ids[0] ?? '', undefined, { columns: 100, rows: 30 });
  const cards = () => app.store.library.cards().map(({ name }) => name);
  const dropped = (text: string) => emulator.type(`\x1b[200~${text}\x1b[201~`);
  dropped(`'${file}'`);
  await emulator.shows('Import the card Fathom of Quill Sound?');
  expect(emulator.text()).toContain(file);
  emulator.type('n');
  await emulator.hides('Import the card');
  expect(cards()).not.toContain('Fathom of Quill Sound');
  emulator.type('/home\r');
  await emulator.shows('Begin a chat with');
  dropped(join(home, 'none.png'));
  await emulator.shows('none.png does not exist');
  dropped(file.replaceAll(' ', '\\ '));
  await emulator.shows('Import the card Fathom of Quill Sound?');
  emulator.type('y');
  await emulator.shows('Fathom of Quill Sound is in the library. Begin a chat?');
  expect(cards()).toContain('Fathom of Quill Sound');
  emulator.type('y');
  await emulator.shows(/Fathom of Quill Sound(?: · |\n )you are You/);
});

test('issue 29.7: a path that is typed and sent is asked about too, and /import without one asks for it', async () => {
  const { app, ids } = chatsOf('The Inn');
  const file = join(home, 'an evening.jsonl');
  const lines = [
    { user_name: 'Ann', character_name: 'Bob' },
    { name: 'Bob', is_user: false, mes: 'Come in.' },
  ];
  writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'));
  const emulator = await screenOn(app, ids[0] ?? '');
  emulator.type(`${file}\r`);
  await emulator.shows('Import the chat an evening.jsonl?');
  emulator.type('n/import\r');
  await emulator.shows('Paste the path of a file');
  emulator.type(`${file}\r`);
  await emulator.shows('Import the chat an evening.jsonl?');
  emulator.type('y');
  await emulator.shows('"an evening" is imported. Open it?');
  emulator.type('y');
  await emulator.shows('Come in.');
});

test('issue 29.7: a directory of SillyTavern at a usual place stands in the field already, and comes in only after a yes', async () => {
  const { app, ids } = chatsOf('The Inn');
  mkdirSync(join(home, 'SillyTavern/data/default-user/characters'), { recursive: true });
  const emulator = await screenOn(app, ids[0] ?? '');
  emulator.type('/home\r');
  await emulator.shows('i import');
  emulator.type('i');
  await emulator.shows(join(home, 'SillyTavern'));
  emulator.type('\r');
  await emulator.shows(/Import everything in .*SillyTavern\?/);
  emulator.type('y');
  await emulator.shows('Imported:');
});
