import type { Connection } from '../database/database.ts';
import { lazy } from '../database/lazy.ts';
import type { StoredMessage, StoredRevision } from './stored.ts';

/** A message of the transcript as SQLite gives it. */
type MessageColumns = Record<'known_to' | 'present', string> &
  Record<'truncated' | 'hidden' | 'confided', number> &
  Omit<StoredMessage, 'knownTo' | 'present' | 'truncated' | 'hidden' | 'confided'>;

const columns = `s.seq, s.id, m.branch, s.turn, m.speaker, m.role, s.text, m.known_to, p.members AS present, m.truncated,
  m.hidden, iif(m.reasoned, s.payload ->> '$.reasoning', '') AS reasoning, m.confided, s.at`;
/** CROSS JOIN: in this order. */
const [ofMessage, ofEvent] = [
  'message m CROSS JOIN event s ON s.seq = m.seq CROSS JOIN presence p ON p.id = m.present',
  'event s CROSS JOIN message m ON m.branch = s.branch AND m.seq = s.seq CROSS JOIN presence p ON p.id = m.present',
];
const inRange = (table: string) =>
  `${table}.branch = @branch AND ${table}.seq > @after AND ${table}.seq <= @upTo`;
const inMessages = inRange('m');
const inWitness = `${inRange('w')} AND w.character = @character`;
/** What makes a message a candidate for somebody who was told of the past: public once, or witnessed. */
const inTold = `${inMessages} AND (
  (m.known_to = '[]' AND NOT m.confided)
  OR EXISTS (SELECT 1 FROM witness w WHERE w.branch = m.branch AND w.character = @character AND w.seq = m.seq)
  OR EXISTS (SELECT 1 FROM revision r WHERE r.message_seq = m.seq AND r.known_to = '[]'))`;

const asMessage = (row: MessageColumns): StoredMessage => {
  const { seq, id, branch, turn, speaker, role, text, known_to, present, reasoning, at } = row;
  const [truncated, hidden, confided] = [row.truncated === 1, row.hidden === 1, row.confided === 1];
  const audience = {
    knownTo: known_to === '[]' ? [] : JSON.parse(known_to),
    present: JSON.parse(present),
  };
  return {
    seq,
    id,
    branch,
    turn,
    speaker,
    role,
    text,
    ...audience,
    truncated,
    hidden,
    confided,
    reasoning,
    at,
  };
};

type RevisionColumns = Omit<StoredRevision, 'knownTo' | 'truncated' | 'deleted'> & {
  known_to: string | null;
  truncated: number | null;
  deleted: number;
};

const asRevision = ({ known_to, ...row }: RevisionColumns): StoredRevision => ({
  ...row,
  knownTo: known_to === null ? null : JSON.parse(known_to),
  truncated: row.truncated === null ? null : row.truncated === 1,
  deleted: row.deleted === 1,
});

/** A statement whose rows are read as something else. */
const reading =
  <Columns, Row>(as: (columns: Columns) => Row) =>
  ({ sqlite }: Connection, text: string) => {
    const statement = sqlite.prepare<[object], Columns>(text);
    return {
      get: (values: object): Row | undefined => {
        const row = statement.get(values);
        return row && as(row);
      },
      all: (values: object): Row[] => statement.all(values).map(as),
    };
  };
const messages = reading(asMessage);
const revisions = reading(asRevision);

const candidateReads = (connection: Connection) => {
  const select = (from: string, rest: string) =>
    messages(connection, `SELECT ${columns} FROM ${from} WHERE ${rest} LIMIT @limit`);
  const witnessed = `witness w CROSS JOIN message m ON m.branch = w.branch AND m.seq = w.seq
    CROSS JOIN event s ON s.seq = w.seq CROSS JOIN presence p ON p.id = m.present`;
  const count = (from: string) =>
    connection.sqlite.prepare<[object], number>(`SELECT count(*) FROM ${from}`).pluck();
  return {
    newest: () => select(ofMessage, `${inMessages} ORDER BY m.seq DESC`),
    oldest: () => select(ofMessage, `${inMessages} ORDER BY m.seq`),
    newestWitnessed: () => select(witnessed, `${inWitness} ORDER BY w.seq DESC`),
    oldestWitnessed: () => select(witnessed, `${inWitness} ORDER BY w.seq`),
    newestTold: () => select(ofMessage, `${inTold} ORDER BY m.seq DESC`),
    oldestTold: () => select(ofMessage, `${inTold} ORDER BY m.seq`),
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
      `SELECT r.seq, r.branch, r.message_seq AS messageSeq, e.text, r.known_to, r.truncated, r.deleted
       FROM revision r CROSS JOIN event e ON e.seq = r.seq WHERE ${rest} ORDER BY r.seq`,
    );
  const listed = '(SELECT value FROM json_each(@seqs))';
  return {
    listed: () => message(`s.seq IN ${listed} ORDER BY s.seq DESC`),
    revisionsOf: () => revision(`r.message_seq IN ${listed}`),
    byId: () => message('s.id = @id'),
    message: () => message('s.seq = @seq'),
    revisions: () => revision('r.message_seq > @after AND r.message_seq <= @upTo'),
    revision: () => revision('r.seq = @seq'),
    idsLike: () =>
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
