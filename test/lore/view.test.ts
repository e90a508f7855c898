import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loreOf } from '../../src/lore/activation/activate.ts';
import type { LoreMessage } from '../../src/lore/activation/timeline.ts';
import { runs } from '../cases.ts';
import { context, told, worldRules } from './contexts.ts';

const word = fc.constantFrom('bee', 'wax', 'hive', 'sun', 'Ⓦax', 'hm');
const message = fc.record({
  text: fc.array(word, { maxLength: 3 }).map((words) => words.join(' ')),
  by: fc.constantFrom('speaker' as const, 'human' as const, 'other' as const),
  isHidden: fc.boolean(),
});
const entry = fc.record({
  key: fc.array(fc.oneof(word, fc.constant('/w.x/')), { maxLength: 2 }),
  keysecondary: fc.array(word, { maxLength: 2 }),
  selectiveLogic: fc.nat(3),
  content: fc.oneof(
    word,
    fc.constant('@@activate_only_every 2\nbee'),
    fc.constant('@@activate_only_after 2\n@@exclude_keys sun\nwax'),
    fc.constant('@@keep_activate_after_match\nsun'),
    fc.constant('@@dont_activate_after_match\n@@reverse_depth 2\nhive'),
  ),
  scanDepth: fc.constantFrom(null, 0, 1, 3, 100),
  sticky: fc.nat(4),
  cooldown: fc.nat(4),
  delay: fc.nat(3),
  probability: fc.constantFrom(100, 50),
  group: fc.constantFrom('', 'g', 'g,k'),
});
const messagesOf = (all: readonly { text: string; by: LoreMessage['by'] }[]): LoreMessage[] =>
  all.map(({ text, by }, at) => ({ id: `m${at}`, text, by }));
/** The same for the same text. */
const chance = (text: string) =>
  [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 7) / 997;
const more = { chance, minActivations: 2, budget: 20 };

describe('what was not perceived', () => {
  it('KT-07, HC-46: messages outside the view change nothing, nor does having seen them for somebody else', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 6 }), fc.array(message, { maxLength: 12 }), (entries, all) => {
        const visible = messagesOf(all)
          .filter((_, at) => !all[at]?.isHidden)
          .map((one, at) => ({ ...one, id: `v${at}` }));
        const rules = worldRules(entries);
        const knowing = loreOf(rules);
        knowing.activate(context(messagesOf(all), more));
        expect(told(knowing.activate(context(visible, more)))).toEqual(
          told(loreOf(rules).activate(context(visible, more))),
        );
      }),
      runs(200),
    );
  });
});

describe('a chat that goes on', () => {
  it('for all appends, edits and rewinds, what was kept gives what a first look gives', () => {
    const change = fc.record({ keep: fc.nat(12), added: fc.array(message, { maxLength: 4 }) });
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 6 }),
        fc.array(change, { maxLength: 6 }),
        (entries, changes) => {
          const rules = worldRules(entries);
          const lore = loreOf(rules);
          let all: { text: string; by: LoreMessage['by'] }[] = [];
          for (const { keep, added } of changes) {
            all = [...all.slice(0, keep), ...added];
            const now = context(messagesOf(all), more);
            expect(told(lore.activate(now))).toEqual(told(loreOf(rules).activate(now)));
          }
        },
      ),
      runs(200),
    );
  });

  it('greeting and texts beside the chat count for earlier turns as they are now', () => {
    const rules = worldRules([{ sticky: 9, matchScenario: true, content: '@@is_greeting 1\nx' }]);
    const lore = loreOf(rules);
    const messages = messagesOf([
      { text: 'hm', by: 'human' },
      { text: 'mm', by: 'speaker' },
    ]);
    for (const [greeting, scenario] of [
      [1, 'bee'],
      [0, 'bee'],
      [1, 'hm'],
      [1, 'bee'],
    ] as const) {
      const now = context(messages, { greeting, texts: { scenario } });
      expect(told(lore.activate(now))).toEqual(told(loreOf(rules).activate(now)));
    }
  });
});
