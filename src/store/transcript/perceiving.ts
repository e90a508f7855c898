import { perceivers } from '../../domain/audience/audience.ts';
import type { Lineage } from '../../domain/lineage.ts';
import type { CharacterId, Message } from '../../domain/message.ts';
import type { Arrivals, StoredArrival } from './arrivals.ts';
import { type StoredMessage, type StoredRevision, superseded } from './stored.ts';
import type { Transcript } from './transcript.ts';

/** What is read to know who perceives what. */
export interface PerceivedRows {
  readonly transcript: Transcript;
  readonly arrivals: Arrivals;
  /** The given name of a branch. */
  readonly branchName: (id: number) => string;
}

/** What a message says in the end, and who perceives it. */
type Latest = NonNullable<ReturnType<typeof superseded>> & Pick<Message, 'perceived'>;

/** What one character, or everyone, perceives of rows of a lineage. */
export class Perceiving {
  readonly #rows: PerceivedRows;
  readonly #lineage: Lineage;
  readonly #character: CharacterId | null;
  #seenArrivals: readonly StoredArrival[] | null = null;
  readonly #turns = new Map<string, string>();

  constructor(rows: PerceivedRows, lineage: Lineage, character: CharacterId | null) {
    this.#rows = rows;
    this.#lineage = lineage;
    this.#character = character;
  }

  /** Those who came in and were told of the past, as far as this viewer saw them come. */
  get arrivals(): readonly StoredArrival[] {
    const character = this.#character;
    this.#seenArrivals ??= this.#rows.arrivals
      .within(this.#lineage)
      .filter(({ present }) => character === null || present.includes(character));
    return this.#seenArrivals;
  }

  /** The message as this viewer perceives it under this head, or null. */
  one(row: StoredMessage, revisions?: readonly StoredRevision[]): Message | null {
    const latest = this.#latest(row, revisions);
    return latest && this.#said(row, latest);
  }

  #said(row: StoredMessage, latest: Latest): Message {
    const { id, speaker, role, at, hidden } = row;
    const branch = this.#rows.branchName(row.branch);
    const reasoning = this.#reasoning(row);
    const said = { id, turn: this.#turn(row), speaker, role, at, ...latest, branch, reasoning };
    return hidden ? { ...said, hidden } : said;
  }

  /** What a message says in the end and who perceives it, if this viewer does. */
  #latest(row: StoredMessage, revisions?: readonly StoredRevision[]): Latest | null {
    const latest = superseded(row, revisions);
    if (!latest) return null;
    const perceived = this.#perceivers(row, latest.knownTo);
    if (this.#character !== null && !perceived.includes(this.#character)) return null;
    return { ...latest, perceived };
  }

  /** The id of the first message of a turn that this viewer perceives: what began the turn may be unknown to them. */
  #turn(row: StoredMessage): string {
    if (row.turn === row.id) return row.id;
    const known = this.#turns.get(row.turn);
    if (known !== undefined) return known;
    const id = this.#firstOfTurn(row);
    this.#turns.set(row.turn, id);
    return id;
  }

  #firstOfTurn(row: StoredMessage): string {
    for (const rows of this.#rows.transcript.ofTurn(row)) {
      const seqs = rows.map(({ seq }) => seq);
      const revisions = this.#rows.transcript.revisions(this.#lineage, seqs);
      const first = rows.find((one) => this.#latest(one, revisions.get(one.seq)));
      if (first) return first.id;
    }
    return row.id;
  }

  /** What is perceived of these rows by their seqs, in their order; `isPage` where no other candidates lie between them. */
  bySeq(rows: readonly StoredMessage[], isPage = true): Map<number, Message> {
    const found = new Map<number, Message>();
    if (rows.length === 0) return found;
    const seqs = rows.map((row) => row.seq);
    const span = { after: Math.min(...seqs) - 1, upTo: Math.max(...seqs) };
    const revisions = this.#rows.transcript.revisions(this.#lineage, isPage ? span : seqs);
    const all = rows.map((row) => [row, this.#latest(row, revisions.get(row.seq))] as const);
    for (const [{ id, turn }, latest] of all) if (latest && id === turn) this.#turns.set(turn, id);
    for (const [row, latest] of all) if (latest) found.set(row.seq, this.#said(row, latest));
    return found;
  }

  /** What is perceived of these rows, in their order. */
  all(rows: readonly StoredMessage[], isPage = true): Message[] {
    return [...this.bySeq(rows, isPage).values()];
  }

  #perceivers({ seq, present, confided }: StoredMessage, knownTo: readonly CharacterId[]) {
    const first = perceivers(present, knownTo);
    if (knownTo.length > 0 || confided) return first;
    const told = this.arrivals.filter((arrival) => arrival.seq > seq).map(({ character }) => character);
    return told.length === 0 ? first : [...new Set([...first, ...told])];
  }

  /** Thoughts may speak of whispers that others never heard, so they stay with who thought them. */
  #reasoning({ speaker, reasoning }: StoredMessage): string {
    return this.#character === null || this.#character === speaker ? reasoning : '';
  }
}
