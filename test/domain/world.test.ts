import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../src/domain/canonical.ts';
import { evolveFacts, initialFacts, isFactKind } from '../../src/domain/chat-facts.ts';
import { type DomainEvent, eventKinds, type NewEvent, type StoredEvent } from '../../src/domain/events.ts';
import { Lineage } from '../../src/domain/lineage.ts';
import { transcriptRow } from '../../src/domain/projection.ts';
import { upcast } from '../../src/domain/upcast.ts';
import { evolve, initialWorld, memberNamed, memberOf, type World } from '../../src/domain/world.ts';

let seq = 0;
const event = (fact: NewEvent): DomainEvent => {
  seq += 1;
  const place = { seq, id: `e${seq}`, chat: 'c', branch: 1, turn: `e${seq}` };
  return { ...place, ...fact, version: 1, actor: 'human', at: '2026-01-31T12:00:00Z' } as DomainEvent;
};
const joined = (character: string, name: string): NewEvent => ({
  kind: 'character_joined',
  payload: { character, name, card: null, knowsPast: false },
});
const fold = (...facts: NewEvent[]): World => facts.map(event).reduce(evolve, initialWorld);
const words = { speaker: 'a', raw: 'Hi.', text: 'Hi.', knownTo: [] };
const origin = { answers: null, backend: '', model: '', seed: 1, windowFrom: 'e1' };

const one: NewEvent[] = [
  { kind: 'chat_started', payload: { title: 'The quay', rules: 'Be brief.' } },
  { kind: 'chat_renamed', payload: { title: 'Dawn' } },
  { kind: 'chat_deleted', payload: {} },
  { kind: 'chat_restored', payload: {} },
  joined('a', 'Ansel'),
  { kind: 'played_as', payload: { character: 'a', persona: { name: 'Ann', description: 'tall' } } },
  { kind: 'opening_given', payload: { ...words, greeting: 0 } },
  { kind: 'message_said', payload: words },
  { kind: 'message_imported', payload: { ...words, role: 'character' } },
  { kind: 'reply_received', payload: { ...words, ...origin } },
  { kind: 'reply_cut_short', payload: { ...words, ...origin, reason: 'stopped' } },
  { kind: 'reply_failed', payload: { speaker: 'a', code: 'stalled', message: 'no more' } },
  {
    kind: 'reply_continued',
    payload: { message: 'e8', raw: 'Hi. Ho.', text: 'Hi. Ho.', knownTo: [], truncated: false, ...origin },
  },
  { kind: 'message_edited', payload: { message: 'e8', raw: 'Ho.', text: 'Ho.', knownTo: ['a'] } },
  { kind: 'message_pinned', payload: { message: 'e8', owner: 'a' } },
  { kind: 'message_unpinned', payload: { message: 'e8', owner: 'a' } },
  { kind: 'message_deleted', payload: { message: 'e8' } },
];

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

  test('each speaker has a window of its own', () => {
    const world = fold(
      { kind: 'reply_received', payload: { ...words, ...origin } },
      {
        kind: 'reply_cut_short',
        payload: { ...words, ...origin, speaker: 'b', windowFrom: 'e9', reason: '' },
      },
    );
    expect(world.windows).toEqual({ a: 'e1', b: 'e9' });
  });

  test('title, played character and persona are facts of the chat, not of a head', () => {
    const facts = one.map(event).reduce(evolveFacts, initialFacts);
    expect(facts).toEqual({
      title: 'Dawn',
      deleted: false,
      playing: 'a',
      persona: { name: 'Ann', description: 'tall' },
    });
    expect(isFactKind('played_as')).toBe(true);
    expect(isFactKind('message_said')).toBe(false);
  });
});

describe('the transcript', () => {
  const row = (fact: NewEvent) =>
    transcriptRow(fold(joined('a', 'Ansel'), joined('m', 'Maren')), event(fact));

  test('KT-23 a message holds its audience beside who was present', () => {
    const whisper = { ...words, knownTo: ['a'] };
    expect(row({ kind: 'message_said', payload: whisper })).toMatchObject({
      table: 'message',
      speaker: 'a',
      role: 'character',
      knownTo: ['a'],
      present: ['a', 'm'],
      truncated: false,
    });
  });

  test('KT-08 KT-21 an imported row without an audience is public, whatever its role', () => {
    const payload = { ...words, speaker: null, role: 'system' as const };
    expect(row({ kind: 'message_imported', payload })).toMatchObject({
      speaker: null,
      role: 'system',
      knownTo: [],
    });
  });

  test('RP-041 a reply that was cut short is marked so, until it is continued or edited', () => {
    const cut = { ...words, ...origin, reason: 'stopped' };
    expect(row({ kind: 'reply_cut_short', payload: cut })).toMatchObject({ truncated: true });
    const edited = { message: 'e1', raw: 'Ho.', text: 'Ho.', knownTo: [] };
    expect(row({ kind: 'message_edited', payload: edited })).toMatchObject({ truncated: false, text: 'Ho.' });
    const continued = { ...edited, ...origin, truncated: true };
    expect(row({ kind: 'reply_continued', payload: continued })).toMatchObject({ truncated: true });
  });

  test('RP-074 only utterances and changes to them are rows', () => {
    const kinds = one.filter((fact) => row(fact) !== null).map(({ kind }) => kind);
    expect(kinds).toEqual([
      'opening_given',
      'message_said',
      'message_imported',
      'reply_received',
      'reply_cut_short',
      'reply_continued',
      'message_edited',
      'message_deleted',
    ]);
  });
});

describe('a stored event', () => {
  const stored = (over: Partial<StoredEvent>): StoredEvent => ({
    ...event({ kind: 'chat_renamed', payload: { title: 'Dawn' } }),
    ...over,
  });

  test('RP-075 of a known kind and version is read as it is', () => {
    expect(upcast(stored({}))).toMatchObject({
      kind: 'chat_renamed',
      version: 1,
      payload: { title: 'Dawn' },
    });
  });

  test.each([
    ['RP-077 of an unknown kind', { kind: 'weather_turned' }, 'unknown_kind'],
    ['of a kind named like a property of every object', { kind: 'toString' }, 'unknown_kind'],
    ['of a newer version', { version: 2 }, 'newer_version'],
    ['of a version before the first', { version: 0 }, 'broken_payload'],
    ['that does not say what its kind says', { payload: { title: 3 } }, 'broken_payload'],
    ['without a payload', { payload: null }, 'broken_payload'],
  ])('%s is reported, never thrown', (_, over, unreadable) => {
    expect(upcast(stored(over))).toEqual({ unreadable });
  });

  test('RP-081 of an older version is lifted, one step per version', () => {
    const steps = { chat_renamed: { [-1]: (p: unknown) => ({ name: p }), 0: (p: unknown) => rename(p) } };
    const rename = (p: unknown) => ({ title: (p as { name: string }).name });
    expect(upcast(stored({ version: -1, payload: 'Dusk' }), steps)).toMatchObject({
      version: 1,
      payload: { title: 'Dusk' },
    });
    expect(upcast(stored({ version: 0, payload: { name: 'Dusk' } }), steps)).toMatchObject({
      payload: { title: 'Dusk' },
    });
  });
});

describe('a lineage', () => {
  const branches = new Map(
    [
      { id: 1, parent: null, forkSeq: 0, name: 'main' },
      { id: 2, parent: 1, forkSeq: 5, name: 'main~2' },
      { id: 3, parent: 2, forkSeq: 5, name: 'duel' },
      { id: 4, parent: 2, forkSeq: 12, name: 'duel~2' },
    ].map((branch) => [branch.id, branch]),
  );

  test('RP-080 holds the segments from a head to the root, newest first', () => {
    const lineage = new Lineage(branches, { branch: 4, seq: 20 });
    expect(lineage.segments).toEqual([
      { branch: 4, after: 12, upTo: 20 },
      { branch: 2, after: 5, upTo: 12 },
      { branch: 1, after: 0, upTo: 5 },
    ]);
    expect(lineage.contains({ branch: 1, seq: 5 })).toBe(true);
    expect(lineage.contains({ branch: 1, seq: 6 })).toBe(false);
    expect(lineage.contains({ branch: 3, seq: 4 })).toBe(false);
    expect(lineage.positionAt(7)).toEqual({ branch: 2, seq: 7 });
    expect(lineage.positionAt(21)).toBeUndefined();
  });

  test('a head at the fork has nothing of its branch, and nothing of a branch that it passes over', () => {
    const root = [{ branch: 1, after: 0, upTo: 5 }];
    expect(new Lineage(branches, { branch: 2, seq: 5 }).segments).toEqual(root);
    expect(new Lineage(branches, { branch: 3, seq: 5 }).segments).toEqual(root);
    expect(new Lineage(branches, { branch: 3, seq: 3 }).segments).toEqual([{ branch: 1, after: 0, upTo: 3 }]);
  });
});

test('canonical JSON is the same for equal values, whatever the order of their keys', () => {
  expect(canonicalJson({ b: [{ d: 1, c: null }], a: 'x' })).toBe('{"a":"x","b":[{"c":null,"d":1}]}');
});
