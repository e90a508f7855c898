import type { BranchId } from './message.ts';

/** A place in the tree: after event `seq` of `branch` (`seq` 0 = before everything). */
export interface Position {
  readonly branch: BranchId;
  readonly seq: number;
}

/** A branch grows from `forkSeq` in its parent; the first of a chat has none. */
export interface Branch {
  readonly id: BranchId;
  readonly parent: BranchId | null;
  readonly forkSeq: number;
  readonly name: string;
}

/** Parts a branch's given name from what tells an unnamed fork of it from others: `main~k3f9ab`. */
export const forkMark = '~';

/** Names of the branches beside the play: what is true of the chat as a whole, and what jobs found about turns. */
export const sideBranches = { facts: forkMark, outcomes: `${forkMark}${forkMark}` } as const;

/** The name that a person gave to the line of play which this branch belongs to. */
export const givenName = (name: string): string => name.split(forkMark)[0] ?? name;

/** The part of a branch that a head can see: `after` < seq <= `upTo`. */
export interface Segment {
  readonly branch: number;
  readonly after: number;
  readonly upTo: number;
}

/** The segments of a head's history, newest first. */
export class Lineage {
  readonly segments: readonly Segment[];
  readonly #upTo: ReadonlyMap<number, number>;

  constructor(branches: ReadonlyMap<number, Branch>, head: Position) {
    const segments: Segment[] = [];
    let upTo = head.seq;
    for (let branch = branches.get(head.branch); branch; branch = branches.get(branch.parent ?? -1)) {
      if (upTo > branch.forkSeq) segments.push({ branch: branch.id, after: branch.forkSeq, upTo });
      upTo = Math.min(upTo, branch.forkSeq);
    }
    this.segments = segments;
    this.#upTo = new Map(segments.map((segment) => [segment.branch, segment.upTo]));
  }

  /** Whether the event at `place` is part of this history. */
  contains(place: Position): boolean {
    return place.seq <= (this.#upTo.get(place.branch) ?? 0);
  }
}
