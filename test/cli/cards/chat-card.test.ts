import { readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keepCard } from '../../../src/app/cards/cards.ts';
import { characterDraft, characterText, keepCharacter } from '../../../src/app/cards/chat-card.ts';
import { App } from '../../../src/app/run/app.ts';
import { stageOf } from '../../../src/domain/world/world.ts';
import { startChat } from '../../../src/play/new-chat.ts';
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
  const shown = (name: string) => characterText(context, play, name);
  const draft = (name: string) => characterDraft(context, play, name);
  const keep = (name: string, text: string) => keepCharacter(context, play, name, text);
  return { context, shown, draft, keep, play, identity };
};

test('what the editor leaves is the card of the character from there on; the others keep theirs', async () => {
  const { shown, draft, keep, play, identity, context } = atTheBar();
  expect(shown('alice')).toContain('description = "Alice waits."');
  expect(await keep('alice', draft('alice'))).toBeNull();
  expect(await keep('alice', draft('alice').replace('waits', 'reads'))).not.toBeNull();
  expect(await identity('Alice')).toContain('Alice reads.');
  const { cast } = stageOf(context.store.chats.read(play.state().chat.id).world);
  const raw = context.store.library.card(cast[0]?.card?.id ?? '')?.bytes.toString();
  expect(JSON.parse(raw ?? '').chars).toEqual([{ name: 'Alice', description: 'Alice reads.', x: 1 }, 'Bob']);
  expect(cast[1]?.card?.id).not.toBe(cast[0]?.card?.id);
  await play.undo();
  expect(await identity('Alice')).toContain('Alice waits.');
});

test('a character without a card gets one', async () => {
  const { draft, keep, identity } = atTheBar();
  expect(draft('Carl')).toContain('name = "Carl"');
  await keep('Carl', 'name = "Carl"\ndescription = "Carl is tall."');
  expect(await identity('Carl')).toContain('Carl is tall.');
});

test('a refused text is kept in a file, and is what the editor begins with the next time', async () => {
  const { draft, keep } = atTheBar();
  const text = 'name = "Alice"\nmood = "bad"';
  const error = await keep('Alice', text).catch((reason: Error) => reason);
  const file = /your text is in (\S+)$/.exec(String((error as Error).message))?.[1] ?? '';
  expect(readFileSync(file, 'utf8')).toBe(text);
  rmSync(dirname(file), { recursive: true });
  expect(draft('Alice')).toBe(text);
  await keep('Alice', text.replace('mood', 'creator'));
  expect(draft('Alice')).toContain('creator = "bad"');
  expect(draft('Alice')).toContain('description = ""');
});
