import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Lorebook, LoreEntry } from '../../../src/cards/character.ts';
import { createUnderstudy } from '../../../src/inference/understudy/backend.ts';
import { defaultSettings } from '../../../src/lore/books/books.ts';
import { BoundedBacktracking } from '../../../src/outside/bounded/backtracking.ts';
import type { PlayParts, PlaySettings } from '../../../src/play/chat/parts.ts';
import { openPlay } from '../../../src/play/open-play.ts';
import type { Play } from '../../../src/play/play.ts';
import { runs } from '../../histories.ts';
import { scene } from '../scene.ts';

const entry = (name: string, over: Partial<LoreEntry>): LoreEntry => ({
  ...{ keys: ['key'], name, enabled: true, insertion_order: 100, extensions: {} },
  content: `${name} is told.`,
  ...over,
});
const bookOf = (entries: readonly LoreEntry[]): Lorebook => ({
  name: 'Quay',
  extensions: {},
  entries: [...entries],
});

interface With {
  readonly settings?: Partial<PlaySettings>;
  readonly parts?: Partial<PlayParts>;
}

/** The scene, opened with these entries for everybody. */
const playing = (entries: readonly LoreEntry[], { settings, parts }: With = {}): Play => {
  const books: PlayParts['books'] = () => [{ id: 'quay', rank: 'global', book: bookOf(entries) }];
  const all = { ...scene.parts.settings, ...settings };
  return openPlay({ ...scene.parts, ...parts, settings: all, books }, scene.id);
};

const promptOf = async (entries: readonly LoreEntry[], how?: With): Promise<string> =>
  (await playing(entries, how).prompt('Maren')).prompt;
const exact = { settings: { loreIsExact: true } };
const awake = (play: Play): string[] =>
  play.lore('Maren').flatMap((line) => (line.awake ? [line.entry] : []));

describe('where what woke stands', () => {
  test('V3-DEC-position V2-ENT-POS what is always there stands at its place; what wakes does where that is asked for', async () => {
    scene.said('Tomas', 'The key?');
    const around = [
      entry('Before', { position: 'before_char' }),
      entry('Inside', { content: '@@position before_desc\nInside is told.' }),
      entry('Scene', { content: '@@position scenario\nScene is told.' }),
      entry('After', { position: 'after_char' }),
    ];
    const order = (prompt: string) =>
      [
        'Before is told',
        'Inside is told',
        'keeps the ferry',
        'A quay at low water',
        'Scene is told',
        'After is told',
      ]
        .map((text) => prompt.indexOf(text))
        .every((at, index, all) => at >= 0 && (index === 0 || at > (all[index - 1] ?? 0)));
    expect(order(await promptOf(around, exact))).toBe(true);
    expect(order(await promptOf(around.map((one) => ({ ...one, constant: true }))))).toBe(true);
    const cached = playing(around);
    expect(order((await cached.prompt('Maren')).prompt)).toBe(false);
    expect(cached.lore('Maren').map(({ stands }) => stands)).toEqual(
      Array(4).fill('once, where it was activated'),
    );
    expect(
      playing(around, exact)
        .lore('Maren')
        .map(({ stands }) => stands),
    ).toEqual(Array(4).fill(undefined));
  });

  test('V3-DEC-position what belongs to a section that the card has not stands as if it were not said', async () => {
    scene.said('Tomas', 'The key?');
    const inside = [entry('Inside', { content: '@@position personality\n@@@depth 1\nInside is told.' })];
    const ofMaren = playing(inside, exact);
    expect(ofMaren.lore('Maren')[0]).toMatchObject({ awake: true, position: 'depth 1' });
    const { prompt } = await ofMaren.prompt('Maren');
    expect(prompt.indexOf('Inside is told.')).toBeGreaterThan(prompt.indexOf('A quay at low water'));
    expect(ofMaren.lore('Ansel')[0]).toMatchObject({ awake: true, position: 'personality' });
    expect((await ofMaren.prompt('Ansel')).prompt).toMatch(/personality: .*\nInside is told\./);
  });

  test.each([
    ['once', {}],
    ['exactly', exact],
  ])(
    'V3-DEC-depth at depth 0 as the assistant begins the speaker’s own turn, several one after the other, with lore told %s',
    async (_, how) => {
      scene.said('Tomas', 'The key?');
      const begins = ['One', 'Two'].map((name) =>
        entry(name, { content: `@@depth 0\n@@role assistant\n${name} is told.` }),
      );
      const play = playing(begins, how);
      expect((await play.prompt('Maren')).prompt).toMatch(
        /Tomas: The key\?\n[\s\S]*One is told\.\nTwo is told\.\nMaren:$/,
      );
      for (const line of play.lore('Maren')) expect(line).toMatchObject({ position: 'depth 0' });
      expect(play.lore('Maren').map(({ stands }) => stands)).toEqual([undefined, undefined]);
      scene.replied('Maren', 'Here.');
      scene.said('Tomas', 'Thanks.');
      const { prompt } = await play.prompt('Maren');
      expect(prompt.split('One is told.')).toHaveLength(2);
    },
  );

  test('V3-DEC-depth at depth 0 as the assistant is the last message before what a chat endpoint is asked for', async () => {
    scene.said('Tomas', 'The key?');
    const backend = async () => ({ ...createUnderstudy(), kind: 'openai-chat' as const });
    const begins = [entry('One', { content: '@@depth 0\n@@role assistant\nOne is told.' })];
    const { messages } = await playing(begins, { parts: { backend } }).prompt('Maren');
    expect(messages?.at(-2)).toEqual({ role: 'assistant', content: 'One is told.' });
    expect(messages?.at(-1)?.content).not.toContain('One');
  });

  test('V2-BOOK-USE around the author’s note: above and below it, at its depth', async () => {
    scene.said('Tomas', 'The key?');
    scene.said('Tomas', 'Well?');
    const around = [
      entry('Below', { extensions: { position: 3 } }),
      entry('Above', { extensions: { position: 2 } }),
    ];
    const note = { depth: 1, role: 'system', every: 1, to: [], text: 'The note.' } as const;
    const play = playing(around, exact);
    await play.setNote(note);
    const { prompt } = await play.prompt('Maren');
    const places = ['The key?', 'Above is told.', 'The note.', 'Below is told.', 'Well?'];
    const found = places.map((text) => prompt.indexOf(text));
    expect(found).toEqual([...found].sort((a, b) => a - b));
    expect(found[0]).toBeGreaterThan(0);
  });

  test('V2-BOOK-USE what is for an outlet stands where a text asks for it, and nowhere else', async () => {
    scene.said('Tomas', 'The key?');
    const outlet = (name: string, order: number) =>
      entry(name, {
        insertion_order: order,
        extensions: { position: 7, outlet_name: 'hive' },
        content: `{{char}} hears of ${name}.`,
      });
    const asks = entry('asks', { constant: true, content: '<{{outlet::hive}}>' });
    const told = [outlet('Two', 2), outlet('One', 1)];
    expect(await promptOf([...told, asks])).toContain('<Maren hears of One.\nMaren hears of Two.>');
    expect(await promptOf(told)).not.toContain('hears of');
    expect(await promptOf([asks])).toContain('<>');
    expect(playing(told).lore('Maren')[0]).toMatchObject({ awake: true, position: 'outlet hive' });
  });

  test('V3-DEC-disable_ui_prompt the person’s own prompt goes while the entry is awake, the card’s stays', async () => {
    const off = [entry('off', { content: '@@disable_ui_prompt system_prompt' })];
    const ansel = async () => (await playing(off).prompt('Ansel')).prompt;
    expect(await promptOf(off)).toContain('This is a roleplay between');
    expect(await ansel()).toContain('This is a roleplay between');
    scene.said('Tomas', 'The key?');
    expect(await promptOf(off)).not.toContain('This is a roleplay between');
    expect(await ansel()).toContain('Speak as Ansel, in short lines.');
    expect(await ansel()).not.toContain('This is a roleplay between');
  });

  test('SP-10 so do the instructions of a preset behind the history', async () => {
    scene.said('Tomas', 'The key?');
    const preset = {
      name: 'mine',
      prompts: [
        { identifier: 'main', content: 'Mine first. {{original}}' },
        { identifier: 'jailbreak', content: 'Mine last.' },
      ],
      prompt_order: [
        {
          character_id: 100001,
          order: ['main', 'chatHistory', 'jailbreak'].map((identifier) => ({ identifier, enabled: true })),
        },
      ],
    };
    const settings = { layout: { ...scene.parts.settings.layout, preset } };
    const of = (content: string) => playing([entry('off', { content })], { settings }).prompt('Odile');
    const { prompt } = await of('@@disable_ui_prompt post_history_instructions');
    expect([prompt.includes('Mine first.'), prompt.includes('Mine last.')]).toEqual([true, false]);
    const other = (await of('@@disable_ui_prompt system_prompt')).prompt;
    expect([other.includes('Mine first.'), other.includes('Mine last.')]).toEqual([false, true]);
  });
});

describe('what keys are looked for in', () => {
  test('V2-BOOK-USE filters of other programs know a speaker by the file of its card and its tags there', () => {
    scene.said('Tomas', 'The key?');
    const filter = (more: object) => entry('filtered', { extensions: { character_filter: more } });
    const parts = { filedAs: () => ({ names: ['Maren of the Ferry'], tags: ['7f3a', 'River'] }) };
    const of = (more: object) => awake(playing([filter(more)], { parts })).length;
    expect(of({ isExclude: false, names: ['maren of the ferry'], tags: [] })).toBe(1);
    expect(of({ isExclude: false, names: ['Somebody'], tags: [] })).toBe(0);
    expect(of({ isExclude: false, names: [], tags: ['7f3a'] })).toBe(1);
    expect(of({ isExclude: true, names: [], tags: ['river'] })).toBe(0);
  });

  test('V3-EN-REGEX expressions that look around are found in a chat', () => {
    scene.said('Tomas', 'The key?');
    const lore = { ...defaultSettings, backtracking: new BoundedBacktracking(() => 0) };
    const looks = [entry('looks', { keys: ['/(?<=The )key/'] })];
    expect(awake(playing(looks, { settings: { lore } }))).toEqual(['looks']);
  });

  test('V3-CBS-random macros in keys read as in the prompt, and otherwise when what they stand for changes', async () => {
    const keys = [entry('asked', { keys: ['{{lastCharMessage}}'] })];
    const play = playing(keys);
    scene.said('Odile', 'Lamp oil');
    scene.said('Tomas', 'Lamp oil?');
    expect(awake(play)).toEqual(['asked']);
    scene.said('Odile', 'Rope, then');
    expect(awake(play)).toEqual(['asked']);
    scene.said('Tomas', 'No.');
    const random = [entry('one', { keys: ['{{random::quay::boat}}'] })];
    const wakes = (text: string) => {
      scene.said('Tomas', text);
      return awake(playing(random)).length;
    };
    const woke = Array.from({ length: 12 }, () => wakes('quay boat') === 1);
    expect(woke.every(Boolean)).toBe(true);
  });

  test('V3-CBS-random macros in a content are filled in before other entries look for their keys in it', async () => {
    scene.said('Tomas', 'The key?');
    const chain = [
      entry('first', { content: 'It is {{reverse:xaw}} in {{random::a::b}} place.' }),
      entry('second', { keys: ['wax'] }),
      entry('in a', { keys: ['in a place'] }),
      entry('in b', { keys: ['in b place'] }),
    ];
    const play = playing(chain);
    const [, second, ...others] = awake(play);
    expect([second, others.length]).toEqual(['second', 1]);
    const { prompt } = await play.prompt('Maren');
    expect(prompt).toContain(`It is wax ${others[0]} place.`);
  });
});

test('V2-BOOK-USE `lore test` and the prompt agree, whatever the entries ask for', async () => {
  scene.said('Tomas', 'Where is the key? And the rope?');
  const lines = [
    '',
    '@@depth 1',
    '@@reverse_depth 1',
    '@@position scenario',
    '@@position after_desc',
    '@@role user',
  ];
  const some = fc.record({
    keys: fc.subarray(['key', 'rope', 'boat', '/k.y/', '/(?<=the )rope/', '{{char}}'], { minLength: 1 }),
    constant: fc.boolean(),
    enabled: fc.boolean(),
    decorator: fc.constantFrom(...lines, '@@activate', '@@dont_activate', '@@activate_only_after 1'),
    place: fc.constantFrom(undefined, 0, 1, 2, 3, 4, 5, 6),
    filter: fc.constantFrom(undefined, { isExclude: false, names: ['Odile'], tags: [] }),
  });
  const settings = fc.record({
    loreIsExact: fc.boolean(),
    order: fc.constantFrom('cache' as const, 'classic' as const),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(some, { maxLength: 5 }), settings, async (all, { loreIsExact, order }) => {
      const entries = all.map(({ decorator, place, filter, ...one }, at) =>
        entry(`entry${at}x`, {
          ...one,
          content: `${decorator}\nentry${at}x is told.`,
          extensions: {
            ...(place !== undefined && { position: place }),
            ...(filter && { character_filter: filter }),
          },
        }),
      );
      const lore = { ...defaultSettings, backtracking: new BoundedBacktracking(() => 0) };
      const layout = { ...scene.parts.settings.layout, order };
      const play = playing(entries, { settings: { lore, layout, loreIsExact } });
      const { prompt } = await play.prompt('Maren');
      const told = entries.map(({ name = '' }) => prompt.includes(`${name} is told.`));
      expect(told).toEqual(play.lore('Maren').map((line) => line.awake));
    }),
    runs(60),
  );
});
