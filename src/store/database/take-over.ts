import type Database from 'better-sqlite3';
import { packed } from '../schema/packed.ts';
import { keepBefore } from './upgrade-backup.ts';

/**
 * Version of a store before its tables were laid out anew: the ten migrations whose history was made one. Later versions
 * count on from it.
 */
export const versionBefore = 10;

const laidOutAnew = ['event', 'message', 'revision', 'witness'];

/** The parts of a table that must make room for those of the new one, triggers that refuse its removal among them. */
function makeRoom(sqlite: Database.Database, table: string): void {
  const parts = sqlite
    .prepare<[string], { type: string; name: string }>(
      "SELECT type, name FROM sqlite_master WHERE tbl_name = ? AND type <> 'table' AND sql IS NOT NULL",
    )
    .all(table);
  for (const { type, name } of parts) sqlite.exec(`DROP ${type} "${name}"`);
  sqlite.exec(`ALTER TABLE "${table}" RENAME TO "old_${table}"`);
}

/** Runs what makes a new store, as far as this one lacks it. */
function makeMissing(sqlite: Database.Database, statements: readonly string[]): void {
  const exists = sqlite.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').pluck();
  for (const statement of statements) {
    const [, name = ''] = /CREATE (?:UNIQUE |VIRTUAL )?\w+ `(\w+)`/.exec(statement) ?? [];
    if (exists.get(name) === undefined) sqlite.exec(statement);
  }
}

const rowOf = (json: string) => {
  const said: unknown = JSON.parse(json);
  return typeof said === 'object' && said !== null ? packed(said) : { payload: json, text: null };
};

const copy = `
  INSERT INTO event (seq, id, chat, branch, turn, kind, version, payload, text, actor, at)
    SELECT seq, id, chat, branch, turn, kind, version, packed_payload(payload), packed_text(payload), actor, at
    FROM old_event ORDER BY seq;
  INSERT INTO presence (members) SELECT DISTINCT present FROM old_message;
  INSERT INTO message (branch, seq, speaker, role, known_to, present, truncated, hidden, confided, reasoned)
    SELECT m.branch, m.seq, m.speaker, m.role, m.known_to, p.id, m.truncated, m.hidden, m.confided, m.reasoning <> ''
    FROM old_message m JOIN presence p ON p.members = m.present ORDER BY m.branch, m.seq;
  INSERT INTO revision (seq, branch, message_seq, known_to, truncated, deleted)
    SELECT seq, branch, message_seq, known_to, truncated, deleted FROM old_revision ORDER BY seq;
  INSERT INTO witness (branch, character, seq)
    SELECT branch, character, seq FROM old_witness ORDER BY branch, character, seq;
  ALTER TABLE chat ADD world_shape text DEFAULT '' NOT NULL;
  ALTER TABLE snapshot ADD shape text DEFAULT '' NOT NULL;`;

/**
 * Lays the tables of a store of `versionBefore` out as a new one has them, inside the caller's transaction, after a copy
 * of it in `backups`. What its events say, its index and all else stay; its worlds are folded anew when they are read.
 */
export function takeOver(sqlite: Database.Database, statements: readonly string[]): void {
  keepBefore(sqlite);
  sqlite.function('packed_payload', (json) => rowOf(String(json)).payload);
  sqlite.function('packed_text', (json) => rowOf(String(json)).text);
  sqlite.exec('DROP VIEW message_words; DROP VIEW message_audience');
  for (const table of laidOutAnew) makeRoom(sqlite, table);
  makeMissing(sqlite, statements);
  sqlite.exec(copy);
  for (const table of [...laidOutAnew].reverse()) sqlite.exec(`DROP TABLE "old_${table}"`);
}
