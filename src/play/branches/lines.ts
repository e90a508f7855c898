import { type Branch, forkMark, givenName, type Position } from '../../domain/lineage.ts';
import type { PerceivedEvent } from '../../store/acts/perceived-events.ts';

/** The first event on a branch behind a seq that a viewer perceived when it was written; undefined without one. */
export type FirstPerceived = (branch: Branch, after: number) => PerceivedEvent | undefined;

/** A part of a branch: `from` <= seq <= `upTo`. */
interface Stretch {
  readonly branch: Branch;
  readonly from: number;
  readonly upTo: number;
}

/** A line of play as a viewer perceives it, over one branch after the other. */
export interface Line {
  /** The name that a person gave to it, or to what it forked from. */
  readonly given: string;
  /** The first event that tells it from what it forked from; null for one that has the name itself. */
  readonly start: PerceivedEvent | null;
  /** What is its own of the branches that it runs over, in order. */
  readonly stretches: readonly Stretch[];
  /** The branch at whose tip it ends. */
  readonly end: Branch;
}

/** Whether a branch was made without a name, by going on from a place behind which there was something already. */
const isFork = ({ name }: Branch): boolean => name.includes(forkMark);

const bySeq = (one: { readonly seq: number }, other: { readonly seq: number }): number => one.seq - other.seq;

function append<Key>(lists: Map<Key, Branch[]>, key: Key, branch: Branch): void {
  const list = lists.get(key);
  if (list) list.push(branch);
  else lists.set(key, [branch]);
}

/** Finds the lines of play that bear one given name. */
export class LineFinder {
  readonly #given: string;
  readonly #named: Branch;
  readonly #firstAfter: FirstPerceived;
  readonly #branches: ReadonlyMap<number, Branch>;
  /** Its forks by the branch that they grow from, in the order of where. */
  readonly #forks = new Map<number | null, Branch[]>();
  readonly #waiting: PerceivedEvent[] = [];

  constructor(named: Branch, forks: readonly Branch[], firstAfter: FirstPerceived) {
    this.#given = named.name;
    this.#named = named;
    this.#firstAfter = firstAfter;
    this.#branches = new Map([named, ...forks].map((branch) => [branch.id, branch]));
    for (const fork of [...forks].sort((a, b) => a.forkSeq - b.forkSeq)) {
      // One that was left at the very beginning of the named branch grows from what that grew from.
      const parent = this.#branches.has(fork.parent ?? -1) ? fork.parent : null;
      append(this.#forks, parent, fork);
    }
  }

  all(): Line[] {
    const begins = [
      ...this.#goingOn(this.#named, this.#named.forkSeq),
      ...(this.#forks.get(null) ?? []).flatMap((fork) => this.#goingOn(fork, fork.forkSeq)),
    ];
    const first = this.#oldest(begins);
    const lines = [first ? this.#follow(first, null) : this.#silent()];
    for (let start = this.#waiting.shift(); start; start = this.#waiting.shift())
      lines.push(this.#follow(start, start));
    return lines;
  }

  /**
   * The oldest thing that the viewer perceives behind a place, on its branch or on forks from where it perceives nothing in between;
   * undefined where there is none, and where the place is on a line of another name.
   */
  next({ branch: id, seq }: Position): PerceivedEvent | undefined {
    const branch = this.#branches.get(id);
    return branch && [...this.#goingOn(branch, seq)].sort(bySeq)[0];
  }

  #silent(): Line {
    return { given: this.#given, start: null, stretches: [], end: this.#named };
  }

  /** What the viewer perceives next behind a place, on the branch itself and on forks from where it perceives nothing in between. */
  #goingOn(branch: Branch, after: number): PerceivedEvent[] {
    const own = this.#firstAfter(branch, after);
    const forks = (this.#forks.get(branch.id) ?? []).filter(
      ({ forkSeq }) => forkSeq >= after && forkSeq < (own?.seq ?? Number.POSITIVE_INFINITY),
    );
    return [...(own ? [own] : []), ...forks.flatMap((fork) => this.#goingOn(fork, fork.forkSeq))];
  }

  /** The oldest goes on as the line that it was; the others are lines of their own. */
  #oldest(goingOn: readonly PerceivedEvent[]): PerceivedEvent | undefined {
    const [oldest, ...others] = [...goingOn].sort(bySeq);
    this.#waiting.push(...others);
    return oldest;
  }

  #follow(begin: PerceivedEvent, start: PerceivedEvent | null): Line {
    const stretches: Stretch[] = [];
    for (let at = begin; ; ) {
      const branch = this.#branches.get(at.branch) ?? this.#named;
      const left = this.#leave(branch, at.seq);
      stretches.push({ branch, from: at.seq, upTo: left?.upTo ?? Number.POSITIVE_INFINITY });
      if (!left) return { given: this.#given, start, stretches, end: branch };
      at = left.to;
    }
  }

  /** Where a line leaves a branch for a fork that went on from there earlier than the branch itself; null where it never does. */
  #leave(branch: Branch, from: number): { readonly upTo: number; readonly to: PerceivedEvent } | null {
    let after = from;
    for (const { forkSeq } of this.#forks.get(branch.id) ?? []) {
      if (forkSeq < after) continue;
      const next = this.#oldest(this.#goingOn(branch, forkSeq));
      if (!next) return null;
      if (next.branch !== branch.id) return { upTo: forkSeq, to: next };
      after = next.seq;
    }
    return null;
  }
}

/** Who finds the lines of each name that a person gave; `firstAfter` tells what a viewer perceives. */
export function lineFinders(branches: readonly Branch[], firstAfter: FirstPerceived): LineFinder[] {
  const forks = new Map<string, Branch[]>();
  for (const branch of branches.filter(isFork)) append(forks, givenName(branch.name), branch);
  return branches
    .filter((branch) => !isFork(branch))
    .map((named) => new LineFinder(named, forks.get(named.name) ?? [], firstAfter));
}

/**
 * The lines of play of a chat as a viewer perceives them, those that bear a name first, then in the order in which they
 * began. Of several that go on from one place, by what the viewer perceives, the oldest is the line that it was before; so
 * they are the same whatever others alone did in between.
 */
export function linesOf(finders: readonly LineFinder[]): Line[] {
  const lines = finders.flatMap((finder) => finder.all());
  const startOf = ({ start }: Line) => ({ seq: start?.seq ?? 0 });
  return [
    ...lines.filter(({ start }) => start === null),
    ...lines.filter(({ start }) => start !== null).sort((a, b) => bySeq(startOf(a), startOf(b))),
  ];
}
