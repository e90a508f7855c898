import { readdirSync, readFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { isPlain, wordsOf } from '../../../src/domain/search.ts';
import { markedWords } from '../../../src/store/schema/marked-words.ts';
import { unpacked } from '../../../src/store/schema/packed.ts';

const migrations = new URL('../fixtures/before-squash/', import.meta.url);
const applicationId = 0x534f5454;

/** Tables whose columns were the same, but for those that say by which code a world was folded. */
const alike =
  `branch card chat move persona preset scratch server snapshot terminal arrival lease audience`.split(' ');

const laidOutOtherwise = `
  INSERT INTO event SELECT seq, id, chat, branch, turn, kind, version, whole(payload, text), actor, at FROM now.event;
  INSERT INTO message (seq, id, branch, turn, speaker, role, text, known_to, present, truncated, at, reasoning, confided, hidden)
    SELECT m.seq, e.id, m.branch, e.turn, m.speaker, m.role, e.text, m.known_to, p.members, m.truncated, e.at,
      coalesce(e.payload ->> '$.reasoning', ''), m.confided, m.hidden
    FROM now.message m JOIN now.event e ON e.seq = m.seq JOIN now.presence p ON p.id = m.present;
  INSERT INTO revision (seq, branch, message_seq, text, known_to, truncated, deleted)
    SELECT r.seq, r.branch, r.message_seq, e.text, r.known_to, r.truncated, r.deleted
    FROM now.revision r JOIN now.event e ON e.seq = r.seq;
  INSERT INTO witness (branch, character, seq) SELECT branch, character, seq FROM now.witness;
  INSERT INTO message_text (rowid, text) SELECT seq, text FROM message_words ORDER BY seq`;

/** Writes what a store holds into a file as the program before wrote it: its ten migrations, a text in each place. */
export function asBefore(from: string, to: string): void {
  const sqlite = new Database(to);
  sqlite.function('indexed', (text) => (isPlain(String(text)) ? text : wordsOf(String(text)).join(' ')));
  sqlite.function('marked_words', (audience, text) => markedWords(Number(audience), String(text)));
  sqlite.function('whole', (payload, text) =>
    JSON.stringify(unpacked(String(payload), text as string | null)),
  );
  sqlite.pragma('journal_mode = WAL');
  for (const name of readdirSync(migrations).sort()) {
    sqlite.exec(readFileSync(new URL(name, migrations), 'utf8').replaceAll('--> statement-breakpoint', ''));
  }
  sqlite.pragma('foreign_keys = OFF');
  sqlite.prepare('ATTACH ? AS now').run(from);
  for (const table of alike) {
    const columns = sqlite.prepare(`SELECT name FROM pragma_table_info('${table}', 'main')`).pluck().all();
    const listed = columns.map((name) => `"${name}"`).join();
    sqlite.exec(`INSERT INTO main."${table}" (${listed}) SELECT ${listed} FROM now."${table}"`);
  }
  sqlite.exec(laidOutOtherwise);
  sqlite.pragma(`application_id = ${applicationId}`);
  sqlite.pragma(`user_version = ${readdirSync(migrations).length}`);
  sqlite.close();
}
