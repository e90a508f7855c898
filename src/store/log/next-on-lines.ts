import type { Branch, Position } from '../../domain/lineage.ts';

/**
 * Places that come next after a place, the first that `firstAfter` finds on each line of play that goes on from there,
 * oldest first.
 */
export function nextOnEachLine(
  branches: readonly Branch[],
  from: Position,
  firstAfter: (from: Position) => Position | undefined,
): Position[] {
  const walk = (branch: number, after: number): Position[] => {
    const found = firstAfter({ branch, seq: after });
    const before = found?.seq ?? Number.POSITIVE_INFINITY;
    const forks = branches.filter((b) => b.parent === branch && b.forkSeq >= after && b.forkSeq < before);
    return [...(found ? [found] : []), ...forks.flatMap((fork) => walk(fork.id, fork.forkSeq))];
  };
  return walk(from.branch, from.seq).sort((a, b) => a.seq - b.seq);
}
