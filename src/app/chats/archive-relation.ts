import { isDeepStrictEqual } from 'node:util';
import { canonicalJson } from '../../domain/json/canonical.ts';
import type { BranchRecord, EventRecord, MoveRecord, Recording } from '../../store/archive/recording.ts';

/** By what is written down: a file may say -0, which the log keeps as 0. */
const isSame = (a: unknown, b: unknown): boolean =>
  isDeepStrictEqual(a, b) || canonicalJson(a) === canonicalJson(b);

/** Whether two rows of records, one of the store and one of a file, begin alike, and which of them goes on. */
class Alongside<T> {
  readonly #here: Iterator<T>;
  readonly #nameOf: (record: T) => string;
  /** The first of the file that is not here; null while all are. */
  first: string | null = null;
  differs = false;

  constructor(here: Iterable<T>, nameOf: (record: T) => string) {
    this.#here = here[Symbol.iterator]();
    this.#nameOf = nameOf;
  }

  meet(record: T): void {
    if (this.differs) return;
    const next = this.#here.next();
    if (!next.done && isSame(next.value, record)) return;
    this.differs = !next.done;
    this.first ??= this.#nameOf(record);
  }

  /** Whether the store goes on behind the last of the file. */
  goesOn(): boolean {
    return !this.differs && this.first === null && this.#here.next().done !== true;
  }
}

/**
 * How a chat in a file stands to the same chat in the store: all of it is here, the file is that chat further along, or
 * each has gone on in a way of its own, the file with what `from` names.
 */
export type Relation =
  | { readonly type: 'here' }
  | { readonly type: 'further' }
  | { readonly type: 'apart'; readonly from: string };

/** Compares the records of a file, in their order, with a chat of the store. */
export class Comparison {
  readonly #branches: Alongside<BranchRecord>;
  readonly #events: Alongside<EventRecord>;
  readonly #moves: Alongside<MoveRecord>;

  constructor({ branches, events, moves }: Recording) {
    this.#branches = new Alongside(branches, ({ name }) => `branch ${name}`);
    this.#events = new Alongside(events(), ({ id }) => `event ${id}`);
    this.#moves = new Alongside(moves(), (move) => `move ${JSON.stringify(move)}`);
  }

  branch(record: BranchRecord): void {
    this.#branches.meet(record);
  }

  event(record: EventRecord): void {
    this.#events.meet(record);
  }

  move(record: MoveRecord): void {
    this.#moves.meet(record);
  }

  /** Behind the last record. */
  end(): Relation {
    const all = [this.#events, this.#branches, this.#moves];
    const from = all.map(({ first }) => first).find((name) => name !== null);
    if (from === undefined) return { type: 'here' };
    const isApart = all.some(({ differs }) => differs) || all.some((one) => one.goesOn());
    return isApart ? { type: 'apart', from } : { type: 'further' };
  }
}
