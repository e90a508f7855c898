import { describe, expect, it } from 'vitest';
import { bookRules, worldInfoRules } from '../../../src/lore/books/books.ts';
import { about, activate, book, contents, isAwake, reason, rules, view, worldRules } from '../contexts.ts';

describe('entries of cards', () => {
  it('V3-EN-KEYS, V2-ENT-ORDER, V3-EN-ORDER: one key is enough; the lower order stands first, ties as in the book', () => {
    const entries = rules([
      { content: 'c', insertion_order: 9, keys: ['bee', 'x'] },
      { content: 'a', insertion_order: 1, keys: ['y', 'bee'] },
      { content: 'd', insertion_order: 9 },
    ]);
    expect(contents(activate(entries, view('A bee!')))).toEqual(['a', 'c', 'd']);
  });

  it('V3-EN-ONCE: many hits add the content once', () => {
    expect(contents(activate(rules([{}]), view('bee bee', 'bee', 'bee')))).toEqual(['Bees hum.']);
  });

  it('V3-EN-EMPTY: an entry without content, or with decorators alone, adds nothing', () => {
    const outcome = activate(rules([{ content: '' }, { content: '@@depth 4\n' }]), view('bee'));
    expect([outcome.verdicts().map(({ awake }) => awake), outcome.activated]).toEqual([[true, true], []]);
  });

  it('V2-ENT-ENABLED: a disabled entry never activates, and says so', () => {
    expect(reason(rules([{ enabled: false }]), view('bee'))).toBe('disabled');
  });

  it('V2-ENT-CASE, V3-EN-CASE: case counts when the entry or the settings say so', () => {
    const awake = (case_sensitive: boolean | undefined, caseSensitive: boolean) =>
      isAwake(rules([{ case_sensitive }], { caseSensitive }), view('BEE'));
    expect([awake(true, false), awake(false, true), awake(undefined, true), awake(undefined, false)]).toEqual(
      [false, true, false, true],
    );
  });

  it('V2-ENT-CONST, V3-EN-CONST: a constant entry activates without keys, if its decorators allow', () => {
    expect(isAwake(rules([{ keys: [], constant: true }]), view('hm'))).toBe(true);
    expect(isAwake(rules([{ constant: true }]), view('hm'))).toBe(true);
    expect(isAwake(rules([{ constant: true, content: '@@activate_only_after 1\nx' }]), view('hm'))).toBe(
      false,
    );
    expect(isAwake(rules([{ keys: [] }]), view('hm'))).toBe(false);
  });

  it('V2-ENT-SELECTIVE, V3-EN-SEC, X7: with selective a secondary key is needed, if there are any', () => {
    const awake = (more: object) => isAwake(rules([{ secondary_keys: ['hive'], ...more }]), view('bee'));
    expect([awake({ selective: true }), awake({ selective: false }), awake({})]).toEqual([false, true, true]);
    expect(awake({ selective: true, secondary_keys: [] })).toBe(true);
    expect(isAwake(rules([{ selective: true, secondary_keys: ['hive, wax'] }]), view('bee hive'))).toBe(
      false,
    );
  });

  it('V2-ENT-POS: before or after the character, after it when nothing is said', () => {
    const place = (position: unknown) => activate(rules([{ position }]), view('bee')).activated[0]?.position;
    expect([place('before_char'), place('after_char'), place(undefined)]).toEqual([
      'before_char',
      'after_char',
      'after_char',
    ]);
  });

  it('V2-ENT-META, V3-LB-META: names, comments and ids are in no content', () => {
    const [activated] = activate(rules([{ name: 'N', comment: 'C', id: 7 }]), view('bee')).activated;
    expect(activated?.content).toBe('Bees hum.');
  });

  it('V2-BOOK-SCAN, V3-LB-DEPTH: the last messages alone are searched; 0 is none', () => {
    const awake = (scan_depth: number) =>
      isAwake(bookRules(book([{}], { scan_depth }), about()), view('bee', 'hm'));
    expect([0, 1, 2].map(awake)).toEqual([false, false, true]);
  });

  it('extensions of an entry are those of world info, in either spelling', () => {
    const [rule] = rules([
      {
        extensions: { position: 4, depth: 2, role: 1, exclude_recursion: true, selectiveLogic: 3, sticky: 4 },
      },
    ]);
    expect(rule).toMatchObject({
      insertion: { position: 'depth', depth: 2, role: 'user' },
      recursion: { canBeActivated: false, canActivate: true },
      logic: 'and_all',
      when: { sticky: 4 },
    });
  });

  it('names in keys are filled in', () => {
    const expandKey = (key: string) => key.replace('{{char}}', 'Ada');
    expect(isAwake(rules([{ keys: ['{{char}}'] }], { expandKey }), view('Hi Ada'))).toBe(true);
  });
});

describe('entries of world info', () => {
  it('the logic of secondary keys', () => {
    const texts = ['bee', 'bee hive', 'bee hive wax'];
    const awake = (selectiveLogic: number) =>
      texts.map((text) =>
        isAwake(worldRules([{ keysecondary: ['hive', 'wax'], selectiveLogic }]), view(text)),
      );
    expect(awake(0)).toEqual([false, true, true]);
    expect(awake(1)).toEqual([true, true, false]);
    expect(awake(2)).toEqual([true, false, false]);
    expect(awake(3)).toEqual([false, false, true]);
    expect(isAwake(worldRules([{ keysecondary: ['hive'], selective: false }]), view('bee'))).toBe(true);
  });

  it('positions, depth, role and outlet', () => {
    const place = (more: object) =>
      activate(worldRules([more]), view('a', 'b', 'c', 'd', 'bee')).activated[0];
    const names = [0, 1, 2, 3, 4, 5, 6, 7].map((position) => place({ position })?.position);
    expect(names).toEqual([
      'before_char',
      'after_char',
      'note_top',
      'note_bottom',
      'depth',
      'examples_top',
      'examples_bottom',
      'outlet',
    ]);
    expect(place({ position: 4, role: 2, depth: 3 })).toMatchObject({ role: 'assistant', depth: 3 });
    expect(place({ position: 4 })).toMatchObject({ role: 'system', depth: 4 });
    expect(place({ position: 7, outletName: 'meadow' })?.outlet).toBe('meadow');
  });

  it('flags of matching: depth, case, whole words, texts beside the chat', () => {
    expect(isAwake(worldRules([{ scanDepth: 1 }]), view('bee', 'hm'))).toBe(false);
    expect(isAwake(worldRules([{ caseSensitive: true }]), view('BEE'))).toBe(false);
    expect(isAwake(worldRules([{ matchWholeWords: true }]), view('bees'))).toBe(false);
    expect(isAwake(worldRules([{ matchWholeWords: true, key: ['a bee'] }]), view('a bees'))).toBe(true);
    const texts = { persona: 'a bee', scenario: 'a hive' };
    expect(isAwake(worldRules([{ matchPersonaDescription: true }]), view('hm'), { texts })).toBe(true);
    expect(isAwake(worldRules([{ matchScenario: true }]), view('hm'), { texts })).toBe(false);
    expect(isAwake(worldRules([{}]), view('hm'), { texts })).toBe(false);
  });

  it('filters of characters and triggers', () => {
    const speaker = { names: ['Ada'], tags: ['queen'] };
    const awake = (characterFilter: object) =>
      isAwake(worldRules([{ characterFilter }]), view('bee'), { speaker });
    expect(awake({ names: ['ada'] })).toBe(true);
    expect(awake({ names: ['Bob'] })).toBe(false);
    expect(awake({ names: ['Bob'], tags: ['queen'] })).toBe(false);
    expect(awake({ names: ['Ada'], tags: ['queen'] })).toBe(true);
    expect(awake({ names: ['Ada'], tags: ['king'] })).toBe(false);
    expect(awake({ isExclude: true, names: ['Bob'], tags: ['queen'] })).toBe(false);
    expect(awake({ isExclude: true, names: ['Ada'] })).toBe(false);
    expect(awake({ isExclude: true, names: ['Bob'] })).toBe(true);
    const quiet = worldRules([{ triggers: ['quiet'] }]);
    expect([isAwake(quiet, view('bee')), isAwake(quiet, view('bee'), { trigger: 'quiet' })]).toEqual([
      false,
      true,
    ]);
  });

  it('a disabled entry, and an entry with the id of an earlier one', () => {
    expect(isAwake(worldRules([{ disable: true, constant: true }]), view('bee'))).toBe(false);
    const twins = worldInfoRules(
      {
        entries: [
          { uid: 1, content: 'a' },
          { uid: 1, content: 'b' },
        ],
      },
      about(),
    );
    expect(twins.map(({ content }) => content)).toEqual(['b']);
  });
});
