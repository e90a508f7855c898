import { describe, expect, it } from 'vitest';
import { loreOf } from '../../../src/lore/activation/activate.ts';
import { isAwake, reason, view, worldRules } from '../contexts.ts';

/** Whether the entry is awake when the speaker is about to speak, for each of its messages. */
const course = (entry: object, texts: readonly string[]): boolean[] => {
  const lore = loreOf(worldRules([{ scanDepth: 1, ...entry }]));
  const messages = view(...texts, '>');
  return messages.flatMap(({ by }, at) => (by === 'speaker' ? [isAwake(lore, messages.slice(0, at))] : []));
};
const long = (...texts: readonly string[]) => texts.flatMap((text) => [text, '>mm']).slice(0, -1);

describe('timed effects, from the messages of the view alone', () => {
  it('HC-06 sticky: awake for so many messages from the one that woke it, then not', () => {
    expect(course({ sticky: 5 }, long('hm', 'bee', 'hm', 'hm', 'hm'))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
    expect(course({}, long('hm', 'bee', 'hm', 'hm', 'hm'))).toEqual([false, true, false, false, false]);
  });

  it('cooldown: asleep for so many messages after it woke', () => {
    expect(course({ cooldown: 4 }, long('bee', 'bee', 'bee', 'bee'))).toEqual([true, false, true, false]);
  });

  it('cooldown begins when sticky ends, and sticky is not begun anew', () => {
    const effects = { sticky: 4, cooldown: 4 };
    expect(course(effects, long('bee', 'bee', 'bee', 'bee', 'bee', 'bee'))).toEqual([
      true,
      true,
      false,
      false,
      true,
      true,
    ]);
    expect(reason(worldRules([effects]), view('bee', '>mm', 'hm'))).toBe('sticky for 2 more messages');
    expect(reason(worldRules([effects]), view('bee', '>mm', 'hm', '>mm', 'hm'))).toBe(
      'on cooldown for 4 more messages',
    );
  });

  it('delay: asleep until the view has so many messages', () => {
    expect(course({ delay: 3 }, long('bee', 'bee', 'bee'))).toEqual([false, true, true]);
    expect(reason(worldRules([{ delay: 3 }]), view('bee'))).toBe('delayed until message 3');
  });

  it('sticky asks no chance again', () => {
    const entry = worldRules([{ sticky: 9, probability: 50 }]);
    const chance = (text: string) => (text.endsWith('m0') ? 0.1 : 0.9);
    expect(isAwake(entry, view('bee', '>mm', 'hm'), { chance })).toBe(true);
    expect(isAwake(entry, view('hm', '>mm', 'bee'), { chance })).toBe(false);
  });

  it('an edited message and a rewind change what earlier turns mean', () => {
    const lore = loreOf(worldRules([{ sticky: 9, scanDepth: 1 }]));
    const messages = view('bee', '>mm', 'hm', '>mm', 'hm');
    expect(isAwake(lore, messages)).toBe(true);
    expect(isAwake(lore, [{ ...messages[0]!, text: 'hm' }, ...messages.slice(1)])).toBe(false);
    expect(isAwake(lore, messages)).toBe(true);
    expect(isAwake(lore, messages.slice(2))).toBe(false);
  });
});
