import { describe, expect, onTestFinished, test } from 'vitest';
import { keepOwn } from '../../../src/app/cards/own-cards.ts';
import { opened } from '../../../src/domain/world/world.ts';
import { authoredCard, blankCharacter } from '../../../src/play/texts/authoring.ts';
import { startFakeServer } from '../../fake-server/server.ts';
import { until } from '../../until.ts';
import { chatsAt, chatsOf, screenOn } from './stocked.ts';

describe('going to another chat', () => {
  test('/chat NAME shows it instead and closes the one before, where what was written waits', async () => {
    const { app, ids } = chatsOf('The Inn', 'The Boat');
    const [inn = '', boat = ''] = ids;
    await app.play(boat).say('Ahoy.', { reply: [] });
    const emulator = await screenOn(app, inn);
    await emulator.shows('The Inn · you are Alice');
    emulator.type('/chat the boat\r');
    await emulator.shows('The Boat · you are Alice');
    await emulator.shows('Ahoy.');
    expect(emulator.text()).not.toContain('The Inn');
    emulator.type('/chat inn\r');
    await emulator.shows('Alice > /chat The Inn');
    emulator.type('\r');
    await emulator.shows('The Inn · you are Alice');
    const watching = app.store.terminals.of(inn);
    expect([watching.length, app.store.terminals.of(boat).length]).toEqual([1, 0]);
    emulator.type('\x1b[A');
    await emulator.shows('Alice > /chat the boat');
  });

  test('RP-107 one that is not there is a friendly "not found", and the chat and what was typed stay', async () => {
    const { app, ids } = chatsOf('The Inn');
    const emulator = await screenOn(app, ids[0] ?? '');
    emulator.type('/chat The Moon\r');
    await emulator.shows('there is no chat "The Moon"; see /chats');
    expect(emulator.text()).toContain('Alice > /chat The Moon');
    expect(emulator.text()).toContain('The Inn · you are Alice');
  });

  test('a reply that is being written in the chat that is left is kept as cut short', async () => {
    const { url, close } = await startFakeServer({
      tokensPerSecond: 20,
      script: () => ({ text: 'It was long ago. '.repeat(100) }),
    });
    onTestFinished(close);
    const { app, ids } = chatsAt({ backend: 'llamacpp', url }, 'The Inn', 'The Boat');
    const [inn = ''] = ids;
    const emulator = await screenOn(app, inn);
    emulator.type('Tell me all, Bob.\r');
    await emulator.shows('It was long');
    emulator.type('/chat The Boat\r');
    await emulator.shows('The Boat · you are Alice');
    await until(() => expect(app.store.leases.of(inn)).toBeUndefined());
    expect(app.play(inn).message('last')).toMatchObject({
      truncated: true,
      text: expect.stringContaining('It was long'),
    });
  });

  test('KT-12 the list shows of the chat chosen who is in it and its last lines, as who plays here perceives them', async () => {
    const { app, ids } = chatsOf('The Inn', 'The Boat');
    const [inn = '', boat = ''] = ids;
    await app.play(inn).say('the key is under the mat', { to: ['Bob'], reply: [] });
    await app.play(boat).say('Nobody must hear this', { to: ['Bob'], reply: [] });
    const emulator = await screenOn(app, inn, 'Carl');
    emulator.type('/chat\r');
    await emulator.shows('Chats');
    emulator.type('inn');
    await emulator.shows('you are Carl · with Alice, Bob');
    expect(emulator.text()).not.toContain('under the mat');
    emulator.type('\x15boat');
    await emulator.shows('Alice: Nobody must hear this');
  });
});

describe('a new chat', () => {
  test('/new lists the cards, each with how the chat would begin, and opens the chat', async () => {
    const { app, ids } = chatsOf('The Inn');
    const emulator = await screenOn(app, ids[0] ?? '');
    emulator.type('/new\r');
    await emulator.shows('A new chat with');
    emulator.type('bob');
    await emulator.shows('Bob · you play You · with Bob');
    expect(emulator.text()).toContain('I am Bob.');
    emulator.type('\r');
    await emulator.shows('a new chat: Bob');
    await emulator.shows('Bob · you are You');
    emulator.type('/new Alice, Carl\r');
    await emulator.shows('a new chat: Alice, Carl');
    emulator.type('/new Zed\r');
    await emulator.shows('no file or imported card "Zed"');
    expect(emulator.text()).toContain('Alice, Carl · you are You');
  });

  test('issue 29.7: in its one list Space marks several, ←→ shows greetings as they will look and chooses who is played and by whom; Enter begins', async () => {
    const { app, ids } = chatsOf('The Inn');
    const greetings = ['I am *Dora*, {{user}}.', 'Good evening, {{user}}.'];
    keepOwn(app, authoredCard({ ...blankCharacter('Dora'), greetings }, 0), null);
    app.store.library.setPersona('Kim', 'Small.');
    const emulator = await screenOn(app, ids[0] ?? '', undefined, { columns: 100, rows: 40 });
    emulator.type('/new\r');
    await emulator.shows('Space mark');
    emulator.type('dora');
    await emulator.shows('Dora · greeting 1/2');
    expect(emulator.text()).toContain('I am Dora, You.');
    emulator.type('\x1b[C');
    await emulator.shows(/Dora · greeting 2\/2 *│\n.*Good evening, You\./);
    emulator.type(' ');
    await emulator.shows('✓ Dora');
    emulator.type('\x15bob');
    await emulator.shows(/1 +Bob/);
    emulator.type(' ');
    await emulator.shows('✓ Bob');
    emulator.type('\x15');
    await emulator.shows(/you play +‹ You ›/);
    emulator.type('\x1b[H\x1b[D');
    await emulator.shows(/you play +‹ Bob ›[\s\S]*Good evening, Bob\./);
    emulator.type('\x1b[B\x1b[C');
    await emulator.shows(/persona +‹ Kim ›/);
    emulator.type('\x1b[B\r');
    await emulator.shows('What the chat is called.');
    emulator.type('\x15An evening\r');
    await emulator.shows(/title +An evening/);
    emulator.type('\x1b[A\r');
    await emulator.shows(/An evening\n you are Bob \(Kim\)/);
    await emulator.shows('Good evening, Kim.');
  });

  test('issue 29.7: cards that cannot be together are told at the mark, and the list stays', async () => {
    const { app, ids } = chatsOf('The Inn');
    keepOwn(app, authoredCard({ ...blankCharacter('Bob'), description: 'Another.' }, 0), null);
    const emulator = await screenOn(app, ids[0] ?? '', undefined, { columns: 100, rows: 40 });
    emulator.type('/new\r');
    await emulator.shows('Space mark');
    emulator.type('bob');
    await emulator.shows(/1 +Bob/);
    emulator.type(' ');
    await emulator.shows('✓ Bob');
    emulator.type(' ');
    await emulator.shows('two characters are called "Bob"');
    await emulator.shows('A new chat with');
  });

  test('/title gives the chat another title, and alone brings the one it has into the line', async () => {
    const { app, ids } = chatsOf('The Inn');
    const emulator = await screenOn(app, ids[0] ?? '');
    emulator.type('/title\r');
    await emulator.shows('Alice > /title The Inn');
    emulator.type(' by the sea\r');
    await emulator.shows('The Inn by the sea · you are Alice');
  });
});

test('KT-27 /new asks once who hears an untagged answer to a whisper, where a card from elsewhere teaches the tag; the answer holds in that chat', async () => {
  const { app, ids } = chatsOf('The Inn');
  const teaching = {
    ...blankCharacter('Dora'),
    greetings: ['Psst.'],
    description: `Dora writes ${app.settings.tag.tag}Alice__.`,
  };
  keepOwn(app, authoredCard(teaching, 0), null);
  const emulator = await screenOn(app, ids[0] ?? '');
  const untagged = () => opened(app.store.chats.read(app.store.chats.list()[0]?.id ?? '').world).untagged;
  emulator.type('/new Dora\r');
  await emulator.shows('Who hears an answer to a whisper that has no tag?');
  await emulator.shows('Dora may whisper: the card uses the tag.');
  await emulator.shows('w those who heard the whisper · e everyone present');
  emulator.type('e');
  await emulator.shows('a new chat: Dora');
  expect(untagged()).toBe('public');
  emulator.type('/new Dora\r');
  await emulator.shows('Dora may whisper');
  emulator.type('w');
  await emulator.shows('Psst.');
  expect(untagged()).toBe('inherit');
  emulator.type('/new Bob\r');
  await emulator.shows('a new chat: Bob');
  expect(untagged()).toBe(undefined);
});

test('the menu offers chats by their titles, and by id where two are called the same', async () => {
  const { app, ids } = chatsOf('The Inn', 'Twins', 'Twins');
  const emulator = await screenOn(app, ids[0] ?? '');
  emulator.type(`/chat ${ids[1]?.slice(0, 8)}`);
  await emulator.shows(new RegExp(`${ids[1]} +Twins`));
  emulator.type('\x15/chat inn\t');
  await emulator.shows('Alice > /chat The Inn');
});
