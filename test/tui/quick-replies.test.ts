import { expect, test } from 'vitest';
import type { Command } from '../../src/tui/commands/command.ts';
import { type QuickReply, quickReplyCommands } from '../../src/tui/commands/quick-replies.ts';
import { open } from './open-screens.ts';
import { SmallPlay } from './small-play.ts';

const reply = (label: string, message: string, more: Partial<QuickReply> = {}): QuickReply => ({
  ...{ label, message, title: '', hidden: false, sends: true, ...more },
});

/** Commands of these quick replies; `ran` are the lines that they ran. */
const made = (...replies: QuickReply[]) => {
  const ran: string[] = [];
  const run = async (_: unknown, line: string) => void ran.push(line);
  const commands: Command[] = quickReplyCommands([{ name: 'My Set', replies }], ['undo', 'help'], run);
  return { ran, commands };
};

test('a quick reply is a slash command by its label; what follows is said behind its message', async () => {
  const play = new SmallPlay([]);
  const { commands } = made(reply('Look around!', 'I look'));
  const emulator = await open(play, {}, { commands });
  emulator.type('/look-around at the sea.\r');
  await emulator.shows('I look at the sea.');
  expect(play.calls).toContainEqual(expect.arrayContaining(['say', 'I look at the sea.']));
});

test('a message that is one command runs it, a script of several is put into the line and not run', async () => {
  const { commands, ran } = made(reply('Back', '/rewind 2'), reply('Script', '/setvar x=1 | /echo hi'));
  const emulator = await open(new SmallPlay([]), {}, { commands });
  emulator.type('/back\r');
  await emulator.shows('>');
  await expect.poll(() => ran).toEqual(['/rewind 2']);
  emulator.type('/script\r');
  await emulator.shows('a script of several commands');
  await emulator.shows('/setvar x=1 | /echo hi');
  expect(ran).toHaveLength(1);
});

test('one that does not send is put into the line; /quick lists all but hidden ones', async () => {
  const play = new SmallPlay([]);
  const { commands } = made(
    reply('Wave', 'I wave.', { sends: false }),
    reply('Secret', 'x', { hidden: true }),
  );
  const emulator = await open(play, {}, { commands });
  emulator.type('/quick\r');
  await emulator.shows('/wave  I wave.');
  expect(emulator.text()).not.toContain('/secret');
  emulator.type('1');
  await emulator.shows('I wave.');
  expect(play.calls.filter(([name]) => name === 'say')).toEqual([]);
});

test('names that are taken get the name of the set, labels without a word a number', () => {
  const { commands } = made(reply('Undo', 'a'), reply('undo', 'b'), reply('👋', 'c'), reply('Quick', 'd'));
  const names = commands.map(({ name }) => name);
  expect(names).toEqual(['quick', 'my-set-undo', 'my-set-undo-2', 'my-set-3', 'my-set-quick']);
  expect(made().commands).toEqual([]);
});
