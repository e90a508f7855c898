import type { DomainEvent } from '../../domain/events/events.ts';
import type { Lineage } from '../../domain/lineage.ts';
import type { ArrivalRow } from '../../domain/rows/projection.ts';
import type { Connection } from '../database/database.ts';
import { lazy } from '../database/lazy.ts';
import { arrival } from '../schema/schema.ts';

/** Somebody who came in and was told of the past. */
export type StoredArrival = typeof arrival.$inferSelect;

/** The row that an event must have written. */
export const asArrival = ({ seq, branch }: DomainEvent, row: ArrivalRow): StoredArrival => ({
  seq,
  branch,
  character: row.character,
  present: [...row.present],
});

const columns = 'seq, branch, character, present';

const statements = ({ sqlite }: Connection) => {
  const select = (rest: string) =>
    sqlite
      .prepare<[string | number], [number, number, string, string]>(
        `SELECT ${columns} FROM arrival WHERE ${rest}`,
      )
      .raw();
  return lazy({
    onBranches: () => select('branch IN (SELECT value FROM json_each(?)) ORDER BY seq'),
    bySeq: () => select('seq = ?'),
  });
};

const asStored = ([seq, branch, character, present]: [number, number, string, string]): StoredArrival => ({
  seq,
  branch,
  character,
  present: JSON.parse(present),
});

/** Who came in and was told of all that had been said in public until then: rows keyed by the seq of their event. */
export class Arrivals {
  readonly #db: Connection['db'];
  readonly #statements: ReturnType<typeof statements>;

  constructor(connection: Connection) {
    this.#db = connection.db;
    this.#statements = statements(connection);
  }

  /** Writes what an event adds. The same event twice changes nothing (RP-118). */
  apply(event: DomainEvent, row: ArrivalRow): void {
    this.#db.insert(arrival).values(asArrival(event, row)).onConflictDoNothing().run();
  }

  /** The arrival that the event of this seq wrote. */
  at(seq: number): StoredArrival | undefined {
    const row = this.#statements.bySeq.get(seq);
    return row && asStored(row);
  }

  /** Those of a head's history, oldest first. */
  within(lineage: Lineage): StoredArrival[] {
    const branches = JSON.stringify(lineage.segments.map(({ branch }) => branch));
    return this.#statements.onBranches
      .all(branches)
      .map(asStored)
      .filter((row) => lineage.contains(row));
  }
}
