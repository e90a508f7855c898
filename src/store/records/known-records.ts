import type { Lineage } from '../../domain/lineage.ts';
import type { CharacterId } from '../../domain/message.ts';
import type { KnownRecord } from '../../domain/record.ts';
import type { Connection } from '../database/database.ts';
import { lazy, limitOf } from '../database/lazy.ts';
import { anybody } from './records.ts';

/** Whose knowledge is read, at which head. */
export interface Knower {
  readonly chat: string;
  /** Null = everyone. */
  readonly character: CharacterId | null;
  readonly lineage: Lineage;
  /** Seq of when it came in and was told of the past; 0 = never. */
  readonly arrived: number;
  /** Whether it perceives the message of this seq at this head. */
  readonly perceives: (message: number) => boolean;
}

/** A key as one of the audiences has it, and whether the knower is of that audience. */
interface Key {
  readonly id: number;
  readonly key: string;
  readonly isOwn: number;
}

interface Place {
  readonly seq: number;
  readonly found: number;
}

interface Version extends Place {
  readonly n: number;
  readonly branch: number;
  readonly value: string;
  readonly owner: string | null;
  readonly about: number | null;
}

const mostAtOnce = 500;
const isLater = (a: Version, b: Version | undefined): boolean =>
  b === undefined || (a.seq - b.seq || a.found - b.found || a.n - b.n) > 0;

const statements = ({ sqlite }: Connection) => {
  const isOwn = `@character IS NULL OR members = '["${anybody}"]'
    OR EXISTS (SELECT 1 FROM json_each(members) WHERE value = @character)`;
  const keys = (where: string) =>
    sqlite.prepare<[object], Key>(
      `SELECT k.id, k.key, a.isOwn FROM (SELECT id, is_open, ${isOwn} AS isOwn FROM audience WHERE chat = @chat) a
       CROSS JOIN record_key k ON k.audience = a.id AND ${where} WHERE a.isOwn OR (@arrived > 0 AND a.is_open)`,
    );
  return lazy({
    key: () => keys('k.key = @from'),
    keys: () => keys('k.key >= @from AND k.key < @to'),
    among: () => keys('k.key IN (SELECT value FROM json_each(@from))'),
    first: () =>
      sqlite
        .prepare<[object], number | null>(
          'SELECT min(seq) FROM event WHERE branch = @branch AND seq > @after AND seq <= @upTo',
        )
        .pluck(),
    versions: () =>
      sqlite.prepare<[object], Version>(
        `SELECT seq, found, n, branch, value, owner, about FROM record
         WHERE key = @id AND (seq, found) < (@seq, @found) AND (@isOwn OR seq < @arrived OR about IS NOT NULL)
         ORDER BY seq DESC, found DESC ${limitOf('limit')}`,
      ),
  });
};

/** Reads what a viewer knows: of each key the latest record that it perceives in the history of a head. */
export class KnownRecords {
  readonly #statements: ReturnType<typeof statements>;

  constructor(connection: Connection) {
    this.#statements = statements(connection);
  }

  /** What somebody knows under this key. */
  at(knower: Knower, key: string): KnownRecord | undefined {
    return this.#known(knower, this.#statements.key.all(this.#wanted(knower, key)))[0];
  }

  /** What somebody knows under these keys, in the order of the keys. */
  among(knower: Knower, keys: readonly string[]): KnownRecord[] {
    return this.#known(knower, this.#statements.among.all(this.#wanted(knower, JSON.stringify(keys))));
  }

  /** What somebody knows under keys that begin so, in the order of the keys. */
  under(knower: Knower, prefix: string): KnownRecord[] {
    const wanted = { ...this.#wanted(knower, prefix), to: `${prefix}\u{10ffff}` };
    return this.#known(knower, this.#statements.keys.all(wanted));
  }

  /** Seqs of the outcomes that said what somebody knows under this key, since it was last not known, newest first. */
  foundUnder(knower: Knower, key: string): number[] {
    return this.#statements.key.all(this.#wanted(knower, key)).flatMap((one) => {
      const found: number[] = [];
      let version = this.#latest(knower, one);
      for (; version && version.value !== 'null'; version = this.#latest(knower, one, version))
        if (version.found > 0) found.push(version.found);
      return found;
    });
  }

  #wanted({ chat, character, arrived }: Knower, from: string) {
    return { chat, character, arrived, from };
  }

  #known(knower: Knower, keys: readonly Key[]): KnownRecord[] {
    const latest = new Map<string, Version>();
    for (const key of keys) {
      const version = this.#latest(knower, key);
      if (version && isLater(version, latest.get(key.key))) latest.set(key.key, version);
    }
    const known = [...latest].map(([key, { value, owner }]) => ({ key, value: JSON.parse(value), owner }));
    return known.filter(({ value }) => value !== null).sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  /** The newest row (before one) that is of the history, and not of a message that the knower does not perceive. */
  #latest(
    { lineage, arrived, perceives }: Knower,
    { id, isOwn }: Key,
    than: Place = { seq: (lineage.segments[0]?.upTo ?? 0) + 1, found: 0 },
  ): Version | undefined {
    let before = { seq: than.seq, found: than.found };
    for (let limit = 1; ; limit = Math.min(limit * 8, mostAtOnce)) {
      const rows = this.#statements.versions.all({ id, ...before, isOwn, arrived, limit });
      const found = rows.find((row) => lineage.contains(row) && (row.about === null || perceives(row.about)));
      const last = rows.at(-1);
      if (found || last === undefined || rows.length < limit) return found;
      const skipped = this.#skipped(lineage, last.seq);
      before = skipped === null ? { seq: last.seq, found: last.found } : { seq: skipped + 1, found: 0 };
    }
  }

  /** Below which place to look on where what lies between was left behind before the row's branch began; null = nowhere else. */
  #skipped({ segments }: Lineage, seq: number): number | null {
    const within = segments.find(({ after, upTo }) => after < seq && seq <= upTo);
    const first = within && this.#statements.first.get({ ...within });
    return within && first && seq < first ? within.after : null;
  }
}
