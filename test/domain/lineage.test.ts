import { describe, expect, test } from 'vitest';
import { Lineage } from '../../src/domain/lineage.ts';

describe('a lineage', () => {
  const branches = new Map(
    [
      { id: 1, parent: null, forkSeq: 0, name: 'main' },
      { id: 2, parent: 1, forkSeq: 5, name: 'main~2' },
      { id: 3, parent: 2, forkSeq: 5, name: 'duel' },
      { id: 4, parent: 2, forkSeq: 12, name: 'duel~2' },
    ].map((branch) => [branch.id, branch]),
  );

  test('RP-080 holds the segments from a head to the root, newest first', () => {
    const lineage = new Lineage(branches, { branch: 4, seq: 20 });
    expect(lineage.segments).toEqual([
      { branch: 4, after: 12, upTo: 20 },
      { branch: 2, after: 5, upTo: 12 },
      { branch: 1, after: 0, upTo: 5 },
    ]);
    expect(lineage.contains({ branch: 1, seq: 5 })).toBe(true);
    expect(lineage.contains({ branch: 1, seq: 6 })).toBe(false);
    expect(lineage.contains({ branch: 3, seq: 4 })).toBe(false);
  });

  test('a head at the fork has nothing of its branch, and nothing of a branch that it passes over', () => {
    const root = [{ branch: 1, after: 0, upTo: 5 }];
    expect(new Lineage(branches, { branch: 2, seq: 5 }).segments).toEqual(root);
    expect(new Lineage(branches, { branch: 3, seq: 5 }).segments).toEqual(root);
    expect(new Lineage(branches, { branch: 3, seq: 3 }).segments).toEqual([{ branch: 1, after: 0, upTo: 3 }]);
  });
});
