import type { Connection } from '../database/database.ts';
import { lazy, limitOf } from '../database/lazy.ts';
import type { Arrivals } from '../transcript/arrivals.ts';
import { lastArrival } from '../transcript/ranges.ts';
import type { Candidate } from './candidates.ts';
import type { OpenPast } from './past.ts';
import type { RecallRows } from './recall-rows.ts';
import { likeness, signsOf, unpackedVector } from './vectors/packed-vector.ts';
import type { Vectors } from './vectors/vectors.ts';

/** Of the texts that an owner perceived so many are compared, of each audience the newest half as many. */
const mostCompared = 40_000;
/** So often more are looked at than wanted, for the signs say roughly what the vectors say. */
const spare = 4;
/** So few texts say nothing of what is usual among them. */
const tooFew = 4;

/** A part of a branch, under a mark: rows that one owner perceived, and no others. */
type Stretch = readonly [branch: number, mark: number, after: number, upTo: number];

interface Row {
  readonly seq: number;
  readonly branch: number;
  readonly at: number;
}

interface Place {
  readonly seq: number;
  readonly isPlain: number;
}

/** A row that the owner perceived, and how alike it is to what is asked: the cosine. */
export interface Near {
  readonly candidate: Candidate;
  readonly likeness: number;
}

/** What is most alike, the best first, and how alike is usual: as the middle one of all that were compared as they are. */
export interface Alike {
  readonly near: readonly Near[];
  readonly usual: number;
}

const statements = ({ sqlite }: Connection) =>
  lazy({
    marks: () =>
      sqlite
        .prepare<[object], number>(
          `SELECT DISTINCT mark FROM recall_audience a WHERE a.chat = @chat AND (
             @viewer IS NULL OR EXISTS (SELECT 1 FROM json_each(a.members) WHERE value = @viewer)
           ) ORDER BY mark`,
        )
        .pluck(),
    alike: () =>
      sqlite.prepare<[object], Row>(
        `WITH stretch AS MATERIALIZED (
           SELECT branch, mark, -up_to AS newest, min(-after - 1, coalesce((
             SELECT o.back FROM recall_bits o WHERE o.branch = p.branch AND o.mark = p.mark AND o.back >= -p.up_to
             ORDER BY o.back LIMIT 1 OFFSET @newest / 2
           ), 0)) AS oldest FROM (
             SELECT value ->> 0 AS branch, value ->> 1 AS mark, value ->> 2 AS after, value ->> 3 AS up_to
             FROM json_each(@stretches)
           ) p
         )
         SELECT seq, branch, -back AS at FROM (
           SELECT b.seq, b.branch, b.back, b.bits FROM stretch s CROSS JOIN recall_bits b
           ON b.branch = s.branch AND b.mark = s.mark AND b.back BETWEEN s.newest AND s.oldest
           WHERE b.model = @model ${limitOf('newest')}
         ) ORDER BY vec_distance_hamming(vec_bit(bits), vec_bit(@signs)), seq DESC ${limitOf('most')}`,
      ),
    place: () =>
      sqlite.prepare<[object], Place>(
        `SELECT seq, kind = 0 AS isPlain FROM recall_place WHERE seq IN (@seq, @at) ORDER BY seq = @seq DESC LIMIT 1`,
      ),
    vector: () => sqlite.prepare<[number], Buffer>('SELECT vector FROM recall_vector WHERE seq = ?').pluck(),
  });

/** Finds what somebody perceived that is alike to a vector, by what is so under their heads. */
export class Nearest {
  readonly #statements: ReturnType<typeof statements>;
  readonly #vectors: Vectors;
  readonly #rows: RecallRows;
  readonly #arrivals: Arrivals;

  constructor(connection: Connection, parts: { vectors: Vectors; rows: RecallRows; arrivals: Arrivals }) {
    this.#statements = statements(connection);
    this.#vectors = parts.vectors;
    this.#rows = parts.rows;
    this.#arrivals = parts.arrivals;
  }

  /** The rows of these pasts that are most alike; null for none, or where vectors cannot be compared or are another model's. */
  of(pasts: readonly OpenPast[], vector: Float32Array, limit: number): Alike | null {
    const { model } = this.#vectors;
    if (model?.dimension !== vector.length || !this.#vectors.load()) return null;
    const byBranch = new Map(pasts.flatMap((past) => past.branches.map((branch) => [branch, past] as const)));
    const stretches = pasts.flatMap((past) => this.#stretches(past)).sort((a, b) => b[3] - a[3]);
    const asked = {
      stretches: JSON.stringify(stretches),
      model: model.id,
      newest: mostCompared,
      signs: signsOf(vector),
    };
    let found: Map<number, Near> = new Map();
    for (let most = limit * spare * 2; ; most *= 4) {
      const rows = this.#statements.alike.all({ ...asked, most });
      found = new Map();
      for (const row of rows) {
        if (found.size >= limit * spare) break;
        const candidate = this.#seen(row, byBranch.get(row.branch));
        if (candidate && !found.has(candidate.seq))
          found.set(candidate.seq, this.#near(candidate, row, vector));
      }
      if (found.size >= limit * spare || rows.length < most) break;
    }
    const order = (a: Near, b: Near) => b.likeness - a.likeness || b.candidate.seq - a.candidate.seq;
    const near = [...found.values()].sort(order);
    const usual = near[Math.max(tooFew, Math.floor(near.length / 2))]?.likeness ?? 0;
    return near.length === 0 ? null : { near: near.slice(0, limit), usual };
  }

  #stretches({ past: { chat, viewer }, lineage }: OpenPast): Stretch[] {
    const who = viewer === 'everyone' ? null : viewer;
    const own = this.#statements.marks.all({ chat, viewer: who });
    const seen = this.#arrivals.within(lineage).filter(({ present }) => present.includes(who ?? ''));
    const arrived = lastArrival(seen, who);
    const told = who === null || arrived === 0 ? [] : this.#rows.toldMarks(chat, who);
    return lineage.segments.flatMap(({ branch, after, upTo }) => [
      ...own.map((mark): Stretch => [branch, mark, after, upTo]),
      ...told
        .filter(() => after < arrived)
        .map((mark): Stretch => [branch, mark, after, Math.min(upTo, arrived)]),
    ]);
  }

  /** What a row is under the head: null where its text reads otherwise there, or is another's by now. */
  #seen({ seq, at }: Row, past: OpenPast | undefined): Candidate | null {
    const place = this.#statements.place.get({ seq, at });
    if (!past || !place) return null;
    if (place.isPlain) return { seq: place.seq, past, found: null };
    const row = this.#rows.row(place.seq);
    const found = row && past.found(row);
    if (!found) return null;
    const text = found.type === 'memory' ? found.memory.text : found.message.text;
    return text === this.#rows.row(seq)?.text ? { seq: place.seq, past, found } : null;
  }

  #near(candidate: Candidate, { seq }: Row, vector: Float32Array): Near {
    const packed = this.#statements.vector.get(seq);
    return { candidate, likeness: packed ? likeness(vector, unpackedVector(packed)) : 0 };
  }
}
