import { describe, expect, test } from 'vitest';
import { worldRules } from '../contexts.ts';
import { type Case, one, outcomeOf, pair } from './case.ts';

const recursion = (asked: object, waker: object = {}) => [
  { key: ['wax'], ...asked },
  { key: ['bee'], content: 'wax', ...waker },
];
const long = { key: ['zzz'], content: 'x'.repeat(40), constant: true };
const speaker = { names: ['mira', 'mira-card'], tags: ['bee', '7f3a'] };
const about = (filter: object) => ({ characterFilter: { isExclude: false, names: [], tags: [], ...filter } });

const cases: readonly Case[] = [
  ...pair('key', {}, [['a bee'], ['a wasp']]),
  ...pair('key, any case', { key: ['BEE'] }, [['a bee'], ['be']]),
  ...pair('key with a regular expression', { key: ['/be{2}\\b/'] }, [['bee'], ['Bee']]),
  ...pair('regular expression that looks ahead', { key: ['/bee(?=s)/'] }, [['bees'], ['bee']]),
  ...pair('regular expression that looks behind', { key: ['/(?<=wild )bee/'] }, [['wild bee'], ['a bee']]),
  ...pair('regular expression that looks back', { key: ['/(b)ee \\1/'] }, [['bee b'], ['bee a']]),
  ...pair('regular expression over several messages', { key: ['/wax[\\s\\S]*hive/'] }, [
    ['hive', 'wax'],
    ['wax', 'hive'],
  ]),
  ...pair('mark of a message', { key: ['/\\x01Mira:[^\\x01]*bee/'] }, [
    ['Tom: hm', 'Mira: a bee'],
    ['Mira: hm', 'Tom: a bee'],
  ]),
  one('beginning of a line', [{ key: ['/^bee/'] }], ['bee'], {
    original: false,
    ours: { awake: true, why: 'a message begins where an expression asks for a beginning' },
  }),
  ...pair('keysecondary AND_ANY', { keysecondary: ['wax', 'hive'], selectiveLogic: 0 }, [
    ['bee hive'],
    ['bee'],
  ]),
  ...pair('keysecondary NOT_ALL', { keysecondary: ['wax', 'hive'], selectiveLogic: 1 }, [
    ['bee wax'],
    ['bee wax hive'],
  ]),
  ...pair('keysecondary NOT_ANY', { keysecondary: ['wax', 'hive'], selectiveLogic: 2 }, [
    ['bee'],
    ['bee wax'],
  ]),
  ...pair('keysecondary AND_ALL', { keysecondary: ['wax', 'hive'], selectiveLogic: 3 }, [
    ['bee wax hive'],
    ['bee wax'],
  ]),
  ...pair('selective', { keysecondary: ['wax'], selective: false }, [['bee'], ['wax']]),
  one('constant', [{ constant: true }], ['hm'], true),
  one('constant without', [{ constant: false }], ['hm'], false),
  one('disable', [{ disable: true, constant: true }], ['bee'], false),
  one('disable false', [{ disable: false }], ['bee'], true),
  one('vectorized', [{ vectorized: true }], ['hm'], false),
  one('vectorized with a key', [{ vectorized: true }], ['bee'], true),
  ...pair('scanDepth', { scanDepth: 2 }, [
    ['bee', 'x'],
    ['bee', 'x', 'x'],
  ]),
  one('scanDepth 0', [{ scanDepth: 0 }], ['bee'], false),
  ...pair('caseSensitive', { caseSensitive: true }, [['bee'], ['Bee']]),
  ...pair('matchWholeWords', { matchWholeWords: true }, [['a bee.'], ['beehive']]),
  one('matchWholeWords of several words', [{ key: ['a bee'], matchWholeWords: true }], ['a beehive'], true),
  one('ignoreBudget', [{ ignoreBudget: true }, long], ['bee'], { original: true, more: { budget: 1 } }),
  one('without ignoreBudget', [{}, long], ['bee'], { original: false, more: { budget: 1 } }),
  one('order within the budget', [{ order: 200 }, { ...long, order: 1 }], ['bee'], {
    original: true,
    more: { budget: 20 },
  }),
  one('order outside the budget', [{ order: 1 }, { ...long, order: 200 }], ['bee'], {
    original: false,
    more: { budget: 41 },
  }),
  one('recursion', recursion({}), ['bee'], true),
  one('excludeRecursion', recursion({ excludeRecursion: true }), ['bee'], false),
  one('preventRecursion', recursion({}, { preventRecursion: true }), ['bee'], false),
  one('delayUntilRecursion', recursion({ delayUntilRecursion: true }), ['bee'], true),
  one('delayUntilRecursion at first', [{ delayUntilRecursion: true, excludeRecursion: true }], ['x'], false),
  one('macros in content', recursion({}, { content: '{{lower}}' }), ['bee'], {
    original: true,
    more: { fill: (text) => text.replace('{{lower}}', 'wax') },
  }),
  one('probability 0', [{ probability: 0, useProbability: true }], ['bee'], false),
  one('probability 100', [{ probability: 100, useProbability: true }], ['bee'], true),
  one('useProbability false', [{ probability: 0, useProbability: false }], ['bee'], true),
  one(
    'group',
    [
      { group: 'g', groupWeight: 1 },
      { group: 'g', groupWeight: 99 },
    ],
    ['bee'],
    false,
  ),
  one(
    'groupWeight',
    [
      { group: 'g', groupWeight: 99 },
      { group: 'g', groupWeight: 1 },
    ],
    ['bee'],
    true,
  ),
  one('groupOverride', [{ group: 'g', groupOverride: true, groupWeight: 1 }, { group: 'g' }], ['bee'], true),
  one(
    'useGroupScoring',
    [
      { group: 'g', useGroupScoring: true, groupWeight: 1, key: ['bee', 'hum'] },
      { group: 'g', useGroupScoring: true, groupWeight: 99 },
    ],
    ['bee hum'],
    true,
  ),
  one('sticky', [{ scanDepth: 1, sticky: 3 }], ['bee', '>x', 'y'], true),
  one('sticky over', [{ scanDepth: 1, sticky: 2 }], ['bee', '>x', 'y'], false),
  one('cooldown', [{ scanDepth: 1, cooldown: 3 }], ['bee', '>x', 'bee'], false),
  one('cooldown over', [{ scanDepth: 1, cooldown: 2 }], ['bee', '>x', 'bee'], true),
  ...pair('delay', { delay: 2 }, [['x', 'bee'], ['bee']]),
  one('triggers', [{ triggers: ['continue'] }], ['bee'], { original: true, more: { trigger: 'continue' } }),
  one('triggers of others', [{ triggers: ['continue'] }], ['bee'], {
    original: false,
    more: { trigger: 'normal' },
  }),
  ...(
    [
      ['name', { names: ['Mira'] }, true],
      ['file of the card', { names: ['mira-card'] }, true],
      ['another name', { names: ['Tom'] }, false],
      ['tag', { tags: ['bee'] }, true],
      ['id of a tag', { tags: ['7f3a'] }, true],
      ['another tag', { tags: ['wasp'] }, false],
      ['name and tag', { names: ['Mira'], tags: ['bee'] }, true],
      ['name without the tag', { names: ['Mira'], tags: ['wasp'] }, false],
      ['excluded name', { names: ['Mira'], isExclude: true }, false],
      ['another excluded', { names: ['Tom'], isExclude: true }, true],
      ['excluded tag', { tags: ['bee'], isExclude: true }, false],
    ] as const
  ).map(([field, filter, original]) =>
    one(`characterFilter: ${field}`, [about(filter)], ['bee'], { original, more: { speaker } }),
  ),
  ...(
    [
      ['matchPersonaDescription', 'persona'],
      ['matchCharacterDescription', 'description'],
      ['matchCharacterPersonality', 'personality'],
      ['matchCharacterDepthPrompt', 'depthPrompt'],
      ['matchScenario', 'scenario'],
      ['matchCreatorNotes', 'creatorNotes'],
    ] as const
  ).flatMap(([field, text]) => {
    const more = { texts: { [text]: 'A bee.' } };
    return [
      one(field, [{ [field]: true }], ['hm'], { original: true, more }),
      one(`${field} false`, [{ [field]: false }], ['hm'], { original: false, more }),
    ];
  }),
];

describe('V2-BOOK-USE entries of world info, as the original documents them', () => {
  test.each(cases.map((one) => [one.field, one.said.join(' | '), one] as const))('%s: %s', (_, __, one) => {
    const [first] = outcomeOf(one, 'world').verdicts();
    expect(first?.awake, first?.reason()).toBe(one.ours?.awake ?? one.original);
  });

  test('where ours is another, that is said and on purpose', () => {
    const others = cases.filter(({ ours }) => ours).map(({ field }) => field);
    expect(others).toEqual(['beginning of a line']);
  });
});

describe('where entries of world info stand', () => {
  const places = [
    ...['before_char', 'after_char', 'note_top', 'note_bottom', 'depth', 'examples_top', 'examples_bottom'],
    'outlet',
  ];

  test.each(places.map((place, number) => [number, place] as const))(
    'position %i is %s',
    (position, place) => {
      const [rule] = worldRules([{ position, depth: 2, role: 1, outletName: ' hive ' }]);
      expect(rule?.insertion).toEqual({
        ...{ position: place, depth: 2, fromOldest: false, role: 'user', outlet: 'hive' },
      });
    },
  );

  test('order: the higher, the nearer to the end', () => {
    const { activated } = outcomeOf(
      one(
        '',
        [
          { order: 5, content: 'b' },
          { order: 1, content: 'a' },
        ],
        ['bee'],
        true,
      ),
      'world',
    );
    expect(activated.map(({ content }) => content)).toEqual(['a', 'b']);
  });

  test('comment, displayIndex, automationId and addMemo change nothing', () => {
    const plain = worldRules([{}]);
    const told = worldRules([{ displayIndex: 3, automationId: 'x', addMemo: true }]);
    expect(told).toEqual(plain);
  });
});
