import { expect, test } from 'vitest';
import { lookUpCard } from '../../src/app/cards/cards.ts';
import { startChat } from '../../src/play/new-chat.ts';
import { libraryOf } from './library.ts';
import { open } from './open-screens.ts';

/** A screen on a chat of three who have blank cards, played as Alice. */
const screenWithCards = async () => {
  const app = libraryOf('Alice', 'Bob', 'Carl');
  const cards = ['Alice', 'Bob', 'Carl'].map((name) => lookUpCard(app, name));
  const play = app.play(startChat(app.newChatParts, { cards, as: 'Alice' }));
  return { emulator: await open(play as never, {}, { app }), play, app };
};

const withEditor = (script: string): void => {
  process.env.VISUAL = '';
  process.env.EDITOR = script;
};

test('/card lists the cast, and shows the card of one of them', async () => {
  const { emulator } = await screenWithCards();
  emulator.type('/card\r');
  await emulator.shows('1 Alice');
  emulator.type('1');
  await emulator.shows('name = "Alice"');
});

test('KT-23 /card of another than the played character says what is hidden, and shows it when asked again', async () => {
  const { emulator } = await screenWithCards();
  emulator.type('/card\r');
  await emulator.shows('2 Bob');
  emulator.type('2');
  await emulator.shows('Hidden from Alice');
  emulator.type('\r');
  await emulator.hides('Hidden from Alice');
  expect(emulator.text()).not.toContain('name = "Bob"');
  emulator.type('/card carl\r');
  await emulator.shows('Press s to show it');
  expect(emulator.text()).not.toContain('name = "Carl"');
  emulator.type('s');
  await emulator.shows('name = "Carl"');
  emulator.type('q/card bob shown\r');
  await emulator.shows('name = "Bob"');
});

test('/card edit opens the editor, says what came of it, and leads back where the text is refused', async () => {
  const { emulator, app } = await screenWithCards();
  withEditor('sed -i.old s/^description.*/description=\\"tall\\"/');
  emulator.type('/card edit Bob\r');
  await emulator.shows('Bob uses this card from here on');
  expect(lookUpCard(app, 'Bob').card.characters[0]?.description).toBe('tall');
  withEditor('true');
  emulator.type('/card edit\r');
  await emulator.shows('nothing was changed');
  withEditor('false');
  emulator.type('/card edit\r');
  await emulator.shows('the editor failed');
  withEditor('sed -i.old s/^description.*/description=wrong/');
  emulator.type('/card edit Bob\r');
  await emulator.shows('Back to the editor?');
  await emulator.shows('your text is');
  withEditor('sed -i.old s/^description.*/description=\\"small\\"/');
  emulator.type('y');
  await emulator.shows('Bob uses this card from here on');
  expect(lookUpCard(app, 'Bob').card.characters[0]?.description).toBe('small');
});
