import { describe, expect, it } from 'vitest';
import { loreOf } from '../../../src/lore/activation/activate.ts';
import type { Backtracking } from '../../../src/lore/keys/pattern.ts';
import { BoundedBacktracking } from '../../../src/outside/bounded/backtracking.ts';
import { activate, isAwake, rules, view } from '../contexts.ts';

const hostile = { source: '^(a+)+\\1$', flags: '' };
const endless = `${'a'.repeat(60)}b`;

/** A processor of which each search takes so many milliseconds. */
const taking = (milliseconds: number): BoundedBacktracking => {
  let now = 0;
  const clock = () => {
    now += milliseconds;
    return now;
  };
  return new BoundedBacktracking(clock, () => [{ at: 1, groups: ['b'], named: {} }]);
};

describe('expressions that look around or back', () => {
  const bounded = () => new BoundedBacktracking(() => process.cpuUsage().user / 1000);

  it('V3-EN-REGEX: a search that had no processor for its time is begun again with more', () => {
    const given: number[] = [];
    const backtracking = new BoundedBacktracking(
      () => 0,
      (_, { timeout }) => {
        given.push(timeout);
        return given.length < 3 ? 'too slow' : [];
      },
    );
    expect(backtracking.find(hostile, endless, 1)).toEqual([]);
    expect(given).toEqual([50, 100, 200]);
  });

  it('V3-EN-REGEX: they are found, with their groups', () => {
    const found = bounded().find({ source: '(?<=wild )(?<what>b(e)\\2)', flags: 'i' }, 'a bee, wild BEE', 9);
    expect(found).toMatchObject([{ at: 12, groups: ['BEE', 'BEE', 'E'], named: { what: 'BEE' } }]);
    expect(bounded().find({ source: '(?=a)', flags: 'g' }, 'aaa', 2)).toHaveLength(2);
    expect(bounded().find({ source: '(?=a)', flags: 'y' }, 'ba', 9)).toHaveLength(1);
  });

  it('V3-EN-REGEX: one that takes too long is no match, and what goes on goes on', () => {
    const backtracking = bounded();
    expect(backtracking.find(hostile, endless, 1)).toBeNull();
    expect(backtracking.find({ source: '(?<=a)b', flags: '' }, 'ab', 1)).toHaveLength(1);
  });

  it('V3-EN-REGEX: a pass has its time and the next one its own; a pattern that goes on taking too long is given up', () => {
    const backtracking = taking(50);
    const pattern = (name: string) => ({ source: `(?<=a)${name}`, flags: '' });
    const asked = (name: string) => backtracking.find(pattern(name), 'ab', 1) !== null;
    expect(['b', 'c', 'd', 'e', 'f', 'g'].map(asked)).toEqual([true, true, true, true, true, false]);
    backtracking.begin();
    expect(['b', 'b', 'b', 'b', 'b'].every(asked)).toBe(true);
    backtracking.begin();
    expect(['b', 'c'].map(asked)).toEqual([false, true]);
  });

  it('V3-EN-REGEX: invariant 2 what took too long for one is not given up for another', () => {
    const one = taking(50);
    const other = one.apart();
    const pattern = { source: '(?<=a)b', flags: '' };
    const asked = (who: typeof one) => {
      who.begin();
      return who.find(pattern, 'ab', 1) !== null;
    };
    for (let n = 0; n < 9; n += 1) asked(one);
    expect([asked(one), asked(other)]).toEqual([false, true]);
  });

  it('V3-EN-REGEX: lore says which key takes too long, the others of the entry count, and nothing is remembered of it', () => {
    const entries = rules([{ keys: [`/${hostile.source}/`] }, { keys: [`/${hostile.source}/`, 'aa'] }]);
    let isSlow = true;
    const backtracking: Backtracking = {
      begin: () => {},
      find: () => (isSlow ? null : [{ at: 0, groups: ['c'], named: {} }]),
    };
    const lore = loreOf(entries, { backtracking });
    const [first, second] = activate(lore, view(endless)).verdicts();
    expect(first).toMatchObject({ awake: false });
    expect(first?.reason()).toContain('it takes too long');
    expect(second).toMatchObject({ awake: true });
    isSlow = false;
    expect(isAwake(lore, view(endless))).toBe(true);
  });

  it('V3-EN-REGEX: where nothing can run them they are not found, and that is said', () => {
    const entries = rules([{ keys: ['/(?<=a)b/'] }]);
    expect(isAwake(entries, view('ab'))).toBe(false);
  });
});
