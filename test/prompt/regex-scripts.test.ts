import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BoundedBacktracking } from '../../src/outside/bounded/backtracking.ts';
import {
  type RegexScript,
  refusedScript,
  type ScriptedText,
  scripted,
} from '../../src/prompt/regex-scripts.ts';

const names = { char: 'Mira', user: 'Anna' };
const script = (find: string, replace: string, more: Partial<RegexScript> = {}): RegexScript => ({
  ...{ name: 'x', find, replace, trim: [], placement: [1, 2], disabled: false, markdownOnly: false },
  ...{ promptOnly: false, runOnEdit: false, substitute: 0, minDepth: null, maxDepth: null, ...more },
});
const about = (more: Partial<ScriptedText> = {}): ScriptedText => ({
  from: 'model',
  to: 'store',
  names,
  ...more,
});
const run = (text: string, one: RegexScript, more: Partial<ScriptedText> = {}) =>
  scripted(text, [one], about(more));

describe('what a script does', () => {
  test('the first match, or with g every one; i, m and s count', () => {
    expect(run('a a', script('a', 'b'))).toBe('b a');
    expect(run('a A', script('/a/gi', 'b'))).toBe('b b');
    expect(run('x\ny', script('/^y$/m', 'z'))).toBe('x\nz');
    expect(run('x\ny', script('/x.y/s', 'z'))).toBe('z');
  });

  test('groups by number and name, {{match}}, names; what is trimmed is cut out of them', () => {
    expect(run('"hi" there', script('/"(\\w+)" (?<who>\\w+)/', '$2: $1 {{match}} $9'))).toBe(
      'there: hi "hi" there $9',
    );
    expect(run('tom', script('/(?<who>\\w+)/', '$<who> and {{char}}$<no>'))).toBe('tom and Mira');
    expect(run('*hi*', script('/\\*.*\\*/', '<{{match}}>', { trim: ['*'] }))).toBe('<hi>');
  });

  test('names in the pattern are filled in as they are or as plain text, or not at all', () => {
    const dotted = { names: { char: 'M.', user: 'Anna' } };
    expect(run('Mx M.', script('/{{char}}/', 'y', { substitute: 1 }), dotted)).toBe('y M.');
    expect(run('Mx M.', script('/{{char}}/', 'y', { substitute: 2 }), dotted)).toBe('Mx y');
  });
});

describe('when a script runs', () => {
  test('on what is kept, sent or shown, and on whose text', () => {
    const to = (one: RegexScript) =>
      (['store', 'prompt', 'screen'] as const).map((where) => run('a', one, { to: where }));
    expect(to(script('a', 'b'))).toEqual(['b', 'a', 'a']);
    expect(to(script('a', 'b', { promptOnly: true }))).toEqual(['a', 'b', 'a']);
    expect(to(script('a', 'b', { markdownOnly: true }))).toEqual(['a', 'a', 'b']);
    expect(to(script('a', 'b', { markdownOnly: true, promptOnly: true }))).toEqual(['a', 'b', 'b']);
    expect(run('a', script('a', 'b', { placement: [1] }))).toBe('a');
    expect(run('a', script('a', 'b', { placement: [1] }), { from: 'human' })).toBe('b');
    expect(run('a', script('a', 'b', { disabled: true }))).toBe('a');
  });

  test('on lore and on what a model thinks; reasoning is kept as it came, so all of its scripts run where it is shown', () => {
    const on = (place: number, more: Partial<RegexScript>, where: Partial<ScriptedText>) =>
      run('a', script('a', 'b', { placement: [place], ...more }), where);
    expect(on(5, { promptOnly: true }, { from: 'lore', to: 'prompt' })).toBe('b');
    expect(on(2, { promptOnly: true }, { from: 'lore', to: 'prompt' })).toBe('a');
    const shown = { from: 'reasoning', to: 'screen' } as const;
    expect(on(6, {}, shown)).toBe('b');
    expect(on(6, { markdownOnly: true }, shown)).toBe('b');
    expect(on(6, { promptOnly: true }, shown)).toBe('a');
    expect(on(2, { markdownOnly: true }, shown)).toBe('a');
    expect(on(3, {}, {})).toBe('a');
  });

  test('between its depths, where depth counts', () => {
    const one = script('a', 'b', { minDepth: 1, maxDepth: 2 });
    expect([0, 1, 2, 3].map((depth) => run('a', one, { depth }))).toEqual(['a', 'b', 'b', 'a']);
    expect(run('a', one)).toBe('b');
    expect(run('a', script('a', 'b', { minDepth: -1 }), { depth: 0 })).toBe('b');
  });
});

describe('hostile scripts', () => {
  test('what needs backtracking is run within bounds alone; what is invalid is refused in words', () => {
    for (const find of ['/(/', '']) {
      expect(refusedScript(script(find, ''))).not.toBe('');
      expect(run('aab', script(find, 'x'))).toBe('aab');
    }
    const backtracking = new BoundedBacktracking(() => 0);
    for (const [find, replaced] of [
      ['/(a)\\1/', 'xb'],
      ['/(?<=a)b/', 'aax'],
      ['/(?<two>a)(?=b)/', 'axb'],
    ] as const) {
      expect(refusedScript(script(find, ''))).toBe('');
      expect(run('aab', script(find, 'x'))).toBe('aab');
      expect(run('aab', script(find, 'x', { backtracking }))).toBe(replaced);
    }
    const endless = 'a'.repeat(60);
    expect(run(endless, script('/(?=(a+)+b)c/', 'x', { backtracking }))).toBe(endless);
    expect(refusedScript(script('/(a+)+$/', ''))).toBe('');
    expect(run(`${'a'.repeat(5000)}!`, script('/(a+)+$/', 'x'))).toBe(`${'a'.repeat(5000)}!`);
  });

  test('empty matches end, a result that grows too large leaves the text, so does a text too long', () => {
    expect(run('ab', script('/x*/g', '-'))).toBe('-a-b-');
    const text = 'a'.repeat(40_000);
    expect(run(text, script('/a/g', 'b'.repeat(1000)))).toBe(text);
    expect(run('a'.repeat(50_001), script('/a/g', ''))).toHaveLength(50_001);
  });

  test('for all patterns and texts it answers', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (find, replace, text) => {
        expect(typeof run(text, script(`/${find}/g`, replace))).toBe('string');
      }),
    );
  });
});
