import { readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { App } from '../../../src/app/app.ts';
import { cardShelf } from '../../../src/app/cards/card-shelf.ts';
import { keepCard } from '../../../src/app/cards/cards.ts';
import { startChat } from '../../../src/play/chat/new-chat.ts';
import { innCard } from '../inn.ts';
import { Stage } from '../sotto.ts';

/** The cards of a chat at the inn, as its screen has them. */
const atTheBar = () => {
  const stage = new Stage();
  const context = new App({ data: stage.data });
  onTestFinished(() => context.close());
  const alice = { name: 'Alice', description: 'Alice waits.', x: 1 };
  const card = JSON.stringify({ ...innCard, chars: [alice, 'Bob'] });
  const cards = [keepCard(context, stage.file('inn.json', card))];
  const id = startChat(context.newChatParts, { cards, as: 'Carl' });
  const play = context.play(id);
  const identity = async (name: string) =>
    (await play.prompt(name)).blocks.find((block) => block.name === 'identity')?.text ?? '';
  return { context, shelf: cardShelf(context, play), play, identity };
};

test('what the editor leaves is the card of the character from there on; the others keep theirs', async () => {
  const { shelf, play, identity, context } = atTheBar();
  expect(shelf.show('alice').join('\n')).toContain('description = "Alice waits."');
  expect(await shelf.keep('alice', shelf.draft('alice'))).toBe(false);
  expect(await shelf.keep('alice', shelf.draft('alice').replace('waits', 'reads'))).toBe(true);
  expect(await identity('Alice')).toContain('Alice reads.');
  const { cast } = context.store.chats.read(play.state().chat.id).world;
  const raw = context.store.library.card(cast[0]?.card?.id ?? '')?.bytes.toString();
  expect(JSON.parse(raw ?? '').chars).toEqual([{ name: 'Alice', description: 'Alice reads.', x: 1 }, 'Bob']);
  expect(cast[1]?.card?.id).not.toBe(cast[0]?.card?.id);
  await play.undo();
  expect(await identity('Alice')).toContain('Alice waits.');
});

test('a character without a card gets one', async () => {
  const { shelf, identity } = atTheBar();
  expect(shelf.draft('Carl')).toContain('name = "Carl"');
  await shelf.keep('Carl', 'name = "Carl"\ndescription = "Carl is tall."');
  expect(await identity('Carl')).toContain('Carl is tall.');
});

test('a refused text is kept in a file, and is what the editor begins with the next time', async () => {
  const { shelf } = atTheBar();
  const text = 'name = "Alice"\nmood = "bad"';
  const error = await shelf.keep('Alice', text).catch((reason: Error) => reason);
  const file = /your text is in (\S+)$/.exec(String((error as Error).message))?.[1] ?? '';
  expect(readFileSync(file, 'utf8')).toBe(text);
  rmSync(dirname(file), { recursive: true });
  expect(shelf.draft('Alice')).toBe(text);
  await shelf.keep('Alice', text.replace('mood', 'creator'));
  expect(shelf.draft('Alice')).toContain('creator = "bad"');
  expect(shelf.draft('Alice')).toContain('description = ""');
});
