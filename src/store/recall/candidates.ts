import { AskedStems, says } from '../../memory/line.ts';
import type { Question, Term } from '../../memory/question.ts';
import { rarityOf } from '../../memory/score.ts';
import type { OpenPast, PastHit } from './past.ts';
import type { IndexedPlace, RecallRows, Within } from './recall-rows.ts';

/** A row that the owner perceived and that says something of what is asked. */
export interface Candidate {
  readonly seq: number;
  readonly past: OpenPast;
  /** What it is, where that had to be read already. */
  readonly found: PastHit | null;
}

/** So many of the newest rows that say a term are counted and compared, or as many as are wanted where that is more. */
const mostRows = 64;
/** So often more rows are read, each time twice as many, where what was read does not count any more. */
const mostPages = 5;
/** At least so many of the best are read. */
const leastRead = 32;
/** Of so many pairs of common terms, the rarest of these, the rows that say both are compared as well. */
const mostPairs = 6;
/** So many of the newest rows that say both. */
const mostOfPair = 24;

/** Looks up what one owner perceived in some chats, by what is so under their heads. */
export class Candidates {
  readonly #rows: RecallRows;
  /** By the branches of their histories. */
  readonly #pasts = new Map<number, OpenPast>();
  readonly #within: readonly Within[];
  readonly #seen = new Map<number, Candidate | null>();
  /** Rows by the stems that they say, which the next question may have, too. */
  readonly #rowsOf = new Map<string, readonly number[]>();
  readonly #limit: number;
  readonly #mostRows: number;

  constructor(rows: RecallRows, pasts: readonly OpenPast[], within: readonly Within[], limit: number) {
    this.#rows = rows;
    this.#limit = limit;
    this.#mostRows = Math.max(mostRows, limit);
    for (const past of pasts) for (const branch of past.branches) this.#pasts.set(branch, past);
    this.#within = within;
  }

  /** The rarities of the terms of a question, by what the owner perceived alone, and the rows that say any, the best first. */
  of({ terms }: Question): {
    readonly rarities: readonly number[];
    readonly candidates: readonly Candidate[];
  } {
    /** By seq, a bit for each term that the row says. */
    const said = new Map<number, number>();
    const note = (bits: number, seqs: readonly number[]): void => {
      for (const seq of seqs) said.set(seq, (said.get(seq) ?? 0) | bits);
    };
    const rows = terms.map((term) => this.#saying([term], this.#mostRows));
    for (const [at, seqs] of rows.entries()) note(1 << at, seqs);
    const counts = countsOf(rows, this.#mostRows);
    const any = counts.reduce((sum, count, at) => sum + count - (rows[at]?.length ?? 0), said.size);
    const rarities = counts.map((count) => (count === 0 ? 0 : rarityOf(count, any)));
    const common = [...rows.keys()]
      .filter((at) => (rows[at]?.length ?? 0) >= this.#mostRows)
      .sort((a, b) => (counts[a] ?? 0) - (counts[b] ?? 0));
    for (const [a, b] of pairsOf(common).slice(0, mostPairs))
      note((1 << a) | (1 << b), this.#saying([terms[a] as Term, terms[b] as Term], mostOfPair));
    const worthOf = (bits: number) =>
      rarities.reduce((sum, rarity, at) => (bits & (1 << at) ? sum + rarity : sum), 0);
    const best = [...said]
      .map(([seq, bits]) => [seq, worthOf(bits)] as const)
      .sort(([seqA, a], [seqB, b]) => b - a || seqB - seqA);
    return { rarities, candidates: this.#first(best) };
  }

  /** The first of these rows; a memory that was written several times is found once. */
  #first(rows: readonly (readonly [seq: number, worth: number])[]): Candidate[] {
    const memories = new Set<string>();
    const first: Candidate[] = [];
    for (const [seq] of rows) {
      const candidate = this.#seen.get(seq);
      if (!candidate) continue;
      const { found } = candidate;
      const memory = found?.type === 'memory' ? `${found.chat} ${found.memory.id}` : '';
      if (!memories.has(memory)) first.push(candidate);
      if (memory !== '') memories.add(memory);
      if (first.length === Math.max(leastRead, this.#limit)) break;
    }
    return first;
  }

  /** Seqs of the owner's newest rows that say these terms; of one question and another they are looked up once. */
  #saying(terms: readonly Term[], most: number): readonly number[] {
    const key = terms.map(({ stems }) => stems.join(' ')).join('+');
    const rows = this.#rowsOf.get(key) ?? this.#lookedUp(terms, most);
    this.#rowsOf.set(key, rows);
    return rows;
  }

  #lookedUp(terms: readonly Term[], most: number): readonly number[] {
    const seqs = this.#within.flatMap((within) => this.#sayingWithin(terms, within, most));
    return [...new Set(seqs)].sort((a, b) => b - a).slice(0, most);
  }

  #sayingWithin(terms: readonly Term[], within: Within, most: number): number[] {
    const kept: number[] = [];
    let { upTo } = within;
    for (let page = 0; (within.isMixed || page < mostPages) && kept.length < most; page += 1) {
      const limit = most * 2 ** Math.min(page, mostPages);
      const places = this.#rows.saying(terms, { ...within, upTo }, limit);
      for (const place of places) if (this.#isSaid(place, terms, within)) kept.push(place.seq);
      const last = places.at(-1);
      if (last === undefined || places.length < limit) break;
      upTo = last.seq - 1;
    }
    return kept.slice(0, most);
  }

  #seeing(place: IndexedPlace, isMixed: boolean): Candidate | null {
    const { seq, branch, at } = place;
    const past = this.#pasts.get(branch);
    if (!past?.lineage.contains({ branch, seq: at })) return null;
    if (place.isPlain && !isMixed) return { seq, past, found: null };
    const row = this.#rows.row(seq);
    const found = row && past.found(row);
    return found ? { seq, past, found } : null;
  }

  /** Whether a row is the owner's and says all this in the version that counts. */
  #isSaid(place: IndexedPlace, terms: readonly Term[], { chat, isMixed }: Within): boolean {
    let seen = this.#seen.get(place.seq);
    if (seen === undefined) {
      seen = this.#seeing(place, isMixed);
      this.#seen.set(place.seq, seen);
    }
    if (!seen || (chat !== null && seen.past.past.chat !== chat)) return false;
    const { found } = seen;
    if (!found) return true;
    const text = found.type === 'memory' ? found.memory.text : found.message.text;
    const counts = new AskedStems(terms).countsOf(text);
    return terms.every((term) => says(counts, term));
  }
}

/**
 * How many rows say each term, of which the newest rows are given, so many at most. Where there may be more it is guessed, of the
 * rarest first, by how many rows of the one before are as new as the oldest of its own: by their order alone, for how far apart
 * they are in the log depends on what others perceived between them.
 */
function countsOf(rows: readonly (readonly number[])[], most: number): number[] {
  const counts = rows.map(({ length }) => length);
  const countOf = (at: number): number => counts[at] ?? 0;
  const reach = rows.map((seqs) => (seqs.length < most ? 0 : (seqs.at(-1) ?? 0)));
  const rarestFirst = [...rows.keys()]
    .filter((at) => countOf(at) > 0)
    .sort((a, b) => (reach[a] ?? 0) - (reach[b] ?? 0) || countOf(a) - countOf(b));
  for (const [n, at] of rarestFirst.entries()) {
    const [before, since = 0] = [rarestFirst[n - 1], reach[at]];
    if (before === undefined || since === 0) continue;
    const asNew = rows[before]?.filter((seq) => seq >= since).length ?? 0;
    counts[at] = (countOf(at) * (countOf(before) + 1)) / (asNew + 1);
  }
  return counts;
}

/** Every two of them, those of the first before others. */
const pairsOf = (all: readonly number[]): [number, number][] =>
  all.flatMap((a, at) => all.slice(at + 1).map((b): [number, number] => [a, b]));
