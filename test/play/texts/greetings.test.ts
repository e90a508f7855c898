import { describe, expect, test } from 'vitest';
import { identityOf } from '../../../src/app/run/ids.ts';
import type { Card, Character } from '../../../src/cards/character.ts';
import { opened } from '../../../src/domain/world/world.ts';
import { createUnderstudy } from '../../../src/inference/understudy/backend.ts';
import { type NewChat, startChat } from '../../../src/play/new-chat.ts';
import { openPlay } from '../../../src/play/open-play.ts';
import { blankCharacter } from '../../../src/play/texts/authoring.ts';
import { quay } from '../../quay.ts';
import { anew, scene } from '../scene.ts';

const cardOf = (character: Partial<Character>): Card => ({
  ...quay,
  characters: [{ ...blankCharacter('Keeper'), ...character }],
});
const keeper = cardOf({
  greetings: ['Boots, {{user}}.', '{{char}} yawns.', 'We are full.'],
  groupOnlyGreetings: ['All of you, boots!'],
});
const maid = cardOf({ name: 'Maid', greetings: ['Never said.'], groupOnlyGreetings: ['Nor this.'] });

/** A chat that begins with these cards in the store of the scene. */
const begin = (cards: readonly Card[], options: Partial<NewChat> = {}) => {
  const { store } = scene;
  const { ids } = identityOf('7');
  const now = () => new Date(scene.at).toISOString();
  const idFor = (about: string) => ids(about, 0);
  const id = startChat(
    { store, now, userName: 'Ann', castMax: 8, idFor },
    { cards: cards.map((card, index) => ({ id: `${index}`, card })), ...options },
  );
  const character = (at: { id: string; index: number }) => cards[Number(at.id)]?.characters[at.index] ?? null;
  const play = openPlay({ ...scene.parts, now, character }, id);
  const texts = () =>
    play
      .view()
      .last(100)
      .map(({ text }) => text);
  const state = () => store.chats.read(id);
  return { id, play, texts, state, verify: () => store.verify(state()).differences };
};

/** All texts that swiping forward shows, the first included. */
const swiped = async ({ play, texts }: ReturnType<typeof begin>): Promise<string[]> => {
  const seen = texts();
  const { of } = await play.swipe(1);
  for (let n = 2; n <= of; n += 1) {
    expect(await play.swipe('next')).toEqual({ index: n, of });
    seen.push(...texts());
  }
  return seen;
};

describe('greetings', () => {
  test('V2-AG-SWIPE each greeting is a version of the first message, its macros filled in', async () => {
    const chat = begin([keeper]);
    expect(await swiped(chat)).toEqual(['Boots, Ann.', 'Keeper yawns.', 'We are full.']);
    await expect(chat.play.swipe('next')).rejects.toMatchObject({ code: 'no_such_swipe' });
    expect(await chat.play.swipe('prev')).toEqual({ index: 2, of: 3 });
    expect(chat.texts()).toEqual(['Keeper yawns.']);
    expect(chat.verify()).toEqual([]);
  });

  test('V3-CBS-random V3-CBS-roll V3-CBS-comment-hidden chance and comments are filled in, the same whoever comes by', async () => {
    const greetings = [
      '{{roll:d6}} knocks, {{random:a,b}}.{{// hm}}',
      '{{pick::old,young}}{{trim}}\n\n<BOT>.',
    ];
    const chat = begin([cardOf({ greetings })]);
    const seen = await swiped(chat);
    expect(seen[0]).toMatch(/^[1-6] knocks, [ab]\.$/);
    expect(seen[1]).toMatch(/^(?:old|young)Keeper\.$/);
    await chat.play.swipe(1);
    expect(await swiped(chat)).toEqual(seen);
    expect(begin([cardOf({ greetings: ['{{// nothing}}'] })]).texts()).toEqual([]);
  });

  test('V3-DEC-is_greeting which greeting is shown stands in the log, and follows the head', async () => {
    const chat = begin([keeper], { greeting: 1 });
    expect(opened(chat.state().world).greeting).toBe(1);
    expect(await chat.play.swipe('prev')).toEqual({ index: 1, of: 3 });
    expect(opened(chat.state().world).greeting).toBe(0);
    await chat.play.swipe(3);
    expect(opened(chat.state().world).greeting).toBe(2);
    expect(opened(begin([cardOf({})]).state().world).greeting).toBeNull();
  });

  test('a greeting is written once, whoever comes by it again', async () => {
    const chat = begin([keeper]);
    await swiped(chat);
    await swiped(chat);
    const opened = [...scene.store.log.all({ chat: chat.id })].filter(({ kind }) => kind === 'opening_given');
    expect(opened).toHaveLength(3);
  });

  test('V3-GOG group-only greetings take part where several characters have a card', async () => {
    const alone = await swiped(begin([keeper]));
    expect(alone).not.toContain('All of you, boots!');
    const group = begin([keeper, maid]);
    expect(await swiped(group)).toEqual([...alone, 'All of you, boots!']);
    expect(begin([keeper, maid], { greeting: 3 }).texts()).toEqual(['All of you, boots!']);
    expect(() => begin([keeper], { greeting: 3 })).toThrow(/3 greetings/);
  });

  test('RP-098 invariant 3: another greeting after the chat went on is a branch; nothing of the first is lost', async () => {
    const chat = begin([keeper]);
    await chat.play.say('Evening.', { reply: [] });
    await chat.play.rewind({ turns: 1 });
    await chat.play.swipe('next');
    await chat.play.say('Good night.', { reply: [] });
    expect(chat.texts()).toEqual(['Keeper yawns.', 'Good night.']);
    await chat.play.rewind({ turns: 1 });
    await chat.play.redo();
    expect(chat.texts()).toEqual(['Keeper yawns.', 'Good night.']);
    await chat.play.switchTo('main');
    expect(chat.texts()).toEqual(['Boots, Ann.', 'Evening.']);
    expect(chat.verify()).toEqual([]);
  });

  test('a greeting that was edited comes back as it was left', async () => {
    const chat = begin([keeper]);
    await chat.play.edit('last', 'Boots off.');
    await chat.play.swipe('next');
    await chat.play.swipe('prev');
    expect(chat.texts()).toEqual(['Boots off.']);
  });

  test('what the model writes instead of a greeting comes after all of them', async () => {
    const chat = begin([keeper]);
    await chat.play.regenerate();
    const [written] = chat.texts();
    expect(await chat.play.swipe(4)).toEqual({ index: 4, of: 4 });
    expect(await swiped(chat)).toEqual([written, 'Keeper yawns.', 'We are full.', written]);
  });

  test('no greeting can be undone: each is where the chat begins', async () => {
    const chat = begin([keeper]);
    await chat.play.swipe('next');
    await expect(chat.play.undo()).rejects.toMatchObject({ code: 'nothing_to_undo' });
  });

  test('the shared opening of a card of several characters is the only one', async () => {
    const chat = begin([{ ...keeper, spec: 'multi', opening: 'It rains.' }]);
    expect(await swiped(chat)).toEqual(['It rains.']);
    expect(() => begin([{ ...keeper, spec: 'multi', opening: 'It rains.' }], { greeting: 1 })).toThrow(
      /greetings/,
    );
  });

  test('a later message has no greetings among its versions', async () => {
    const chat = begin([keeper]);
    await chat.play.say('Evening.', { reply: [] });
    expect(await chat.play.swipe(1)).toEqual({ index: 1, of: 1 });
  });
});

describe('another card in a chat', () => {
  test('the prompt takes it from there on, and follows the head back', async () => {
    const chat = begin([keeper, cardOf({ name: 'Maid', description: 'Sweeps.' })]);
    const identity = async () =>
      (await chat.play.prompt('Keeper')).blocks.find(({ name }) => name === 'identity')?.text ?? '';
    const before = await identity();
    await chat.play.changeCard('keeper', { id: '1', index: 0 });
    expect(await identity()).toContain('Sweeps.');
    await chat.play.undo();
    expect(await identity()).toBe(before);
    await chat.play.redo();
    expect(await identity()).toContain('Sweeps.');
    expect(chat.verify()).toEqual([]);
    await expect(chat.play.changeCard('Nobody', { id: '1', index: 0 })).rejects.toMatchObject({
      code: 'unknown_name',
    });
  });

  test('a version of a line from before is written with the card of that time', async () => {
    const asked: string[] = [];
    const understudy = createUnderstudy();
    anew({
      backend: async () => ({
        ...understudy,
        complete: (request, signal) => {
          asked.push(request.prompt);
          return understudy.complete(request, signal);
        },
      }),
    });
    const chat = begin([cardOf({ description: 'Owns.' }), cardOf({ name: 'Maid', description: 'Sweeps.' })]);
    await chat.play.reply('Keeper');
    await chat.play.changeCard('Keeper', { id: '1', index: 0 });
    await chat.play.regenerate();
    expect(asked[1]).toBe(asked[0]);
    expect(chat.verify()).toEqual([]);
  });

  test('the card that a character has already changes nothing', async () => {
    const chat = begin([keeper]);
    const before = chat.state().head;
    await chat.play.changeCard('Keeper', { id: '0', index: 0 });
    expect(chat.state().head).toEqual(before);
  });
});
