import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findCard } from '../../../src/app/cards/cards.ts';
import { setWorld } from '../../../src/play/world/edits.ts';
import { edgesSeen, entitiesIn, entityNamed } from '../../../src/play/world/lines/known.ts';
import { startFakeServer } from '../../fake-server/server.ts';
import { openScreen } from '../emulator.ts';
import { chatsAt, chatsOf, screenOn } from './stocked.ts';

/** A store on a model server of this machine. */
const onServer = async (): Promise<ReturnType<typeof chatsAt>> => {
  const { url, close } = await startFakeServer({});
  onTestFinished(close);
  return chatsAt({ backend: 'llamacpp', url }, 'The Inn');
};

const newest = ({ app }: ReturnType<typeof chatsAt>) => app.play(app.store.chats.list()[0]?.id ?? '', '*');

test('RP-034 RP-092 a chat that is begun on the screen is read by itself; agreed to it is so, and undo takes it back', async () => {
  const inn = await onServer();
  const emulator = await screenOn(inn.app, inn.ids[0] ?? '');
  emulator.type('/new Bob\r');
  await emulator.shows('When the chat begins');
  await emulator.shows('1 accept');
  expect(entityNamed(newest(inn).chat, 'Bob').activity.action.verb).toBe('');
  emulator.type('1');
  await emulator.shows('of initial state set; F6 shows');
  expect(entityNamed(newest(inn).chat, 'Bob').activity.action.verb).toBe('talking');
  emulator.type('/undo\r');
  await emulator.shows('undone');
  expect(entityNamed(newest(inn).chat, 'Bob').activity.action.verb).toBe('');
});

test('RP-138 that those there already know each other is a choice of the kickoff, line by line, for those of whom nothing is said', async () => {
  const inn = await onServer();
  const emulator = await screenOn(inn.app, inn.ids[0] ?? '');
  emulator.type('/new Bob\r');
  await emulator.shows('they already know each other');
  const [choice = ''] = emulator.text().match(/\d(?= they already know each other)/) ?? [];
  emulator.type(choice);
  await emulator.shows('Bob → You: knows You already know each other.');
  await emulator.hides('they already know each other');
  emulator.type('1');
  await emulator.shows('of initial state set; F6 shows');
  const known = edgesSeen(newest(inn).chat).map(({ from, to, knowledge }) => [from, to, knowledge]);
  expect(known).toEqual([
    ['Bob', 'You', ['You already know each other.']],
    ['You', 'Bob', ['You already know each other.']],
  ]);
});

test('RP-092 the form comes up before nobody who writes: a notice says what shows it; Esc closes it and nothing is so', async () => {
  const inn = await onServer();
  const play = inn.app.play(inn.ids[0] ?? '');
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  let asked = 0;
  const readKickoff = async () => {
    asked += 1;
    await gate;
    return [{ type: 'world', weather: 'hail' } as const];
  };
  const { emulator, ended } = await openScreen({ ...play, readKickoff }, {}, { app: inn.app });
  onTestFinished(async () => {
    emulator.type('\x03\x03');
    await ended;
  });
  await play.connect();
  emulator.type('/kickoff\r');
  await expect.poll(() => asked).toBe(1);
  emulator.type('Good even');
  await emulator.shows('Alice > Good even');
  open();
  await emulator.shows('the initial state was read: /kickoff shows it');
  expect(emulator.text()).toContain('Alice > Good even');
  emulator.type('\x15/kickoff\r');
  await emulator.shows('When the chat begins');
  emulator.type('\x1b');
  await emulator.hides('When the chat begins');
  expect([asked, inn.app.play(inn.ids[0] ?? '', '*').known().mind.world.weather]).toEqual([1, '']);
});

test('RP-092 what is read of somebody else’s card is asked, by the understudy too; a chat in which something was said is not read', async () => {
  const inn = chatsOf('The Inn');
  const emulator = await screenOn(inn.app, inn.ids[0] ?? '');
  emulator.type('/new Bob\r');
  await emulator.shows('a new chat: Bob');
  await emulator.settled();
  expect(emulator.text()).not.toContain('When the chat begins');
  expect(entityNamed(newest(inn).chat, 'Bob').activity.action.verb).toBe('');
  emulator.type('/kickoff\r');
  await emulator.shows('1 accept');
  emulator.type('1');
  await expect.poll(() => entityNamed(newest(inn).chat, 'Bob').activity.action.verb).toBe('talking');
  const said = inn.app.play(inn.ids[0] ?? '');
  await said.say('Good evening.', { reply: [] });
  await said.close();
  emulator.type('/chat The Inn\r');
  await emulator.shows('The Inn · you are Alice');
  await emulator.shows('Good evening.');
  const kinds = [...inn.app.store.log.all({ chat: inn.ids[0] ?? '' })].map(
    ({ kind, actor }) => `${actor} ${kind}`,
  );
  expect(kinds).not.toContain('human activity_change');
});

test('RP-092 where no model answers a notice says so, and the play goes on', async () => {
  const { url, close } = await startFakeServer({});
  const inn = chatsAt({ backend: 'llamacpp', url }, 'The Inn');
  const emulator = await screenOn(inn.app, inn.ids[0] ?? '');
  await emulator.shows('llamacpp');
  await close();
  emulator.type('/new Bob\r');
  await emulator.shows('no model described the initial state');
  emulator.type('Hm');
  await emulator.shows('You > Hm');
});

test('RP-092 what is read of a card that comes with sotto is so without a question', async () => {
  const inn = chatsOf('The Inn');
  const emulator = await screenOn(inn.app, inn.ids[0] ?? '');
  findCard(inn.app, join(inn.app.packageRoot, 'cards', 'the-dead-letter-office.json'));
  const [card] = inn.app.store.library.cards().filter(({ name }) => !/^(Alice|Bob|Carl)$/.test(name));
  emulator.type(`/new ${card?.id}\r`);
  await emulator.shows('a new chat: ');
  await expect
    .poll(() => entitiesIn(newest(inn).known()).some(({ activity }) => activity.action.verb !== ''))
    .toBe(true);
  expect(emulator.text()).not.toContain('When the chat begins');
});

test('issue 29 in mid-play the kickoff asks before anything that is so gives way, of a card that comes with sotto too, and says what it did', async () => {
  const inn = await onServer();
  const id = inn.ids[0] ?? '';
  const play = inn.app.play(id, '*');
  setWorld(play.chat, 'weather', 'clear');
  const { emulator, ended } = await openScreen(
    { ...inn.app.play(id), readKickoff: async () => [{ type: 'world', weather: 'hail' } as const] },
    {},
    { app: inn.app },
  );
  onTestFinished(async () => {
    emulator.type('\x03\x03');
    await ended;
  });
  const weather = () => inn.app.play(id, '*').known().mind.world.weather;
  emulator.type('/kickoff\r');
  await emulator.shows('this replaces the current state');
  expect(weather()).toBe('clear');
  emulator.type('1');
  await emulator.shows('1 line of initial state set; F6 shows them, /undo reverts it');
  expect(weather()).toBe('hail');
});
