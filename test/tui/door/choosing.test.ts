import { expect, test } from 'vitest';
import { startChat } from '../../../src/play/new-chat.ts';
import { chatsOf, screenOn } from './stocked.ts';

test('/search --all-chats lists hits of every chat as who plays there perceives them, between what was said before and after, and a hit opens its chat there', async () => {
  const { app, ids } = chatsOf('The Inn', 'The Boat');
  const [inn = '', boat = ''] = ids;
  const there = app.play(inn);
  await there.say('A silver key!', { reply: [] });
  for (let n = 0; n < 40; n += 1) await there.say(`Line ${n}.`, { reply: [] });
  await there.say('A golden key for Bob.', { to: ['Bob'], reply: [] });
  await app.play(inn).playAs('Carl');
  const emulator = await screenOn(app, boat);
  emulator.type('/search --all-chats key\r');
  await emulator.shows('The Inn · Alice · ');
  await emulator.showsInside('Alice: I am Alice.\nA silver key!\nAlice: Line 0.');
  expect(emulator.text()).not.toContain('golden');
  emulator.type('\r');
  await emulator.shows('The Inn · you are Carl');
  await emulator.shows('A silver key!');
  expect(emulator.text()).not.toContain('Line 39.');
});

test('/branches draws the tree with the last lines of the branch chosen, whole where nothing is filtered', async () => {
  const { app, ids } = chatsOf('The Inn');
  const [inn = ''] = ids;
  const play = app.play(inn);
  await play.say('Good morning.', { reply: [] });
  await play.branch('duel');
  await play.say('Draw!', { reply: [] });
  await play.branch('peace');
  await play.say('Or not.', { reply: [] });
  await play.switchTo('main');
  await play.branch('song');
  await play.say('La, la.', { reply: [] });
  const emulator = await screenOn(app, inn);
  emulator.type('/branches\r');
  await emulator.shows('Branches');
  const drawn = emulator
    .inside()
    .split('\n')
    .filter((row) => /^\d /.test(row));
  expect(drawn.map((row) => row.replace(/ {2}\d{4}-.*/, '').trimEnd())).toEqual([
    '1 main',
    '2 ├─ duel',
    '3 │  └─ peace',
    '4 └─ * song',
  ]);
  emulator.type('peace');
  await emulator.shows(/1 peace +.* · Or not\. *│$/m);
  await emulator.showsInside('Alice: Draw!\nAlice: Or not.');
  emulator.type('\r');
  await emulator.shows('on branch peace');
  expect(emulator.text()).toContain('Or not.');
});

test('a filter is edited at its cursor, at its edges too, and what is pasted stands there', async () => {
  const { app, ids } = chatsOf('The Inn', 'The Boat');
  const emulator = await screenOn(app, ids[0] ?? '');
  const left = '\x1b[D';
  emulator.type('/chats\r');
  await emulator.shows('type to filter');
  emulator.type('one two three');
  await emulator.shows('› one two three');
  emulator.type(`${left.repeat(6)}\x17`);
  await emulator.shows('› one  three');
  emulator.type(`${left.repeat(9)}a\x01\x01b`);
  await emulator.shows('› baone  three');
  emulator.type('\x1b[C\x1b[200~c\nd\x1b[201~e');
  await emulator.shows('› bac deone  three');
  emulator.type('\x15');
  await emulator.shows('› one  three');
  emulator.type('\x05\u{1f600}\x7f!');
  await emulator.shows('› one  three!');
});

test('/rewind alone lists the last turns, each with what it would take back', async () => {
  const { app, ids } = chatsOf('The Inn');
  const [inn = ''] = ids;
  const play = app.play(inn);
  await play.say('One.', { reply: [] });
  await play.say('Psst, Carl.', { as: 'Bob', to: ['Carl'], reply: [] });
  await play.say('Three.', { reply: [] });
  const emulator = await screenOn(app, inn);
  emulator.type('/rewind\r');
  await emulator.shows('2 Alice: One.');
  expect(emulator.text()).not.toContain('Psst');
  emulator.type('\x1b[B');
  await emulator.showsInside('Alice: One.\nAlice: Three.\nand 1 message that Alice did not perceive');
  emulator.type('\r');
  await emulator.shows('undid 2 turns; /redo restores it');
  emulator.type('x');
  await emulator.shows('Alice > x');
  await emulator.shows('undid 2 turns; /redo restores it');
  emulator.type('\x7f');
  emulator.type('/rewind --to last\r');
  await emulator.shows('nothing came after it');
  expect(app.play(inn).message('last').text).toBe('I am Alice.');
});

test('/swipe alone lists the versions with their texts and goes to the one chosen', async () => {
  const { app, ids } = chatsOf('The Inn');
  const [inn = ''] = ids;
  const play = app.play(inn);
  await play.reply('Bob');
  const first = play.message('last').text;
  await play.regenerate();
  const emulator = await screenOn(app, inn);
  emulator.type('/swipe\r');
  await emulator.shows('Versions of the last message');
  await emulator.showsInside('\n2 * ');
  emulator.type('1');
  await emulator.shows('version 1 of 2');
  expect(app.play(inn).message('last').text).toBe(first);
});

test('/persona wears one, also a new one, says so in the title, and takes it off', async () => {
  const { app, ids } = chatsOf('The Inn');
  app.store.library.setPersona('Jo', 'A tall sailor.');
  const emulator = await screenOn(app, ids[0] ?? '');
  emulator.type('/persona\r');
  await emulator.shows('Personas');
  emulator.type('\x1b[A');
  await emulator.shows('A tall sailor.');
  emulator.type('\r');
  await emulator.shows('The Inn · you are Alice (Jo)');
  emulator.type('/persona add Kim Small and quick.\r');
  await emulator.shows('you are Alice (Kim)');
  emulator.type('/persona none\r');
  await emulator.shows('Alice uses no persona');
  expect(emulator.text()).toContain('you are Alice  ');
  emulator.type('/persona nobody\r');
  await emulator.shows('there is no persona "nobody"');
});

test('/persona says so where this terminal plays somebody whom the chat does not remember', async () => {
  const { app, ids } = chatsOf('The Inn');
  app.store.library.setPersona('Jo', 'A tall sailor.');
  const emulator = await screenOn(app, ids[0] ?? '', 'Bob');
  emulator.type('/persona Jo\r');
  await emulator.shows('only this terminal plays Bob');
});

test('/pins and /preset show what is chosen; a pin leads to its message', async () => {
  const { app, ids } = chatsOf('The Inn');
  const [inn = ''] = ids;
  const play = app.play(inn);
  await play.say('The key is silver.\n\nAnd old.', { reply: [] });
  await play.pin('last');
  for (let n = 0; n < 30; n += 1) await play.say(`Line ${n}.`, { reply: [] });
  const emulator = await screenOn(app, inn);
  emulator.type('/pins\r');
  await emulator.shows('And old.');
  emulator.type('\r');
  await emulator.hides('Line 29.');
  await emulator.shows('The key is silver.');
  emulator.type('/preset\r');
  await emulator.shows('Presets');
  emulator.type('smelt');
  await emulator.shows('prompts');
});

test('titles, names and texts of other chats cannot reach the terminal as more than text', async () => {
  const { app } = chatsOf('The Inn');
  const evil = 'A\x1b]0;owned\x07\x1b[37;41mB';
  const made = startChat(app.newChatParts, { cards: [], title: evil, as: 'You' });
  await app.play(made).say(`${evil} said`, { reply: [] });
  const [, inn] = app.store.chats.list();
  const emulator = await screenOn(app, inn?.id ?? '');
  emulator.type('/chats\r');
  await emulator.shows(/AB {2,}just now/);
  await emulator.shows('AB said');
  expect(emulator.writes.join('')).not.toMatch(/owned\x07|\x1b\[37;41mB/);
});
