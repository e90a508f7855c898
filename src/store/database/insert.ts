import type { RunResult, Statement } from 'better-sqlite3';
import { getTableColumns, getTableName } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Connection } from './database.ts';

type Value = string | number | null;

/** Inserts a row given as SQLite holds it, under the schema's names; a row whose key is taken changes nothing. */
type InsertRow<T extends SQLiteTable> = (row: Record<keyof T['_']['columns'], Value>) => RunResult;

/** Inserts a row given as its values in the order of the schema; a row whose key is taken changes nothing. */
export type InsertValues = (values: readonly Value[]) => RunResult;

/** The insert for tables that get a row with every message: without drizzle's work for each value. */
export function insertValuesInto({ sqlite }: Connection, table: SQLiteTable): InsertValues {
  const names = Object.values(getTableColumns(table)).map(({ name }) => `"${name}"`);
  const marks = names.map(() => '?');
  let statement: Statement | null = null;
  const prepared = () =>
    sqlite.prepare(
      `INSERT INTO "${getTableName(table)}" (${names}) VALUES (${marks}) ON CONFLICT DO NOTHING`,
    );
  return (values) => {
    statement ??= prepared();
    return statement.run(values);
  };
}

/** As `insertValuesInto`, by drizzle's names. */
export function insertInto<T extends SQLiteTable>(connection: Connection, table: T): InsertRow<T> {
  const keys = Object.keys(getTableColumns(table)) as (keyof T['_']['columns'])[];
  const insert = insertValuesInto(connection, table);
  return (row) => insert(keys.map((key) => row[key]));
}

/**
 * Inserts rows of one length, the values of all in a row; a row whose key is taken changes nothing. OR IGNORE cannot fail
 * half-way: for what can, SQLite makes a savepoint, at which the index of texts writes a piece of itself.
 */
export function insertAllInto(
  { sqlite }: Connection,
  table: SQLiteTable,
): (values: readonly (string | number)[]) => void {
  const { length } = Object.keys(getTableColumns(table));
  const one = `(${Array(length).fill('?')})`;
  const statements = new Map<number, Statement>();
  return (values) => {
    if (values.length === 0) return;
    let statement = statements.get(values.length);
    if (!statement) {
      const rows = Array(values.length / length).fill(one);
      statement = sqlite.prepare(`INSERT OR IGNORE INTO "${getTableName(table)}" VALUES ${rows}`);
      statements.set(values.length, statement);
    }
    statement.run(values);
  };
}
