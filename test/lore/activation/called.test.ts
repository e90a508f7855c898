import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Lorebook, LoreEntry } from '../../../src/cards/character.ts';
import { loreOf } from '../../../src/lore/activation/activate.ts';
import { loreCalledFrom } from '../../../src/lore/activation/called.ts';
import type { ActivationResult, LoreContext } from '../../../src/lore/activation/context.ts';
import type { LoreMessage } from '../../../src/lore/activation/timeline.ts';
import { bookRules } from '../../../src/lore/books/books.ts';
import { Digesting, keptRules } from '../../../src/lore/books/kept-book.ts';
import type { LoreSettings } from '../../../src/lore/books/rule.ts';
import { type RuleSource, wholeBook } from '../../../src/lore/books/rule-source.ts';
import { KeyIndex } from '../../../src/lore/keys/key-index.ts';
import { runs } from '../../cases.ts';
import { about, book, context, told, view } from '../contexts.ts';

const digestOf = (of: Lorebook) => {
  const digesting = new Digesting(of);
  for (const entry of of.entries) digesting.add(entry);
  return digesting.end();
};

/** A book as it comes back from where it was kept; `read` is told which entries were wanted. */
function kept(
  of: Lorebook,
  id: ReturnType<typeof about>,
  read: (numbers: readonly number[]) => void = () => {},
) {
  const { digest, keys } = digestOf(of);
  const entries: LoreEntry[] = JSON.parse(JSON.stringify(of.entries));
  return keptRules(
    {
      digest: JSON.parse(JSON.stringify(digest)),
      keys: new KeyIndex(keys),
      entries: (numbers) => {
        read(numbers);
        return numbers.map((number): [number, LoreEntry] => [number, entries[number] as LoreEntry]);
      },
      whole: () => of,
    },
    id,
  );
}

const word = fc.constantFrom(
  ...[
    'bee',
    'Bee',
    'beehive',
    'HIVE',
    'wax',
    'the sun king',
    'the sun queen',
    'the sun',
    'ß',
    'SS',
    'ς',
    'Σ',
    'İ',
    'ı',
  ],
  ...[
    '蜂',
    '蜂の巣',
    '女王蜂',
    'ハチ',
    '꿀벌',
    '꿀벌은',
    'ผึ้ง',
    'пчела',
    'ПЧЕЛА',
    'نحلة',
    'मधुमक्खी',
    '🐝',
    '🐝🍯',
    '𐐀',
    '𐐨',
    'x',
  ],
);
const key = fc.oneof(
  { weight: 6, arbitrary: word },
  { weight: 1, arbitrary: fc.tuple(word, word).map(([one, other]) => `${one} ${other}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '/w.x/',
      '/BEE/i',
      '/(bee|wax)s?\\b/i',
      '/the sun (king|queen)/',
      '/蜂の?巣/',
      'b.e',
      'h|w',
      '/(/',
      '',
      ' bee ',
      'y'.repeat(501),
    ),
  },
);
const keys = fc.array(key, { maxLength: 3 });
const content = fc
  .tuple(
    fc.array(
      fc.constantFrom(
        ...['@@activate', '@@dont_activate', '@@activate_only_every 2', '@@activate_only_after 1'],
        ...[
          '@@keep_activate_after_match',
          '@@dont_activate_after_match',
          '@@exclude_keys x',
          '@@scan_depth 1',
        ],
        ...['@@additional_keys wax, 蜂', '@@match_full_word', '@@reverse_depth 1', '@@ignore_on_max_context'],
      ),
      { maxLength: 1 },
    ),
    fc.array(word, { maxLength: 3 }),
    fc.constantFrom('', '{{// bee}}', '{{hidden_key: wax}}', '{{char}}'),
  )
  .map(([decorators, words, macro]) => [...decorators, `${words.join(' ')}${macro}`].join('\n'));
const flag = (often: number) => fc.integer({ min: 0, max: often }).map((drawn) => drawn === 0);
const entry = fc.record(
  {
    keys,
    content,
    secondary_keys: keys,
    selective: flag(2),
    constant: flag(8),
    enabled: flag(8).map((off) => !off),
    use_regex: flag(5),
    case_sensitive: flag(4),
    insertion_order: fc.nat(3),
    priority: fc.nat(2),
    extensions: fc.record(
      {
        selectiveLogic: fc.nat(3),
        scan_depth: fc.constantFrom(0, 1, 3, 50),
        sticky: fc.nat(3),
        cooldown: fc.nat(2),
        delay: fc.nat(2),
        probability: fc.constantFrom(100, 50),
        group: fc.constantFrom('', 'g', 'g,k'),
        group_override: flag(3),
        use_group_scoring: flag(2),
        delay_until_recursion: fc.nat(2),
        exclude_recursion: flag(4),
        prevent_recursion: flag(4),
        match_whole_words: flag(2),
        match_persona_description: flag(3),
        triggers: fc.constantFrom([], ['swipe']),
        role: fc.nat(2),
        position: fc.nat(7),
        depth: fc.nat(5),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ['keys', 'content'] },
);
const shelf = fc.array(
  fc.record({
    entries: fc.array(entry, { maxLength: 8 }),
    fields: fc.record(
      { scan_depth: fc.nat(5), token_budget: fc.nat(60), recursive_scanning: fc.boolean() },
      { requiredKeys: [] },
    ),
    isWhole: flag(3),
    rank: fc.constantFrom('character' as const, 'chat' as const, 'global' as const),
  }),
  { minLength: 1, maxLength: 3 },
);
const said = fc.array(
  fc.record({
    text: fc.array(word, { maxLength: 4 }).map((words) => words.join('')),
    spaced: fc.array(word, { maxLength: 3 }).map((words) => words.join(' ')),
    by: fc.constantFrom('speaker' as const, 'human' as const, 'other' as const),
  }),
  { maxLength: 8 },
);
const asked = fc.record(
  {
    budget: fc.nat(80),
    minActivations: fc.nat(4),
    maxRounds: fc.nat(3),
    trigger: fc.constantFrom('normal', 'swipe'),
    persona: word,
  },
  { requiredKeys: [] },
);
const manner = fc.record({
  caseSensitive: fc.boolean(),
  wholeWords: fc.boolean(),
  recursive: fc.boolean(),
  scanDepth: fc.nat(4),
});
/** The same for the same text. */
const chance = (text: string) =>
  [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 7) / 997;

/** All that activated, with everything that is said of it. */
const activatedIn = ({ activated, hides }: ActivationResult) => ({
  hides,
  activated: activated.map(({ reason, ...rest }) => ({ ...rest, reason: reason() })),
});

const sourcesOf = (drawn: typeof shelf extends fc.Arbitrary<infer T> ? T : never, settings: LoreSettings) =>
  drawn.map(({ entries, fields, isWhole, rank }, at) => {
    const id = { ...about(settings, rank), id: `${rank} ${at}` };
    const one = book(entries, fields);
    return { rules: bookRules(one, id), source: isWhole ? wholeBook(bookRules(one, id)) : kept(one, id) };
  });

describe('books of which an index is kept', () => {
  it('for all books, settings and chats that go on, in whatever script, what activates is what activates when every entry is looked at', () => {
    fc.assert(
      fc.property(
        shelf,
        manner,
        fc.record({ lines: said, first: fc.nat(8) }),
        asked,
        (drawn, settings, { lines, first }, { persona, ...more }) => {
          const full = { ...about().settings, ...settings };
          const books = sourcesOf(drawn, full);
          const known = loreCalledFrom(books.map(({ source }) => source));
          const every = books.flatMap(({ rules }) => rules);
          const messages = lines.map(
            ({ text, spaced, by }, at): LoreMessage => ({ id: `m${at}`, text: `${text} ${spaced}`, by }),
          );
          for (const until of [Math.min(first, messages.length), messages.length]) {
            const scene: LoreContext = context(messages.slice(0, until), {
              ...{ ...more, chance, texts: persona === undefined ? {} : { persona } },
            });
            const [asKept, asWhole] = [known.activate(scene), loreOf(every).activate(scene)];
            expect(activatedIn(asKept)).toEqual(activatedIn(asWhole));
            expect(told(asKept)).toEqual(told(asWhole));
          }
        },
      ),
      runs(500),
    );
  });

  it('only the entries that may activate are read, those that others call after these', () => {
    const read: number[] = [];
    const words = Array.from({ length: 1000 }, (_, at) => `word${at}.`);
    const entries = words.map((one, at) => ({ keys: [one], content: at === 7 ? 'see WORD500.' : 'no more' }));
    const big = book([
      ...entries,
      { keys: ['/w.x/'], content: 'a pattern' },
      { constant: true, content: 'always' },
    ]);
    const source: RuleSource = kept(big, about(), (numbers) => read.push(...numbers));
    const { activated } = loreCalledFrom([source]).activate(context(view('they said Word7. twice')));
    expect(activated.map(({ content: text }) => text)).toEqual(['see WORD500.', 'no more', 'always']);
    expect(read).toEqual([7, 1000, 1001, 500]);
  });

  it('entries that call each other in a long row all activate, and are asked a few times, not once for each', () => {
    const row = Array.from({ length: 600 }, (_, at) => ({
      keys: [`word${at}.`],
      content: `see word${at + 1}.`,
    }));
    const long = book(row, { extensions: {} });
    let asked = 0;
    const source = kept(long, about());
    const rules = (numbers: readonly number[]) => {
      asked += Number(numbers.length > 1);
      return source.rules(numbers);
    };
    const { activated } = loreCalledFrom([{ ...source, rules }]).activate(context(view('Word100.')));
    expect(activated.length).toBe(500);
    expect(asked).toBeLessThan(15);
  });

  it('what stands beside the chat calls entries that look into it', () => {
    const source = kept(
      book([{ keys: ['crown'], extensions: { match_persona_description: true } }, { keys: ['crown'] }]),
      about(),
    );
    const scene = context(view('nothing'), { texts: { persona: 'She wears a CROWN.' } });
    expect(
      loreCalledFrom([source])
        .activate(scene)
        .activated.map(({ rule }) => rule.id),
    ).toEqual(['character/0']);
  });

  it('what is kept of a book is the same whatever case its keys are read in', () => {
    const { digest } = digestOf(
      book([{ keys: ['b.e'], use_regex: true }, { keys: ['bee'] }, { enabled: false }]),
    );
    expect(digest).toMatchObject({ size: 3, always: [0], levels: [], reach: 4 });
  });
});
