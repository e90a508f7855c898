import { describe, expect, it } from 'vitest';
import { patternOf } from '../../../src/lore/keys/keys.ts';
import { finder, refusalOf } from '../../../src/lore/keys/pattern.ts';
import { isAwake, reason, rules, view, worldRules } from '../contexts.ts';

describe('regular expressions', () => {
  it('X6: a key is one when it is written with slashes and flags', () => {
    expect(patternOf('/bee+/i')).toEqual({ source: 'bee+', flags: 'i' });
    expect(['bee', '/home/bee/', '/bee/q', '//', '/'].map(patternOf)).toEqual(Array(5).fill(undefined));
    expect(patternOf('/a\\/b/')).toEqual({ source: 'a\\/b', flags: '' });
  });

  it('V3-EN-REGEX: they are run on the log; an invalid one is no match', () => {
    const entry = rules([{ keys: ['/b[e3]{2}s?\\b/i'], use_regex: true }]);
    expect(['A B3E.', 'bean'].map((text) => isAwake(entry, view(text)))).toEqual([true, false]);
    const broken = rules([{ keys: ['/b(/'], use_regex: true }]);
    expect(isAwake(broken, view('b('))).toBe(false);
    expect(reason(broken, view('b('))).toMatch(/^key “\/b\(\/” is refused: /);
  });

  it('V3-EN-REGEX: what needs backtracking is never run without bounds, and that is said', () => {
    for (const key of ['/(?<=a)b/', '/(a)\\1/', '/a(?!b)/']) {
      expect(reason(rules([{ keys: [key] }]), view('ab aa')), key).toContain('is skipped');
    }
    expect(isAwake(rules([{ keys: ['/(?<=a)b/', 'bee'] }]), view('bee'))).toBe(true);
  });

  it('V3-EN-REGEX: patterns have bounds, and the whole of a long text is searched', () => {
    expect(refusalOf('a'.repeat(10_001), '')).toContain('longer than');
    const nothingRuns = ['a'.repeat(1001), '(a{50}){50}'].map((source) =>
      finder({ source, flags: '' })('aa'),
    );
    expect(nothingRuns).toEqual([null, null]);
    const finds = finder({ source: '(a+)+$', flags: '' });
    expect([finds(`${'a'.repeat(50_000)}!`), finds('a'.repeat(50_000))]).toEqual([false, true]);
    expect(finder({ source: 'bee', flags: '' })(`bee${' '.repeat(100_000)}`)).toBe(true);
  });

  it('X5, X6: use_regex with a bare key is a plain key, or else an expression', () => {
    const entry = rules([{ keys: ['b.e (x)'], use_regex: true }]);
    expect(['b.e (x)', 'bee x', 'be'].map((text) => isAwake(entry, view(text)))).toEqual([true, true, false]);
    expect(isAwake(rules([{ keys: ['bee ('], use_regex: true }]), view('bee ('))).toBe(true);
  });

  it('X5: constant wins over use_regex, and secondary keys of plain keys count', () => {
    expect(isAwake(rules([{ constant: true, use_regex: true }]), view('hm'))).toBe(true);
    const entry = rules([{ use_regex: true, selective: true, secondary_keys: ['hive'] }]);
    expect(['bee', 'bee hive'].map((text) => isAwake(entry, view(text)))).toEqual([false, true]);
  });

  it('V3-EN-SEC: secondary keys are ignored beside expressions, but for entries of world info', () => {
    const entry = { keys: ['/bee/'], use_regex: true, selective: true, secondary_keys: ['hive'] };
    expect(isAwake(rules([entry]), view('bee'))).toBe(true);
    expect(isAwake(rules([{ ...entry, extensions: { selectiveLogic: 0 } }]), view('bee'))).toBe(false);
    expect(isAwake(worldRules([{ key: ['/bee/'], keysecondary: ['hive'] }]), view('bee'))).toBe(false);
  });

  it('an expression can ask for the beginning of a message', () => {
    const entry = rules([{ keys: ['/\\x01bee/', '/^wasp/'] }]);
    expect(['bee', 'a bee', 'wasp', 'a wasp'].map((text) => isAwake(entry, view(text)))).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });
});
