import { expect, test } from 'vitest';
import { quickReplyCommands } from '../../src/commands/all/quick-replies.ts';
import { screenTable } from '../../src/commands/all/table.ts';
import type { Command } from '../../src/commands/command.ts';
import type { QuickReply } from '../../src/interop/sillytavern/quick-replies.ts';
import { libraryOf } from './library.ts';
import { open } from './open-screens.ts';
import { SmallPlay } from './small-play.ts';

const reply = (label: string, message: string, more: Partial<QuickReply> = {}): QuickReply => ({
  ...{ label, message, title: '', hidden: false, sends: true, ...more },
});

/** Commands of these quick replies. */
const made = (...replies: QuickReply[]): Command[] =>
  quickReplyCommands([{ name: 'My Set', replies }], screenTable());

test('a quick reply is a slash command by its label; what follows is said behind its message', async () => {
  const play = new SmallPlay([]);
  const commands = made(reply('Look around!', 'I look'));
  const emulator = await open(play, {}, { commands });
  emulator.type('/look-around at the sea.\r');
  await emulator.shows('I look at the sea.');
  expect(play.calls).toContainEqual(expect.arrayContaining(['say', 'I look at the sea.']));
});

test('a message that is one command runs it, a script of several is put into the line and not run', async () => {
  const commands = made(reply('Back', '/rewind 2'), reply('Script', '/setvar x=1 | /echo hi'));
  const play = new SmallPlay([]);
  const emulator = await open(play, {}, { commands });
  emulator.type('/back\r');
  await emulator.shows('Rewind 2 turns?');
  emulator.type('n');
  emulator.type('/script\r');
  await emulator.shows('a script of several commands');
  await emulator.shows('/setvar x=1 | /echo hi');
  expect(play.calls).toEqual([['undoneBy', { turns: 2 }]]);
});

test('a message that would change more than the chat waits in the line: a file deletes nothing of the library', async () => {
  const app = libraryOf();
  app.store.library.setPersona('Ann', 'tall');
  const commands = made(reply('Tidy', '/persona delete Ann'), reply('Loud', '/set privacy.hint none'));
  const emulator = await open(new SmallPlay([]), { columns: 120 }, { app, commands });
  emulator.type('/tidy\r');
  await emulator.shows('changes more than this chat');
  await emulator.shows('> /persona delete Ann');
  expect(app.store.library.personas()).toHaveLength(1);
  emulator.type('\x15/loud\r');
  await emulator.shows('> /set privacy.hint none');
});

test('one that does not send is put into the line; /quick lists all but hidden ones', async () => {
  const play = new SmallPlay([]);
  const commands = made(reply('Wave', 'I wave.', { sends: false }), reply('Secret', 'x', { hidden: true }));
  const emulator = await open(play, {}, { commands });
  emulator.type('/quick\r');
  await emulator.shows('/wave  I wave.');
  expect(emulator.text()).not.toContain('/secret');
  emulator.type('1');
  await emulator.shows('I wave.');
  expect(play.calls.filter(([name]) => name === 'say')).toEqual([]);
});

test('names that are taken get the name of the set, labels without a word a number', () => {
  const commands = made(reply('Undo', 'a'), reply('undo', 'b'), reply('👋', 'c'), reply('Quick', 'd'));
  const names = commands.map(({ name }) => name);
  expect(names).toEqual(['quick', 'my-set-undo', 'my-set-undo-2', 'my-set-3', 'my-set-quick']);
  expect(made()).toEqual([]);
});
