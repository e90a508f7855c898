import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NewEvent } from '../../../src/domain/events/events.ts';
import { isMatch, occurrences, readQuery, scoreOf, weightsOf } from '../../../src/domain/search.ts';
import type { AnyView } from '../../../src/domain/view.ts';
import type { Hit } from '../../../src/play/turn/search-play.ts';
import { holdsOften, patience, runs } from '../../cases.ts';
import { freshFolder, openStore } from '../../histories.ts';
import { Quay } from '../doing.ts';
import { anyCase, type Case } from '../interference.ts';
import { retell } from '../retold.ts';
import { anew, scene } from '../scene.ts';
import { Witnessed } from '../witnessed.ts';

const found = (text: string, as?: string): string[] =>
  scene
    .playing(as)
    .search(text)
    .map(({ message }) => message.text);

describe('search', () => {
  test('invariant 2 finds what the character perceives, and nothing of a whisper to others', () => {
    scene.said('Maren', 'The silver key is in the well.', ['Odile']);
    scene.said('Tomas', 'Which key?');
    expect(found('key')).toEqual(['Which key?']);
    expect(found('silver')).toEqual([]);
    expect(found('silver', 'Odile')).toEqual(['The silver key is in the well.']);
    expect(found('silver', '*')).toEqual(['The silver key is in the well.']);
  });

  test('the best first, and of those that are as good the newest', () => {
    const [old, long, twice, young] = ['A key.', 'A key, a boat and a lamp.', 'Key! Key!', 'My key.'];
    for (const text of [old, long, twice, young]) scene.said('Maren', text);
    expect(found('key')).toEqual([twice, young, old, long]);
    expect(
      scene
        .playing()
        .search('key', 2)
        .map(({ message }) => message.text),
    ).toEqual([twice, young]);
  });

  test('a word that is rarer for the reader weighs more', () => {
    const [boats, keys] = ['Boat, boat, key, rope.', 'Key, key, boat, rope.'];
    for (const text of [boats, keys, 'Boat?', 'Boat!', 'Fog.']) scene.said('Maren', text);
    expect(found('key boat')).toEqual([keys, boats]);
    for (const _ of [1, 2, 3, 4]) scene.said('Maren', 'Key?', ['Odile']);
    expect(found('key boat')).toEqual([keys, boats]);
    expect(found('key boat', 'Odile')).toEqual([boats, keys]);
  });

  test('what a message said before an edit is not found, what it says now is; a deleted one is gone', async () => {
    await scene.play.say('The kay is wet.', { reply: [] });
    await scene.play.edit('last', 'The key is wet.');
    expect([found('kay'), found('key')]).toEqual([[], ['The key is wet.']]);
    await scene.play.remove('last');
    expect(found('key')).toEqual([]);
    await scene.play.undo();
    await scene.play.undo();
    expect([found('kay'), found('key')]).toEqual([['The kay is wet.'], []]);
  });

  test('RP-080 what was said on another branch is not found', async () => {
    await scene.play.branch('fog');
    await scene.play.say('A key in the fog.', { reply: [] });
    await scene.play.switchTo('main');
    expect(found('key')).toEqual([]);
  });

  test('phrases, accents, letters without spaces between words', () => {
    scene.said('Maren', 'Not here, at the Café: 東京タワー.');
    expect(['"at the cafe"', 'CAFÉ', '京タ', '"here not"', '京東'].map((text) => found(text).length)).toEqual(
      [1, 1, 1, 0, 0],
    );
  });

  test('what a model thought is not searched', () => {
    scene.replied('Maren', 'Aye.', { reasoning: 'The gold is mine.' });
    expect([found('gold', 'Maren'), found('aye', 'Maren')]).toEqual([[], ['Aye.']]);
  });

  test('a query without a word is refused', () => {
    for (const text of ['', ' ', '"', '*', '-- ()']) {
      expect(() => scene.play.search(text)).toThrow(expect.objectContaining({ code: 'nothing_to_search' }));
    }
  });

  test('bad input: for all queries something is found or refused, never a failure', () => {
    const odd = fc.constantFrom(
      '"',
      '*',
      ' NEAR(',
      ' AND ',
      ' OR ',
      'NOT ',
      '^',
      '{a b}:',
      "'",
      '\0',
      '🔑',
      '東',
      'key',
    );
    const text = fc.oneof(
      fc.array(odd, { maxLength: 40 }).map((parts) => parts.join('')),
      fc.string({ unit: 'binary' }),
    );
    scene.said('Maren', 'A key, or not; near AND far.');
    fc.assert(
      fc.property(text, (query) => {
        try {
          scene.playing().search(query);
        } catch (error) {
          expect(error).toMatchObject({ code: 'nothing_to_search' });
        }
      }),
      runs(300),
    );
    expect(found('key '.repeat(50_000))).toHaveLength(1);
    expect(found(Array.from({ length: 2200 }, (_, index) => `word${index}`).join(' '))).toEqual([]);
  });
});

describe('find', () => {
  test('the newest match, and then those above it, as the character perceives them', async () => {
    anew({});
    const first = scene.said('Maren', 'A key.');
    scene.said('Maren', 'The silver key.', ['Odile']);
    const last = scene.said('Ansel', 'No key here.');
    scene.said('Ansel', 'Well.');
    expect(scene.playing().find('key')?.id).toBe(last);
    expect(scene.playing().find('key', last)?.id).toBe(first);
    expect(scene.playing().find('key', first)).toBeUndefined();
    expect(scene.playing().newestFound('key', 9)).toEqual([last, first]);
    expect(scene.playing().newestFound('key', 1)).toEqual([last]);
    const play = scene.playing();
    expect(play.newestFound('key', 9)).toEqual([last, first]);
    await play.say('My key.', { reply: [] });
    expect(play.newestFound('key', 9)).toEqual([play.view().last(1)[0]?.id, last, first]);
    await play.playAs('Odile');
    expect(play.newestFound('key', 9)).toHaveLength(4);
  });
});

/** What a search must find: the order by the definition, with each message of the view looked at. */
function scanned(view: AnyView, text: string): Hit[] {
  const query = readQuery(text);
  const all = view
    .last(10_000)
    .toReversed()
    .map((message) => ({ message, ...occurrences(query, message.text) }));
  const any = all.filter(({ counts }) => counts.some((count) => count > 0)).slice(0, 1000);
  const having = query.phrases.map((_, at) => any.filter(({ counts }) => (counts[at] ?? 0) > 0).length);
  const weights = weightsOf(any.length, having);
  const hits = all.filter(isMatch).map(({ message, ...found }, place) => {
    return { message, score: scoreOf(found, weights), thousand: Math.floor(place / 1000) };
  });
  return hits
    .sort((a, b) => a.thousand - b.thousand || b.score - a.score)
    .map(({ message, score }) => ({ message, score }));
}

const inShort = (hits: readonly Hit[]): string =>
  hits.map(({ message, score }) => `${message.id} ${score}\n`).join('');

test('of more than 1,000 the newest 1,000 are compared with each other, then the 1,000 before them', () => {
  const [maren, odile] = [scene.who('Maren'), scene.who('Odile')];
  const facts = Array.from({ length: 2200 }, (_, at): NewEvent => {
    const text = `Key ${'key '.repeat((at * 7) % 5)}${at % 3 ? 'boat ' : ''}${'fog '.repeat((at * 11) % 17)}`;
    const knownTo = at % 10 === 0 ? [maren, odile] : [];
    return { kind: 'message_said', payload: { speaker: maren, raw: text, text, knownTo } };
  });
  scene.store.chats.append(scene.id, { actor: 'human', at: scene.parts.now() }, () => facts);
  for (const text of ['key', 'key boat', '"key boat" fog', 'rope']) {
    for (const play of [scene.playing('Ansel'), scene.playing('Odile'), scene.playing('*')]) {
      const wanted = inShort(scanned(play.view(), text));
      expect(inShort(play.search(text, 5000))).toBe(wanted);
      expect(wanted.startsWith(inShort(play.search(text, 3)))).toBe(true);
    }
  }
});

const queries = ['the', 'key', 'the key', '"not here"', 'secret the', 'bob two', 'aye', 'and so on', 'later'];

/** All that a character can find, with its scores and its order. */
const findings = (quay: Quay, who: string) => {
  const play = quay.playing(who);
  return queries.map((text) => ({
    hits: play.search(text, 1000),
    newest: play.find(text),
    found: play.newestFound(text, 1000),
  }));
};

test(
  'invariant 2 for all histories and characters, hits, order and scores are those of a scan of its view, and of the history without what it did not perceive',
  async () => {
    const folders = [freshFolder(), freshFolder()] as const;
    const stores = folders.map(({ folder }) => openStore(folder));
    let chats = 0;
    let hits = 0;
    let left = 0;
    const compare = async ({ acts, who }: Case): Promise<void> => {
      chats += 1;
      const [full, bare] = stores.map((store) => new Quay(store, { title: `The quay ${chats}` })) as [
        Quay,
        Quay,
      ];
      const witnessed = new Witnessed(full, who);
      for (const act of acts) await witnessed.take(act.type === 'swipe' ? { ...act, by: who as never } : act);
      left += await retell(bare, witnessed);
      if (!full.isInCast(who)) return;
      const all = findings(full, who);
      const view = full.playing(who).view();
      expect(all.map((one) => one.hits)).toEqual(queries.map((text) => scanned(view, text)));
      expect(all).toEqual(findings(bare, who));
      hits += all.flatMap((one) => one.hits).length;
    };
    try {
      await holdsOften(fc.asyncProperty(anyCase, compare), 100, () => ({
        hits: [hits, 80],
        left: [left, 60],
      }));
    } finally {
      for (const store of stores) store.close();
      for (const { remove } of folders) remove();
    }
  },
  patience,
);
