import type { MessageId } from '../../domain/message.ts';
import type { BranchInfo } from '../chat/play-state.ts';

/** A branch, and where it parts from what it grew from. */
export interface Grown {
  readonly info: BranchInfo;
  /** The reply with which it begins, and the line before that; null for one that begins otherwise. */
  readonly version: { readonly id: MessageId; readonly behind: MessageId | undefined } | null;
  /** Whether nothing at all was said on it: it only holds on to how lines read. */
  readonly isEmpty: boolean;
  /** Its newest line where that is a reply, and the line before. */
  readonly end: { readonly id: MessageId; readonly behind: MessageId | undefined } | null;
}

/** Of versions of one line, by name, those that nobody has gone on from, and the branch that stands for them. */
function standFor(versions: readonly Grown[], bases: readonly Grown[]): Map<string, string> {
  const behind = versions[0]?.version?.behind;
  const isLeaf = ({ version, end }: Grown) => end?.id === version?.id;
  const isLeft = ({ end }: Grown) => end !== null && end.behind === behind;
  const [gone, leaves] = [versions.filter((one) => !isLeaf(one)), versions.filter(isLeaf)];
  const left = bases.filter(isLeft);
  const shown =
    [...leaves, ...gone, ...left].find(({ info }) => info.current) ??
    gone.at(-1) ??
    bases.find((one) => !isLeft(one)) ??
    left[0];
  if (!shown) return new Map();
  const folded = [...leaves, ...left].filter((one) => one !== shown);
  return new Map(folded.map(({ info }) => [info.name, shown.info.name]));
}

/**
 * The branches as people tell them apart: versions of one line are one row, that of the current one or of the one from which the
 * play has gone on; a branch with nothing of its own is none.
 */
export function branchRows(all: readonly Grown[]): BranchInfo[] {
  const byName = new Map(all.map((one) => [one.info.name, one]));
  const groups = new Map<MessageId | undefined, Grown[]>();
  for (const one of all)
    if (one.version) groups.set(one.version.behind, [...(groups.get(one.version.behind) ?? []), one]);
  const row = new Map<string, string>();
  for (const { info, isEmpty } of all)
    if (isEmpty && !info.current && info.from !== null) row.set(info.name, info.from);
  for (const versions of groups.values()) {
    const bases = new Set(versions.flatMap(({ info }) => byName.get(info.from ?? '') ?? []));
    const others = [...bases].filter((one) => !versions.includes(one));
    for (const [name, shown] of standFor(versions, others)) row.set(name, shown);
  }
  const rowOf = (name: string): string => {
    const next = row.get(name);
    return next === undefined ? name : rowOf(next);
  };
  const grownFrom = ({ name, from }: BranchInfo): string | null => {
    for (let at = from; at !== null; at = byName.get(at)?.info.from ?? null)
      if (rowOf(at) !== name) return rowOf(at);
    return null;
  };
  return all.flatMap(({ info }) => (row.has(info.name) ? [] : [{ ...info, from: grownFrom(info) }]));
}
