import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type Database from 'better-sqlite3';

/** A copy of a store that is read where the store itself cannot be: SQLite reads none that it may not write beside. */
export interface ReadCopy {
  readonly file: string;
  /** Takes it away, once nobody has it open. */
  drop(): void;
}

const isWritable = (path: string): boolean => {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
};

/** Whether a store is there and cannot be written: the file, its folder or their file system is read-only for whoever runs this. */
export const isReadOnly = (file: string): boolean =>
  existsSync(file) && !(isWritable(file) && isWritable(dirname(file)));

const standsFor = new WeakMap<Database.Database, string>();

/** From now on the connection, to a copy, is read in the place of `file`: SQLite refuses what would be written. */
export function readInstead(sqlite: Database.Database, file: string): void {
  standsFor.set(sqlite, file);
  sqlite.pragma('query_only = ON');
}

/** Runs work that writes what is made anew from the log, or for a while: a copy that is read in the place of a store takes that. */
export function alsoOnCopy<T>(sqlite: Database.Database, work: () => T): T {
  if (!standsFor.has(sqlite)) return work();
  sqlite.pragma('query_only = OFF');
  try {
    return work();
  } finally {
    sqlite.pragma('query_only = ON');
  }
}

/** The store that a connection is to, or stands for. */
export const fileOf = (sqlite: Database.Database): string => standsFor.get(sqlite) ?? sqlite.name;
