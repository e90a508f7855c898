import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Lorebook } from '../../src/cards/character.ts';
import { loreOf } from '../../src/lore/activation/activate.ts';
import { bookRules, worldInfoRules } from '../../src/lore/books/books.ts';
import { readDecorators } from '../../src/lore/books/decorators.ts';
import { runs } from '../cases.ts';
import { about, book, context, rules, view, worldRules } from './contexts.ts';

const names = Object.keys({
  ...book([{}]).entries[0],
  ...{
    key: 0,
    keysecondary: 0,
    sticky: 0,
    group: 0,
    probability: 0,
    position: 0,
    scan_depth: 0,
    role: 0,
    depth: 0,
  },
  ...{
    characterFilter: 0,
    triggers: 0,
    selectiveLogic: 0,
    delayUntilRecursion: 0,
    secondary_keys: 0,
    use_regex: 0,
  },
});
const strange = fc.oneof(
  fc.anything(),
  fc.constantFrom('/(a+)+$/', '/(/', '@@depth', '@@@', -1, 1e308, Number.NaN, '__proto__', ['bee', null, 7]),
);
const oddEntry = fc.oneof(fc.anything(), fc.dictionary(fc.constantFrom(...names), strange));

describe('malformed entries', () => {
  it('V2-BOOK-OPT-KEEP, V3-UNK-1: for all values in all fields, reading and activation never throw', () => {
    fc.assert(
      fc.property(fc.array(oddEntry, { maxLength: 4 }), oddEntry, (entries, extensions) => {
        const odd = { entries, extensions, ...(extensions as object) } as unknown as Lorebook;
        const all = [
          ...bookRules(odd, about()),
          ...bookRules(book([{ extensions }]), about({}, 'chat')),
          ...worldInfoRules({ entries }, about({}, 'global')),
        ];
        const { activated } = loreOf(all).activate(
          context(view('bee', 'aaaa'), { minActivations: 3, budget: 50 }),
        );
        for (const { depth } of activated) expect(depth >= 0 && depth <= 2).toBe(true);
      }),
      runs(500),
    );
  });

  it('V3-DEC-unknown: for all texts, taking off decorators never throws', () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom('@@depth 4', '@@@role user', '@@', '@@@', '', '\r', 'text'),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const content = lines.join('\n');
        expect(content.endsWith(readDecorators(content).content)).toBe(true);
      }),
    );
  });

  it('a file of world info that is none has no rules', () => {
    for (const file of [null, 7, 'x', [], {}, { entries: null }, { entries: 'x' }]) {
      expect(worldInfoRules(file, about()).filter(({ keys }) => keys.length > 0)).toEqual([]);
    }
  });

  it('an endless key is refused, many nested keys and an evil expression are not run for long', () => {
    expect(rules([{ keys: ['a'.repeat(501)] }])[0]?.refused[0]).toContain('longer than 500');
    const nested = worldRules([
      { key: Array.from({ length: 300 }, (_, at) => 'a'.repeat(at + 1)) },
      { key: ['/(a+)+$/'] },
    ]);
    expect(loreOf(nested).activate(context(view(`${'a'.repeat(20_000)}!`))).activated).toHaveLength(1);
  });
});
