import type { CharacterId } from '../../domain/message.ts';
import type { Connection } from '../database/database.ts';
import { lazy, limitOf, type Reader } from '../database/lazy.ts';
import { type StoredMessage, type StoredRevision, wordsBy } from './stored.ts';

type Row = readonly (string | number | null)[];

const columns = `s.seq, s.id, m.branch, s.turn, m.speaker, m.role, s.text, m.known_to, p.members, m.truncated, m.hidden,
  m.confided, iif(m.reasoned, s.payload ->> '$.reasoning', ''), s.at`;
/** CROSS JOIN: in this order. */
const [ofMessage, ofEvent] = [
  'message m CROSS JOIN event s ON s.seq = m.seq CROSS JOIN presence p ON p.id = m.present',
  'event s CROSS JOIN message m ON m.branch = s.branch AND m.seq = s.seq CROSS JOIN presence p ON p.id = m.present',
];
const inRange = (table: string) =>
  `${table}.branch = @branch AND ${table}.seq > @after AND ${table}.seq <= @upTo`;
const inMessages = inRange('m');
const inWitness = `${inRange('w')} AND w.character = @character`;
const isWitness = 'w.branch = @branch AND w.character = @character';
/** What makes a message a candidate for somebody who was told of the past: public once, or witnessed. */
const inTold = `${inMessages} AND (
  (m.known_to = '[]' AND NOT m.confided)
  OR EXISTS (SELECT 1 FROM witness w WHERE w.branch = m.branch AND w.character = @character AND w.seq = m.seq)
  OR EXISTS (SELECT 1 FROM revision r WHERE r.message_seq = m.seq AND r.known_to = '[]'))`;

/** Lists of ids by their JSON: many messages have the same few, and nobody changes them. */
const lists = new Map<string, readonly CharacterId[]>();
const mostLists = 1000;

function listOf(json: string): readonly CharacterId[] {
  const known = lists.get(json);
  if (known) return known;
  if (lists.size >= mostLists) lists.clear();
  const list = JSON.parse(json);
  lists.set(json, list);
  return list;
}

const asMessage = (row: Row) =>
  ({
    seq: row[0],
    id: row[1],
    branch: row[2],
    turn: row[3],
    speaker: row[4],
    role: row[5],
    text: row[6],
    knownTo: listOf(row[7] as string),
    present: listOf(row[8] as string),
    truncated: row[9] === 1,
    hidden: row[10] === 1,
    confided: row[11] === 1,
    reasoning: row[12],
    at: row[13],
  }) as StoredMessage;

const asRevision = ([seq, branch, messageSeq, text, knownTo, truncated, deleted, kind, isAnew]: Row) =>
  ({
    seq,
    branch,
    messageSeq,
    text,
    knownTo: knownTo === null ? null : listOf(knownTo as string),
    truncated: truncated === null ? null : truncated === 1,
    deleted: deleted === 1,
    words: wordsBy(kind as string, isAnew === 1),
  }) as StoredRevision;

/** A statement whose rows, as arrays, which is sooner than as objects, are read as something else. */
const reading =
  <Stored>(as: (row: Row) => Stored) =>
  ({ sqlite }: Connection, text: string): Reader<[object], Stored> => {
    const statement = sqlite.prepare<[object], Row>(text).raw();
    return {
      get: (values) => {
        const row = statement.get(values);
        return row && as(row);
      },
      all: (values) => statement.all(values).map(as),
    };
  };
const messages = reading(asMessage);
const revisions = reading(asRevision);

const candidateReads = (connection: Connection) => {
  const select = (from: string, rest: string) =>
    messages(connection, `SELECT ${columns} FROM ${from} WHERE ${rest} ${limitOf('limit')}`);
  const witnessed = `witness w CROSS JOIN message m ON m.branch = w.branch AND m.seq = w.seq
    CROSS JOIN event s ON s.seq = w.seq CROSS JOIN presence p ON p.id = m.present`;
  const seqs = (order: string): Reader<[object], number> =>
    connection.sqlite
      .prepare<[object], number>(
        `SELECT w.seq FROM witness w WHERE ${inWitness} ORDER BY ${order} ${limitOf('limit')}`,
      )
      .pluck();
  const count = (from: string): Reader<[object], number> =>
    connection.sqlite.prepare<[object], number>(`SELECT count(*) FROM ${from}`).pluck();
  return {
    newest: () => select(ofMessage, `${inMessages} ORDER BY m.seq DESC`),
    oldest: () => select(ofMessage, `${inMessages} ORDER BY m.seq`),
    newestWitnessed: () => select(witnessed, `${inWitness} ORDER BY w.seq DESC`),
    oldestWitnessed: () => select(witnessed, `${inWitness} ORDER BY w.seq`),
    newestSeqs: () => seqs('w.seq DESC'),
    oldestSeqs: () => seqs('w.seq'),
    // One bound on each side: of two, SQLite may look through all that the other leaves.
    ofTurn: () =>
      select(
        ofMessage,
        `m.branch = @branch AND m.seq > max(@after, (SELECT seq - 1 FROM event WHERE id = @turn)) AND m.seq <= @upTo
         AND s.turn = @turn ORDER BY m.seq`,
      ),
    beside: (): Reader<[object], string> =>
      connection.sqlite
        .prepare<[object], string>(
          `SELECT (SELECT json_group_array(seq) FROM (
             SELECT * FROM (SELECT w.seq FROM witness w WHERE ${isWitness}
               AND w.seq > @after AND w.seq < min(p.value, @upTo + 1) ORDER BY w.seq DESC ${limitOf('above')})
             UNION ALL SELECT * FROM (SELECT w.seq FROM witness w WHERE ${isWitness}
               AND w.seq >= max(p.value, @after + 1) AND w.seq <= @upTo ORDER BY w.seq ${limitOf('behind')} + 1)
             ORDER BY seq)) FROM json_each(@places) p`,
        )
        .pluck(),
    newestTold: () => select(ofMessage, `${inTold} ORDER BY m.seq DESC`),
    oldestTold: () => select(ofMessage, `${inTold} ORDER BY m.seq`),
    callSeqs: (): Reader<[object], number> =>
      connection.sqlite
        .prepare<[object], number>(`SELECT m.seq FROM message m WHERE ${inMessages} AND m.role = 'tool'`)
        .pluck(),
    count: () => count(`message m WHERE ${inMessages}`),
    countTold: () => count(`message m WHERE ${inTold}`),
    countWitnessed: () => count(`witness w WHERE ${inWitness}`),
  };
};

const rowReads = (connection: Connection) => {
  const message = (rest: string) => messages(connection, `SELECT ${columns} FROM ${ofEvent} WHERE ${rest}`);
  const revision = (rest: string) =>
    revisions(
      connection,
      `SELECT r.seq, r.branch, r.message_seq, e.text, r.known_to, r.truncated, r.deleted, e.kind,
         iif(e.kind = 'message_edited', e.payload ->> '$.anew', 0)
       FROM revision r CROSS JOIN event e ON e.seq = r.seq WHERE ${rest} ORDER BY r.seq`,
    );
  const inOrder = `json_each(@seqs) j CROSS JOIN ${ofEvent}`;
  return {
    listed: () => messages(connection, `SELECT ${columns} FROM ${inOrder} WHERE s.seq = j.value`),
    revisionsOf: () => revision('r.message_seq IN (SELECT value FROM json_each(@seqs))'),
    ofIds: () => message('s.id IN (SELECT value FROM json_each(@ids)) ORDER BY s.seq'),
    byId: () => message('s.id = @id'),
    message: () => message('s.seq = @seq'),
    revisions: () => revision('r.message_seq > @after AND r.message_seq <= @upTo'),
    revision: () => revision('r.seq = @seq'),
    revisedSince: (): Reader<[object], { branch: number; seq: number; message: string }> =>
      connection.sqlite.prepare(
        `SELECT r.branch, r.seq, e.id AS message FROM revision r JOIN event e ON e.seq = r.message_seq
         WHERE r.seq > @seq`,
      ),
    idsLike: (): Reader<[object], string> =>
      connection.sqlite
        .prepare<[object], string>(`SELECT s.id FROM ${ofEvent} WHERE s.id >= @from AND s.id < @to`)
        .pluck(),
  };
};

/** The prepared statements that read messages, revisions and witnesses. */
export const transcriptReads = (connection: Connection) =>
  lazy({ ...candidateReads(connection), ...rowReads(connection) });

/** What `transcriptReads` prepares. */
export type TranscriptReads = ReturnType<typeof transcriptReads>;
