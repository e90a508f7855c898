import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loreOf } from '../../../src/lore/activation/activate.ts';
import { bookRules } from '../../../src/lore/books/books.ts';
import {
  about,
  activate,
  book,
  contents,
  context,
  isAwake,
  reason,
  rules,
  view,
  worldRules,
} from '../contexts.ts';

describe('entries that activate each other', () => {
  const chain = [
    { keys: ['a'], content: 'speaks of b' },
    { keys: ['of b'], content: 'speaks of c' },
    { keys: ['of c'], content: 'end' },
  ];

  it('HC-06, V2-BOOK-RECUR, V3-LB-REC-T, V3-LB-REC-F, V3-LB-REC-U: contents activate others unless the book forbids it', () => {
    const activated = (recursive_scanning: boolean | undefined) =>
      contents(activate(bookRules(book(chain, { recursive_scanning }), about()), view('a'))).length;
    expect([activated(true), activated(false), activated(undefined)]).toEqual([3, 1, 3]);
  });

  it('V3-LB-REC-T: regardless of the scan depth', () => {
    const entries = rules([{ constant: true, content: 'bee' }, { content: '@@scan_depth 0\nx' }]);
    expect(activate(entries, view('hm')).verdicts()[1]).toMatchObject({ awake: true });
  });

  it('V3-LB-REC-T: a circle ends', () => {
    const circle = rules([
      { keys: ['a'], content: 'b' },
      { keys: ['b'], content: 'a' },
      { keys: ['c'], content: 'c' },
    ]);
    expect(contents(activate(circle, view('a')))).toEqual(['b', 'a']);
  });

  it('V3-LB-REC-T: for all books and texts it ends, and no content stands twice', () => {
    const letters = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    const entry = fc.record({
      keys: fc.array(letters, { maxLength: 2 }),
      content: fc.array(letters).map((all) => all.join('')),
      extensions: fc.record({ delay_until_recursion: fc.nat(3), prevent_recursion: fc.boolean() }),
    });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 12 }), letters, (entries, text) => {
        const { activated } = activate(rules(entries), view(text));
        expect(new Set(activated.map(({ rule }) => rule.id)).size).toBe(activated.length);
      }),
    );
  });

  it('excludeRecursion is not activated, preventRecursion activates nobody', () => {
    const pair = (first: object, second: object) =>
      contents(
        activate(
          worldRules([
            { key: ['a'], content: 'bee', ...first },
            { content: 'x', ...second },
          ]),
          view('a'),
        ),
      );
    expect(pair({}, {})).toEqual(['bee', 'x']);
    expect(pair({ preventRecursion: true }, {})).toEqual(['bee']);
    expect(pair({}, { excludeRecursion: true })).toEqual(['bee']);
  });

  it('delayUntilRecursion waits for its round', () => {
    const entries = worldRules([
      { content: '1', delayUntilRecursion: true },
      { content: '2', delayUntilRecursion: 2, key: ['wax'] },
      { content: 'wax' },
    ]);
    expect(contents(activate(entries, view('bee')))).toEqual(['1', '2', 'wax']);
    expect(contents(activate(entries, view('bee'), { maxRounds: 0 }))).toEqual(['wax']);
  });

  it('who waits for a round is asked once when it comes, however many rounds there are', () => {
    const entries = worldRules(
      Array.from({ length: 300 }, (_, at) => ({ key: ['wax'], delayUntilRecursion: at + 1 })),
    );
    let asked = 0;
    const about = context(view('bee'));
    Object.defineProperty(about, 'trigger', {
      get: () => {
        asked += 1;
        return 'normal';
      },
    });
    expect(loreOf(entries).activate(about).activated).toEqual([]);
    expect(asked).toBeLessThanOrEqual(2 * 300);
  });

  it('130,000 entries activate together, and one of a group of so many', () => {
    const many = (entry: object) =>
      rules([entry]).flatMap((rule) => Array.from({ length: 130_000 }, () => rule));
    expect(activate(many({ constant: true }), view('bee')).activated).toHaveLength(130_000);
    const extensions = { group: 'hive', use_group_scoring: true };
    expect(activate(many({ constant: true, extensions }), view('bee')).activated).toHaveLength(1);
  });

  it('maxRounds ends it earlier, and macros are filled in before contents are searched', () => {
    expect(contents(activate(rules(chain), view('a'), { maxRounds: 1 }))).toHaveLength(2);
    const expand = (content: string) => content.replace('{{x}}', 'of b');
    const entries = rules([
      { keys: ['a'], content: '{{x}}' },
      { keys: ['of b'], content: 'y' },
    ]);
    expect(contents(activate(entries, view('a'), { expand }))).toEqual(['of b', 'y']);
  });

  it('expressions find what entries say', () => {
    const entries = rules([{ content: 'wax 7' }, { keys: ['/wax \\d/'], content: 'x' }]);
    expect(contents(activate(entries, view('bee')))).toEqual(['wax 7', 'x']);
  });
});

describe('groups, chance, least number', () => {
  it('one of a group activates, by its weight', () => {
    const entries = worldRules([
      { content: 'a', group: 'g', groupWeight: 10 },
      { content: 'b', group: 'x, g', groupWeight: 30 },
    ]);
    const winner = (roll: number) => contents(activate(entries, view('bee'), { chance: () => roll }));
    expect([winner(0), winner(0.24), winner(0.26), winner(0.99)]).toEqual([['a'], ['a'], ['b'], ['b']]);
    expect(
      activate(entries, view('bee'), { chance: () => 0.9 })
        .verdicts()[0]
        ?.reason(),
    ).toBe('another entry won its group g');
  });

  it('groupOverride takes the highest order, useGroupScoring the most keys', () => {
    const first = worldRules([
      { content: 'a', group: 'g', groupOverride: true, order: 1 },
      { content: 'b', group: 'g', groupOverride: true, order: 2 },
      { content: 'c', group: 'g', order: 3 },
    ]);
    expect(contents(activate(first, view('bee')))).toEqual(['b']);
    const scored = worldRules([
      { content: 'a', group: 'g', useGroupScoring: true },
      { content: 'b', group: 'g', useGroupScoring: true, key: ['bee', 'hum'] },
    ]);
    expect(contents(activate(scored, view('bee hum'), { chance: () => 0 }))).toEqual(['b']);
  });

  it('a group that has its entry takes no other when entries activate each other', () => {
    const entries = worldRules([
      { content: 'wax', group: 'g' },
      { content: 'b', key: ['wax'], group: 'g' },
    ]);
    expect(contents(activate(entries, view('bee')))).toEqual(['wax']);
  });

  it('probability asks a chance that is told the entry and the newest message', () => {
    const entries = worldRules([{ probability: 50 }]);
    const asked: string[] = [];
    const chance = (text: string) => asked.push(text) * 0;
    expect(isAwake(entries, view('hm', 'bee'), { chance })).toBe(true);
    expect(asked).toEqual(['character/0\nm1']);
    expect(isAwake(entries, view('bee'), { chance: () => 0.5 })).toBe(false);
    expect(reason(entries, view('bee'), { chance: () => 0.5 })).toBe('its 50 % probability failed');
    expect(isAwake(worldRules([{ probability: 0, useProbability: false }]), view('bee'))).toBe(true);
    expect(isAwake(worldRules([{ probability: 0 }]), view('bee'), { chance: () => 0 })).toBe(false);
  });

  it('HC-05: min activations look further back, only where the depth is not the entry’s own', () => {
    const entries = worldRules([{}, { content: 'own', scanDepth: 1 }, { key: ['/wax/'], content: 'wax' }], {
      scanDepth: 1,
      recursive: false,
    });
    const texts = view('wax', 'bee', 'hm', 'hm');
    const activated = (minActivations: number) => contents(activate(entries, texts, { minActivations }));
    expect([activated(0), activated(1), activated(2), activated(9)]).toEqual([
      [],
      ['Bees hum.'],
      ['Bees hum.', 'wax'],
      ['Bees hum.', 'wax'],
    ]);
  });

  it('who is awake is not asked again', () => {
    const entries = worldRules([{ group: 'g' }], { scanDepth: 1 });
    const [verdict] = activate(entries, view('bee', 'bee'), { minActivations: 3 }).verdicts();
    expect([verdict?.awake, verdict?.reason()]).toEqual([true, 'key “bee” is in the newest message']);
  });

  it('a reason says which key was found where', () => {
    const entry = rules([{ keys: ['bee'] }]);
    expect(reason(entry, view('bee', 'hm'))).toBe('key “bee” is in message 2 from the end');
    expect(reason(entry, view('bee'))).toBe('key “bee” is in the newest message');
    expect(reason(entry, view('hm'))).toBe('none of its keys is in the text it scans');
    expect(reason(rules([{ keys: [] }]), view('hm'))).toBe('it has no keys');
    const told = activate(rules([{ content: 'wax' }, { keys: ['wax'], content: 'x' }]), view('bee'));
    expect(told.verdicts()[1]?.reason()).toBe('key “wax” is in another entry');
  });

  it('nothing comes of no rules and no messages', () => {
    const none = activate(loreOf([]), view('bee'));
    expect(none).toMatchObject({ activated: [], hides: [] });
    expect(none.verdicts()).toEqual([]);
    expect(isAwake(rules([{}]), [])).toBe(false);
  });
});
