import { and, between, eq, sql } from 'drizzle-orm';
import type { Connection } from '../database/database.ts';
import { preset } from '../schema/schema.ts';

/** The kind of rows in which entries of a large lorebook stand. */
export const partKind = 'lorebook_part';

const entriesOfPart = 256;

/** Takes the entries of a book, as JSON. */
export interface Replacing {
  add(entry: string): void;
  end(): void;
}

type Body = Readonly<Record<string, unknown>>;

/** The rows of a book, whose names go on from its own. */
const within = (name: string) =>
  and(eq(preset.kind, partKind), between(preset.name, `${name}\n`, `${name}\n~`));

const partName = (name: string, number: number): string => `${name}\n${String(number).padStart(8, '0')}`;

/** Entries of lorebooks in rows of their own where they are many: of a large book few need be in memory. */
export class BookParts {
  readonly #db: Connection['db'];

  constructor({ db }: Connection) {
    this.#db = db;
  }

  /** What stands in the row of the book itself; the rest of its entries is put into rows of their own, in place of those before. */
  put(name: string, body: Body): Body {
    const { entries } = body;
    if (!Array.isArray(entries) || entries.length <= entriesOfPart) {
      this.drop(name);
      return body;
    }
    const replacing = this.replacing(name);
    for (const entry of entries) replacing.add(JSON.stringify(entry));
    replacing.end();
    return { ...body, entries: [] };
  }

  /** Puts entries, which come as JSON, into rows of their own, in place of those before. */
  replacing(name: string): Replacing {
    this.drop(name);
    let [number, part]: [number, string[]] = [0, []];
    const write = () => {
      const body = sql`${`{"entries":[${part.join()}]}`}`;
      const row = { kind: partKind, name: partName(name, number++), body, foreign: {} } as const;
      this.#db.insert(preset).values(row).run();
      part = [];
    };
    return {
      add: (entry) => {
        if (part.push(entry) === entriesOfPart) write();
      },
      end: () => {
        if (part.length > 0) write();
      },
    };
  }

  /** The body of a book with all of its entries. */
  whole(name: string, body: Body): Body {
    const own = Array.isArray(body.entries) ? body.entries : [];
    const pages = [...this.pages(name)];
    return pages.length === 0 ? body : { ...body, entries: [...own, ...pages.flat()] };
  }

  /** The entries in rows of their own, those of a row at a time. */
  *pages(name: string): Generator<readonly unknown[]> {
    for (let number = 0; ; number += 1) {
      const where = and(eq(preset.kind, partKind), eq(preset.name, partName(name, number)));
      const row = this.#db.select({ body: preset.body }).from(preset).where(where).get();
      if (!row) return;
      yield row.body.entries as unknown[];
    }
  }

  /** How many entries a book has. */
  count(name: string): number {
    const isOf = sql`(kind = 'lorebook' AND name = ${name}) OR (${within(name)})`;
    const length = sql<number | null>`sum(json_array_length(body, '$.entries'))`;
    return this.#db.select({ length }).from(preset).where(isOf).get()?.length ?? 0;
  }

  drop(name: string): void {
    this.#db.delete(preset).where(within(name)).run();
  }
}
