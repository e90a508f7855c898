import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Lorebook } from '../../../src/cards/character.ts';
import { toLorebook } from '../../../src/cards/read/lorebook.ts';
import { lorebookIn, toLorebookV3 } from '../../../src/interop/sillytavern/lorebook.ts';
import { toWorldInfo } from '../../../src/interop/sillytavern/world-info.ts';
import { bookRules, defaultSettings, worldInfoRules } from '../../../src/lore/books/books.ts';

const read = (value: unknown): Lorebook => {
  const book = toLorebook(lorebookIn(JSON.parse(JSON.stringify(value)), 'A file'), () => {});
  if (!book) throw new Error('no book');
  return book;
};

const word = fc.stringMatching(/^[a-z]{1,8}$/);
const entry = fc.record(
  {
    key: fc.array(word),
    keysecondary: fc.array(word),
    comment: fc.string(),
    content: fc.string(),
    constant: fc.boolean(),
    selective: fc.boolean(),
    selectiveLogic: fc.nat({ max: 3 }),
    order: fc.integer(),
    position: fc.nat({ max: 7 }),
    disable: fc.boolean(),
    depth: fc.nat(),
    role: fc.nat({ max: 2 }),
    outletName: word,
    caseSensitive: fc.option(fc.boolean()),
    matchWholeWords: fc.option(fc.boolean()),
    scanDepth: fc.option(fc.nat()),
    probability: fc.nat({ max: 100 }),
    useProbability: fc.boolean(),
    group: word,
    groupWeight: fc.nat(),
    sticky: fc.option(fc.nat()),
    cooldown: fc.option(fc.nat()),
    delayUntilRecursion: fc.oneof(fc.boolean(), fc.nat()),
    matchPersonaDescription: fc.boolean(),
    triggers: fc.array(word),
    characterFilter: fc.record({ isExclude: fc.boolean(), names: fc.array(word), tags: fc.array(word) }),
    mod_field: fc.jsonValue({ noUnicodeString: true }).filter((value) => value !== undefined),
  },
  { requiredKeys: ['key', 'keysecondary', 'content', 'disable', 'order', 'selective'] },
);
const world = fc.array(entry, { maxLength: 8 }).map((entries) => ({
  entries: Object.fromEntries(entries.map((one, at) => [String(at * 3), { uid: at * 3, ...one }])),
  extra: { kept: true },
}));

const about = { id: 'b', rank: 'chat', settings: defaultSettings } as const;

describe("SillyTavern's world info", () => {
  test('comes back equal after it was read, for all entries, unknown fields included', () => {
    fc.assert(
      fc.property(world, (file) => {
        const plain = JSON.parse(JSON.stringify(file));
        expect(JSON.parse(JSON.stringify(toWorldInfo(read(file))))).toEqual(plain);
      }),
    );
  });

  test('wakes as it did: the rules of the book are those of the file, for all entries', () => {
    const bare = ({ id: _, book: __, name: ___, ...rule }: ReturnType<typeof bookRules>[number]) => rule;
    fc.assert(
      fc.property(world, (file) => {
        const plain = JSON.parse(JSON.stringify(file));
        expect(bookRules(read(file), about).map(bare)).toEqual(worldInfoRules(plain, about).map(bare));
      }),
    );
  });

  test('of an entry that says little has its defaults', () => {
    const file = { entries: { 0: { uid: 0, key: ['a'], keysecondary: ['b'], content: 'A' } } };
    expect(toWorldInfo(read(file)).entries).toMatchObject({
      0: { selective: true, order: 100, disable: false },
    });
  });

  test('of another book has every field, keys as patterns, and the book itself beside it', () => {
    const book = read({
      spec: 'lorebook_v3',
      data: {
        name: 'Harbour',
        extensions: {},
        entries: [
          {
            ...{ keys: ['ti(de|me)'], use_regex: true, content: 'Two a day.', enabled: true, name: 'Tides' },
            ...{ insertion_order: 5, position: 'before_char', extensions: {}, case_sensitive: true },
          },
        ],
      },
    });
    const { entries, originalData } = toWorldInfo(book);
    expect(entries).toMatchObject({
      0: {
        ...{ uid: 0, key: ['/ti(de|me)/'], comment: 'Tides', content: 'Two a day.', order: 5, position: 0 },
        ...{ disable: false, caseSensitive: true, probability: 100, selective: false },
      },
    });
    expect(originalData).toEqual(book);
  });

  test('V3-LB: a book written as lorebook_v3 reads as the same', () => {
    fc.assert(
      fc.property(world, (file) => {
        const book = read(file);
        expect(read(toLorebookV3(book))).toEqual(book);
      }),
    );
  });
});

describe('books of other programs', () => {
  test('RisuAI: keys are split at commas, but for a regular expression; chance and case count', () => {
    const data = [
      {
        ...{ key: 'tide, harbour', secondkey: 'moon', insertorder: 3, comment: 'Tides', content: 'Two.' },
        ...{ alwaysActive: false, selective: true, activationPercent: 40, mode: 'normal' },
      },
      {
        key: 'a{1,2}',
        useRegex: true,
        content: 'R',
        insertorder: 1,
        extentions: { risu_case_sensitive: true },
      },
      { key: '', content: '', comment: 'A folder', mode: 'folder' },
    ];
    const { entries, extensions } = read({ type: 'risu', ver: 1, data });
    expect(entries).toMatchObject([
      {
        ...{ keys: ['tide', 'harbour'], secondary_keys: ['moon'], selective: true, insertion_order: 3 },
        ...{ extensions: { probability: 40, useProbability: true, risuai: { mode: 'normal' } } },
      },
      { keys: ['a{1,2}'], use_regex: true, case_sensitive: true },
      { name: 'A folder', enabled: false },
    ]);
    expect(extensions).toEqual({ risuai: { type: 'risu', ver: 1 } });
  });

  test('Agnai: weight is the order, priority what goes first when it is full', () => {
    const entry = {
      name: 'Tide',
      entry: 'Two a day.',
      keywords: ['tide'],
      priority: 7,
      weight: 2,
      enabled: false,
    };
    expect(read({ kind: 'memory', name: 'Harbour', entries: [entry] })).toMatchObject({
      name: 'Harbour',
      entries: [{ keys: ['tide'], content: 'Two a day.', priority: 7, insertion_order: 2, enabled: false }],
    });
  });

  test('NovelAI: budget priority is the order, what is always there is constant, the rest is kept', () => {
    const entry = {
      ...{ text: 'Two a day.', displayName: 'Tide', keys: ['tide'], enabled: true, forceActivation: true },
      ...{ contextConfig: { budgetPriority: 400, prefix: '' }, searchRange: 1000 },
    };
    expect(read({ lorebookVersion: 5, entries: [entry] })).toMatchObject({
      name: 'A file',
      entries: [
        {
          ...{ keys: ['tide'], content: 'Two a day.', constant: true, insertion_order: 400, name: 'Tide' },
          ...{ extensions: { novelai: { searchRange: 1000, contextConfig: { prefix: '' } } } },
        },
      ],
      extensions: { novelai: { lorebookVersion: 5 } },
    });
  });

  test('what holds no book is refused, and malformed ones never crash', () => {
    expect(() => lorebookIn({ name: 'x' }, 'x')).toThrow(expect.objectContaining({ code: 'not_a_lorebook' }));
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.constantFrom('risu', 'x'),
        fc.constantFrom('memory', 'x'),
        (value, type, kind) => {
          read({ entries: [], type, kind, data: value });
          read({ entries: { 0: value, a: value } });
        },
      ),
    );
  });
});
