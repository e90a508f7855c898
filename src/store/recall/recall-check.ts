import type { Connection } from '../database/database.ts';
import { lazy } from '../database/lazy.ts';

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

type Terms = Iterable<[term: string, doc: number]>;

function sumsOf(terms: Terms): Sums {
  const sums: Sums = new Map();
  let [last, number] = ['', 0];
  for (const [term, doc] of terms) {
    if (term !== last) [last, number] = [term, numberFor(term)];
    sums.set(doc, (sums.get(doc) ?? 0) + number);
  }
  return sums;
}

const statements = ({ sqlite }: Connection) => {
  sqlite.exec(`${again};${vocabularies}`);
  const terms = (vocabulary: string) => () =>
    sqlite.prepare<[], [string, number]>(`SELECT term, doc FROM ${vocabulary} ORDER BY term`).raw();
  return lazy({
    clear: () => sqlite.prepare("INSERT INTO temp.recall_again(recall_again) VALUES ('delete-all')"),
    indexAgain: () =>
      sqlite.prepare<[string]>(
        `INSERT INTO temp.recall_again (rowid, words)
         SELECT r.seq, r.words FROM event e CROSS JOIN recall_row r ON r.seq = e.seq WHERE e.chat = ?`,
      ),
    termsAgain: terms('temp.recall_again_vocabulary'),
    terms: terms('temp.recall_vocabulary'),
    seqs: () => sqlite.prepare<[string], number>('SELECT seq FROM event WHERE chat = ?').pluck(),
    misplaced: () => sqlite.prepare<[string], number>(misplaced).pluck(),
    newest: () => sqlite.prepare<[], number | null>('SELECT max(seq) FROM event').pluck(),
  });
};

/** Compares the index of what characters perceived with what its rows would be if they were written now. */
export class RecallCheck {
  readonly #connection: Connection;
  #prepared: ReturnType<typeof statements> | null = null;
  #indexed: { readonly sums: Sums; readonly stamp: string } | null = null;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  get #statements() {
    this.#prepared ??= statements(this.#connection);
    return this.#prepared;
  }

  /** How many rows of a chat are missing, too many, say something else, or count elsewhere. */
  differing(chat: string): number {
    const { clear, indexAgain, termsAgain, misplaced: elsewhereOf, seqs } = this.#statements;
    clear.run();
    indexAgain.run(chat);
    const expected = sumsOf(termsAgain.iterate());
    const indexed = this.#sums();
    const elsewhere = new Set(elsewhereOf.all(chat));
    const differs = (seq: number) => elsewhere.has(seq) || expected.get(seq) !== indexed.get(seq);
    return seqs.all(chat).filter(differs).length;
  }

  /** Those of all rows: read once until something is written. */
  #sums(): Sums {
    const { newest, terms } = this.#statements;
    const version = this.#connection.sqlite.pragma('data_version', { simple: true });
    const stamp = `${version} ${newest.get()}`;
    if (this.#indexed?.stamp !== stamp) this.#indexed = { stamp, sums: sumsOf(terms.iterate()) };
    return this.#indexed.sums;
  }
}
