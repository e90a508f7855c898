import { describe, expect, test } from 'vitest';
import type { LoreContext } from '../../../src/lore/activation/context.ts';
import { type Case, one, outcomeOf, pair } from './case.ts';

const after = (line: string, more: object = {}) => ({ content: `${line}\nBees hum.`, ...more });
const constant = { constant: true };

const cases: readonly Case[] = [
  ...pair('activate_only_after', after('@@activate_only_after 2'), [
    ['>a', '>b', 'bee'],
    ['>a', 'bee'],
  ]),
  ...pair('activate_only_every', after('@@activate_only_every 2'), [
    ['>a', '>b', 'bee'],
    ['>a', 'bee'],
  ]),
  ...pair('keep_activate_after_match', after('@@scan_depth 1\n@@keep_activate_after_match'), [
    ['bee', '>x', 'y'],
    ['wasp', '>x', 'y'],
  ]),
  ...pair('dont_activate_after_match', after('@@scan_depth 1\n@@dont_activate_after_match'), [
    ['wasp', '>x', 'bee'],
    ['bee', '>x', 'bee'],
  ]),
  one('activate', [after('@@activate')], ['hm'], true),
  one('activate and enabled false', [after('@@activate', { enabled: false })], ['bee'], false),
  one('dont_activate', [after('@@dont_activate')], ['bee'], false),
  one('dont_activate and activate', [after('@@dont_activate\n@@activate')], ['hm'], true),
  ...pair('scan_depth', after('@@scan_depth 2'), [
    ['bee', 'x'],
    ['bee', 'x', 'x'],
  ]),
  ...[0, 1].map((greeting) =>
    one(`is_greeting 0 of ${greeting}`, [after('@@is_greeting 0')], ['bee'], {
      original: greeting === 0,
      more: { greeting },
    }),
  ),
  one('is_greeting unknown', [after('@@is_greeting 0')], ['bee'], true),
  ...['Anna', 'Tom'].map((userIcon) =>
    one(`is_user_icon of ${userIcon}`, [after('@@is_user_icon Anna')], ['bee'], {
      original: userIcon === 'Anna',
      more: { userIcon },
    }),
  ),
  one('ignore_on_max_context', [after('@@ignore_on_max_context')], ['bee'], true),
  one('ignore_on_max_context, full', [after('@@ignore_on_max_context')], ['bee'], {
    original: false,
    more: { isContextFull: true },
  }),
  ...pair('additional_keys', after('@@additional_keys wax, hive'), [['bee hive'], ['bee']]),
  ...pair('additional_keys twice', after('@@additional_keys wax\n@@additional_keys hive'), [
    ['bee wax hive'],
    ['bee wax'],
  ]),
  ...pair('exclude_keys', after('@@exclude_keys wax, hive'), [['bee'], ['bee hive']]),
  one(
    'exclude_keys with use_regex',
    [after('@@exclude_keys wax', { keys: ['/bee/'], use_regex: true })],
    ['bee wax'],
    true,
  ),
  one('an unknown one', [after('@@buzz 3')], ['bee'], true),
  one('the fallback of an unknown one', [after('@@buzz\n@@@dont_activate')], ['bee'], false),
  one('the fallback of a known one', [after('@@activate\n@@@dont_activate')], ['hm'], true),
  one('instruct_scan_depth in a chat', [after('@@instruct_scan_depth 0')], ['bee'], true),
  one('constant', [constant], ['hm'], true),
  one('constant with a condition', [after('@@activate_only_after 9', constant)], ['bee'], false),
  one('enabled', [{ enabled: false }], ['bee'], false),
  ...pair('selective', { selective: true, secondary_keys: ['wax'] }, [['bee wax'], ['bee']]),
  one('selective false', [{ selective: false, secondary_keys: ['wax'] }], ['bee'], true),
  one('selective with nothing', [{ selective: true, secondary_keys: [] }], ['bee'], true),
  ...pair('case_sensitive', { case_sensitive: true }, [['bee'], ['Bee']]),
  ...pair('use_regex', { keys: ['/be+$/'], use_regex: true }, [['a bee'], ['bees']]),
  one('use_regex and constant', [{ ...constant, use_regex: true, keys: ['/x/'] }], ['hm'], {
    original: false,
    ours: { awake: true, why: 'cards say use_regex of every entry, so constant wins' },
  }),
  one('an invalid expression', [{ keys: ['/b(/'], use_regex: true }], ['b('], false),
];

describe('V3-DEC-unknown entries of cards and their decorators, as the specification has them', () => {
  test.each(cases.map((one) => [one.field, one.said.join(' | '), one] as const))('%s: %s', (_, __, one) => {
    const [first] = outcomeOf(one, 'card').verdicts();
    expect(first?.awake, first?.reason()).toBe(one.ours?.awake ?? one.original);
  });

  test('where ours is another, that is said and on purpose', () => {
    const others = cases.filter(({ ours }) => ours).map(({ field }) => field);
    expect(others).toEqual(['use_regex and constant']);
  });
});

describe('where entries of cards stand', () => {
  const said = ['x', 'x', 'x', 'x', 'bee'];
  const placed = (content: string, more: object = {}, context: Partial<LoreContext> = {}) => {
    const entries = [{ content: `${content}\nBees.`, ...more }];
    const { activated } = outcomeOf(one('', entries, said, { original: true, more: context }), 'card');
    const [{ position = '', depth = -1, role = '' } = {}] = activated;
    return position === 'depth' ? `${depth} ${role}` : position;
  };

  test.each([
    ['@@depth 2', '2 system'],
    ['@@depth 99', '5 system'],
    ['@@depth 0', '0 system'],
    ['@@depth -3', '0 system'],
    ['@@depth 2\n@@role user', '2 user'],
    ['@@role assistant\n@@depth 1', '1 assistant'],
    ['@@reverse_depth 2', '3 system'],
    ['@@reverse_depth 0', '5 system'],
    ['@@reverse_depth 99', '0 system'],
    ['@@depth 1\n@@reverse_depth 1', '1 system'],
    ['@@instruct_depth 1', 'after_char'],
    ['@@reverse_instruct_depth 1\n@@@depth 1', '1 system'],
    ['@@position after_desc', 'after_desc'],
    ['@@position before_desc', 'before_desc'],
    ['@@position personality', 'personality'],
    ['@@position scenario', 'scenario'],
    ['@@position scenario\n@@depth 1', 'scenario'],
    ['@@position elsewhere', 'after_char'],
    ['@@position elsewhere\n@@depth 1', '1 system'],
  ])('V3-DEC-depth V3-DEC-reverse_depth V3-DEC-position %j stands at %s', (content, where) => {
    expect(placed(content)).toBe(where);
  });

  test.each([
    ['@@position scenario', ['scenario'], 'after_char'],
    ['@@position scenario', ['description'], 'scenario'],
    ['@@position personality\n@@depth 1', ['personality'], '1 system'],
    ['@@position personality\n@@@depth 2', ['personality'], '2 system'],
    ['@@position personality\n@@@position scenario', ['personality'], 'scenario'],
    ['@@position personality\n@@@position scenario\n@@@depth 3', ['personality', 'scenario'], '3 system'],
    ['@@position before_desc', ['description'], 'after_char'],
    ['@@position after_desc\n@@reverse_depth 2', ['description'], '3 system'],
  ])('V3-DEC-position %j of a card without %j stands at %s', (content, without, where) => {
    const all = { description: 'A', personality: 'B', scenario: 'C' };
    const texts = { ...all, ...Object.fromEntries(without.map((section) => [section, ' '])) };
    expect(placed(content, {}, { texts })).toBe(where);
  });

  test('V2-ENT-POS before and after the character; a field of world info first', () => {
    expect(placed('', { position: 'before_char' })).toBe('before_char');
    expect(placed('', { position: 'after_char' })).toBe('after_char');
    expect(placed('', { position: 'before_char', extensions: { position: 4, depth: 3, role: 1 } })).toBe(
      '3 user',
    );
    expect(placed('@@position scenario', { position: 'before_char' })).toBe('scenario');
  });

  test('V3-DEC-disable_ui_prompt switches off what it names, once it wakes, with content or without', () => {
    const hides = (content: string, text: string) =>
      outcomeOf(one('', [{ content }], [text], true), 'card').hides;
    expect(hides('@@disable_ui_prompt system_prompt\nBees.', 'bee')).toEqual(['system_prompt']);
    expect(hides('@@disable_ui_prompt post_history_instructions', 'bee')).toEqual([
      'post_history_instructions',
    ]);
    expect(hides('@@disable_ui_prompt system_prompt', 'hm')).toEqual([]);
    expect(hides('@@disable_ui_prompt jailbreak\nBees.', 'bee')).toEqual([]);
  });
});
