import type { Connection } from '../database/database.ts';

/** By the seq of a row: the sum of what stands for each of its words. */
type Sums = Map<number, number>;

/** As `recall_text` is made, for words that are indexed again. */
const again = `CREATE VIRTUAL TABLE IF NOT EXISTS temp.recall_again USING fts5(words, content='', columnsize=0, detail=none,
  tokenize="porter unicode61 remove_diacritics 0 categories 'L* N* Co M* So'")`;
const vocabularies = `
  CREATE VIRTUAL TABLE IF NOT EXISTS temp.recall_vocabulary USING fts5vocab(main, recall_text, instance);
  CREATE VIRTUAL TABLE IF NOT EXISTS temp.recall_again_vocabulary USING fts5vocab(temp, recall_again, instance);`;

/** The seqs of a chat's events whose row counts elsewhere, or as something else, than the log has it. */
const misplaced = `SELECT e.seq FROM event e
  LEFT JOIN message m ON m.branch = e.branch AND m.seq = e.seq
  LEFT JOIN outcome o ON o.seq = e.seq
  LEFT JOIN recall_place p ON p.seq = e.seq
  WHERE e.chat = ? AND iif(p.seq IS NULL, NULL, json_array(p.branch, p.at, p.kind)) IS NOT CASE
    WHEN e.kind = 'memory_written' THEN json_array(coalesce(o.branch, e.branch), coalesce(o.about_seq, e.seq), 2)
    WHEN m.seq IS NOT NULL
      THEN json_array(e.branch, e.seq, EXISTS (SELECT 1 FROM revision r WHERE r.message_seq = e.seq))
  END`;

function numberFor(term: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < term.length; at += 1) hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

function sumsOf({ sqlite }: Connection, vocabulary: string): Sums {
  const sums: Sums = new Map();
  const rows = sqlite
    .prepare<[], [string, number]>(`SELECT term, doc FROM ${vocabulary} ORDER BY term`)
    .raw();
  let [last, number] = ['', 0];
  for (const [term, doc] of rows.iterate()) {
    if (term !== last) [last, number] = [term, numberFor(term)];
    sums.set(doc, (sums.get(doc) ?? 0) + number);
  }
  return sums;
}

/** Compares the index of what characters perceived with what its rows would be if they were written now. */
export class RecallCheck {
  readonly #connection: Connection;
  #indexed: { readonly sums: Sums; readonly stamp: string } | null = null;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** How many rows of a chat are missing, too many, say something else, or count elsewhere. */
  differing(chat: string): number {
    const { sqlite } = this.#connection;
    sqlite.exec(`${again};${vocabularies}`);
    sqlite.exec("INSERT INTO temp.recall_again(recall_again) VALUES ('delete-all')");
    sqlite
      .prepare(
        `INSERT INTO temp.recall_again (rowid, words)
         SELECT r.seq, r.words FROM event e CROSS JOIN recall_row r ON r.seq = e.seq WHERE e.chat = ?`,
      )
      .run(chat);
    const expected = sumsOf(this.#connection, 'temp.recall_again_vocabulary');
    const indexed = this.#sums();
    const seqs = sqlite.prepare<[string], number>('SELECT seq FROM event WHERE chat = ?').pluck();
    const elsewhere = new Set(sqlite.prepare<[string], number>(misplaced).pluck().all(chat));
    const differs = (seq: number) => elsewhere.has(seq) || expected.get(seq) !== indexed.get(seq);
    return seqs.all(chat).filter(differs).length;
  }

  /** Those of all rows: read once until something is written. */
  #sums(): Sums {
    const { sqlite } = this.#connection;
    const newest = sqlite.prepare('SELECT max(seq) FROM event').pluck().get();
    const stamp = `${sqlite.pragma('data_version', { simple: true })} ${newest}`;
    if (this.#indexed?.stamp !== stamp)
      this.#indexed = { stamp, sums: sumsOf(this.#connection, 'temp.recall_vocabulary') };
    return this.#indexed.sums;
  }
}
