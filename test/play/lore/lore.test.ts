import { describe, expect, test } from 'vitest';
import type { Lorebook, LoreEntry } from '../../../src/cards/character.ts';
import type { BookInUse } from '../../../src/play/chat/books-in-use.ts';
import { openPlay } from '../../../src/play/open-play.ts';
import type { Play } from '../../../src/play/play.ts';
import { scene } from '../scene.ts';

const entry = (over: Partial<LoreEntry>): LoreEntry => ({
  keys: [],
  content: '',
  enabled: true,
  insertion_order: 100,
  extensions: {},
  ...over,
});
const book = (...entries: LoreEntry[]): Lorebook => ({ name: 'Quay', extensions: {}, entries });
const inUse = (lorebook: Lorebook): BookInUse[] => [{ id: 'quay', rank: 'global', book: lorebook }];

/** The scene, opened with this book for everybody. */
const playing = (lorebook: Lorebook, as?: string): Play =>
  openPlay({ ...scene.parts, books: () => inUse(lorebook) }, scene.id, as);
const awake = (play: Play, name: string): string[] =>
  play
    .lore(name)
    .filter((line) => line.awake)
    .map((line) => line.entry);
const key = book(entry({ keys: ['key'], name: 'key', content: 'The key is under the third stone.' }));

describe('lore in a chat', () => {
  test('KT-07 HC-46 a whisper wakes lore for those who heard the whisper, and for nobody else', async () => {
    scene.said('Tomas', 'Where is the key?', ['Maren']);
    const play = playing(key);
    expect([awake(play, 'Maren'), awake(play, 'Ansel'), awake(play, 'Tomas')]).toEqual([
      ['key'],
      [],
      ['key'],
    ]);
    expect((await play.prompt('Maren')).prompt).toContain('third stone');
    expect((await play.prompt('Ansel')).prompt).not.toContain('third stone');
  });

  test('RP-016 what is said out of character wakes nothing, and a message of nothing else counts for nothing', () => {
    const play = () => playing(key);
    scene.said('Tomas', 'Hm. ((where was the key?))');
    expect(awake(play(), 'Maren')).toEqual([]);
    scene.said('Tomas', 'Where is the key?');
    const open = play();
    expect(awake(open, 'Maren')).toEqual(['key']);
    for (let n = 0; n < 9; n += 1) scene.said('Tomas', `((note ${n}))`);
    expect(awake(open, 'Maren')).toEqual(['key']);
    expect(awake(play(), 'Maren')).toEqual(['key']);
    const counted = book(entry({ constant: true, name: 'later', content: '@@activate_only_after 3\nLate.' }));
    expect(awake(playing(counted), 'Maren')).toEqual([]);
  });

  test('KT-07 which greeting opened the chat is unknown to whoever came later, and so ignored', () => {
    const opened = book(entry({ constant: true, name: 'opened', content: '@@is_greeting 1\nAt dusk.' }));
    const payload = { character: 'quill', name: 'Quill', card: null, knowsPast: false };
    scene.given({ kind: 'character_joined', payload });
    scene.said('Tomas', 'Welcome.');
    expect(awake(playing(opened), 'Maren')).toEqual([]);
    expect(awake(playing(opened), 'Quill')).toEqual(['opened']);
  });

  test('KT-07 counters count what the speaker has said itself', () => {
    const later = book(
      entry({ keys: [], constant: true, name: 'later', content: '@@activate_only_after 3\nLate.' }),
    );
    scene.said('Tomas', 'One.', ['Ansel']);
    scene.replied('Maren', 'Two.');
    expect(awake(playing(later), 'Maren')).toEqual([]);
    scene.replied('Maren', 'Three.');
    expect(awake(playing(later), 'Maren')).toEqual(['later']);
    expect(awake(playing(later), 'Ansel')).toEqual([]);
  });

  test('why each entry sleeps is said', () => {
    const off = book(
      entry({ keys: ['key'], name: 'off', enabled: false }),
      entry({ keys: ['oar'], name: 'oar' }),
    );
    const lines = playing(off).lore('Maren');
    expect(lines.map(({ awake: isAwake }) => isAwake)).toEqual([false, false]);
    expect(lines.every(({ reason }) => reason !== '')).toBe(true);
  });

  test('it follows the view: new messages, edits, rewinds', async () => {
    const deep = book(
      entry({ keys: ['key'], name: 'key', content: '@@scan_depth 500\n@@activate_only_after 0\nx' }),
    );
    const play = playing(deep);
    expect(awake(play, 'Maren')).toEqual([]);
    await play.say('The key?', { reply: [] });
    expect(awake(play, 'Maren')).toEqual(['key']);
    await play.edit('last', 'The oar?');
    expect(awake(play, 'Maren')).toEqual([]);
    await play.edit('last', 'The key!');
    await play.say('And?', { reply: [] });
    expect(awake(play, 'Maren')).toEqual(['key']);
    await play.rewind({ turns: 2 });
    expect(awake(play, 'Maren')).toEqual([]);
    await play.redo();
    expect(awake(play, 'Maren')).toEqual(['key']);
  });

  test('a reply that is written again wakes what it woke the first time', async () => {
    const play = playing(book(entry({ keys: ['Maren said'], name: 'said', content: 'It was said.' })));
    await play.say('Maren?');
    const { prompt } = await play.prompt('Maren');
    expect(prompt).not.toContain('It was said.');
    await play.regenerate();
    const [reply] = play.view().last(1);
    expect(reply?.speaker).toBe(scene.who('Maren'));
  });

  test('what is always there is frozen, what wakes is told where it woke', async () => {
    const both = book(
      entry({ constant: true, name: 'always', content: 'The quay is old.', position: 'before_char' }),
      entry({ keys: ['early'], name: 'early', content: 'It is early.', position: 'before_char' }),
      entry({ keys: ['early'], name: 'deep', content: '@@depth 1\nFog.' }),
    );
    const { blocks } = await playing(both).prompt('Maren');
    const lore = blocks
      .filter(({ name }) => name.startsWith('lore '))
      .map(({ name, zone }) => `${zone} ${name}`);
    expect(lore).toEqual(['frozen lore always', 'told lore early', 'told lore deep']);
    expect(blocks.find(({ name }) => name === 'lore early')).toMatchObject({
      source: 'book Quay',
      tier: 'should',
    });
  });

  test('HC-07 what woke is told once where it woke and stays; at its documented depth in each prompt where that is asked for', async () => {
    const deep = book(entry({ keys: ['key'], name: 'deep', content: '@@depth 1\nIt has three teeth.' }));
    scene.said('Tomas', 'Where is the key?');
    const shown = async (isExact: boolean): Promise<string[]> => {
      const settings = { ...scene.parts.settings, loreIsExact: isExact };
      const play = openPlay({ ...scene.parts, settings, books: () => inUse(deep) }, scene.id);
      const { blocks } = await play.prompt('Maren');
      return blocks
        .filter(({ zone, name }) => zone === 'history' || name === 'lore deep')
        .slice(-3)
        .map(({ text }) => text.trim());
    };
    expect(await shown(false)).toContain('It has three teeth.');
    await playing(deep).reply('Maren');
    scene.said('Tomas', 'Hm.');
    scene.said('Tomas', 'So.');
    const [, ...last] = await shown(true);
    expect(last).toEqual(['It has three teeth.', 'Tomas: So.']);
    expect(await shown(false)).not.toContain('It has three teeth.');
    const { prompt } = await playing(deep).prompt('Maren');
    expect(prompt.split('It has three teeth.')).toHaveLength(2);
  });

  test('V2-BOOK-SCAN V2-BOOK-BUDGET the settings say how far and how much, where a book does not', () => {
    const lore = {
      scanDepth: 1,
      caseSensitive: true,
      wholeWords: true,
      recursive: false,
      groupScoring: false,
    };
    scene.said('Tomas', 'The key.');
    const aged = book(
      entry({ keys: ['key'], name: 'key', content: 'x '.repeat(40) }),
      entry({ keys: ['Key'], name: 'case', content: 'y' }),
    );
    const under = (more: object) =>
      openPlay(
        {
          ...scene.parts,
          books: () => inUse(aged),
          settings: { ...scene.parts.settings, lore: { ...lore, ...more } },
        },
        scene.id,
      );
    expect(awake(under({}), 'Maren')).toEqual(['key']);
    expect(awake(under({ budget: 5 }), 'Maren')).toEqual([]);
    scene.said('Tomas', 'Well?');
    expect(awake(under({}), 'Maren')).toEqual([]);
    expect(awake(under({ minActivations: 1 }), 'Maren')).toEqual(['key']);
    expect(awake(under({ scanDepth: 2, caseSensitive: false }), 'Maren')).toEqual(['key', 'case']);
  });

  test('a chat remembers the books in use, whatever is rewound', async () => {
    scene.store.library.setPreset({ kind: 'lorebook', name: 'Quay', body: { ...key }, foreign: {} });
    await scene.play.setBook('quay', true);
    await scene.play.setBook('quay', true);
    expect(scene.state.facts.books).toEqual(['Quay']);
    await scene.play.say('Hm.', { reply: [] });
    await scene.play.rewind({ turns: 1 });
    expect(scene.state.facts.books).toEqual(['Quay']);
    expect(scene.store.verify(scene.state).differences).toEqual([]);
    await scene.play.setBook('Quay', false);
    expect(scene.state.facts.books).toEqual([]);
    await expect(scene.play.setBook('Tide', true)).rejects.toMatchObject({ code: 'no_such_book' });
  });
});
