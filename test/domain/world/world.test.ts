import { describe, expect, test } from 'vitest';
import { eventKinds, type NewEvent } from '../../../src/domain/events/events.ts';
import { evolveFacts, initialFacts, isFactKind } from '../../../src/domain/world/chat-facts.ts';
import { evolve } from '../../../src/domain/world/evolve.ts';
import { initialWorld, memberNamed, memberOf } from '../../../src/domain/world/world.ts';
import { event, fold, joined, one, origin, words } from '../facts.ts';

describe('the world', () => {
  test('RP-118 invariant 1: an event of every kind, applied twice, changes nothing', () => {
    expect(new Set(one.map(({ kind }) => kind)).size).toBe(Object.keys(eventKinds).length);
    let world = initialWorld;
    let facts = initialFacts;
    for (const fact of one) {
      const happened = event(fact);
      world = evolve(world, happened);
      facts = evolveFacts(facts, happened);
      expect(evolve(world, happened)).toEqual(world);
      expect(evolveFacts(facts, happened)).toEqual(facts);
    }
  });

  test('the cast stands in the order of joining, each once, and is found by name or id', () => {
    const world = fold(joined('a', 'Ansel'), joined('m', 'Maren'), joined('a', 'Again'));
    expect(world.cast.map(({ name }) => name)).toEqual(['Ansel', 'Maren']);
    expect(memberNamed(world, ' MAREN')?.id).toBe('m');
    expect(memberOf(world, 'm')?.name).toBe('Maren');
    expect(memberOf(world, null)).toBeUndefined();
  });

  test('another card is that of one character', () => {
    const changed: NewEvent = {
      kind: 'character_changed',
      payload: { character: 'm', card: { id: 'c', index: 1 } },
    };
    const world = fold(joined('a', 'Ansel'), joined('m', 'Maren'), changed);
    expect(world.cast.map(({ card }) => card)).toEqual([null, { id: 'c', index: 1 }]);
  });

  test('a pin belongs to one owner, and goes with its message', () => {
    const pin = (message: string, owner: string): NewEvent => ({
      kind: 'message_pinned',
      payload: { message, owner },
    });
    const world = fold(pin('m1', 'a'), pin('m1', 'b'), pin('m2', 'a'), pin('m1', 'a'));
    expect(world.pins).toHaveLength(3);
    const unpinned = evolve(
      world,
      event({ kind: 'message_unpinned', payload: { message: 'm1', owner: 'a' } }),
    );
    expect(unpinned.pins).toEqual([
      { message: 'm1', owner: 'b' },
      { message: 'm2', owner: 'a' },
    ]);
    expect(evolve(world, event({ kind: 'message_deleted', payload: { message: 'm1' } })).pins).toHaveLength(
      1,
    );
  });

  test('invariant 6 an epoch keeps what was sealed and all that is told, until the window begins elsewhere or a reply seals anew', () => {
    const text = (said: string) => ({ name: 'mood', source: ['world'], text: said });
    const told = [{ after: null, texts: [text('Calm.')] }];
    const reply = (from: string | null, more: object = {}): NewEvent => ({
      kind: 'reply_received',
      payload: { ...words, ...origin, windowFrom: from, ...more },
    });
    const first = reply('e1', { sealed: [text('Glad.')] });
    const epochOf = (...events: NewEvent[]) => fold(...events).epochs.a;
    expect(epochOf(reply(null))).toBeUndefined();
    expect(epochOf(first)).toMatchObject({
      from: 'e1',
      sealed: [text('Glad.')],
      asOf: { at: event(first).at },
    });
    expect(epochOf(first, reply('e1', { told }), reply('e1', { told }))).toMatchObject({
      sealed: [text('Glad.')],
      told: [...told, ...told],
    });
    expect(epochOf(first, reply('e1', { told }), reply('e2', { sealed: [] }))).toMatchObject({
      from: 'e2',
      sealed: [],
    });
    expect(epochOf(first, reply('e1', { sealed: [text('Sad.')], told }))).toMatchObject({
      ...{ sealed: [text('Sad.')], told, atFirst: 1 },
    });
    expect(epochOf(reply('e1'))?.sealed).toBeUndefined();
  });

  test('each speaker has a window of its own', () => {
    const world = fold(
      { kind: 'reply_received', payload: { ...words, ...origin } },
      {
        kind: 'reply_cut_short',
        payload: { ...words, ...origin, speaker: 'b', windowFrom: 'e9', reason: '' },
      },
    );
    expect(world.epochs).toMatchObject({ a: { from: 'e1' }, b: { from: 'e9' } });
  });

  test('HC-21 a reply takes off the letters that it tells, one of the time before it told any all', () => {
    const letter: NewEvent = {
      kind: 'letter_sent',
      payload: { from: null, to: ['a'], subject: '', text: 'Be kind.' },
    };
    const [first, second] = [event(letter), event(letter)];
    const world = [first, second].reduce(evolve, fold(joined('a', 'Ansel')));
    const left = (how: { lettersRead?: string[] }) => {
      const reply: NewEvent = { kind: 'reply_received', payload: { ...words, ...origin, ...how } };
      return evolve(world, event(reply)).letters.a?.map(({ id }) => id);
    };
    expect(left({ lettersRead: [first.id] })).toEqual([second.id]);
    expect(left({ lettersRead: [] })).toEqual([first.id, second.id]);
    expect(left({ lettersRead: [first.id, second.id] })).toBeUndefined();
    expect(left({})).toBeUndefined();
  });

  test('title, played character and persona are facts of the chat, not of a head', () => {
    const facts = one.map(event).reduce(evolveFacts, initialFacts);
    expect(facts).toEqual({
      title: 'Dawn',
      deleted: false,
      playing: 'a',
      persona: { name: 'Ann', description: 'tall' },
      books: ['The sound'],
      director: { strategy: 'list', selfReply: false, muted: ['a'], talkativeness: { a: 0.2 } },
      pasts: { a: 'chat' },
      tools: { roll_dice: { everyone: true } },
      lore: { scanDepth: 2, recursive: false, budgetShare: 0.25 },
      players: { a: 'Ann' },
    });
    expect(isFactKind('played_as')).toBe(true);
    expect(isFactKind('message_said')).toBe(false);
  });
});
