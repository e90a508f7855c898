import type { Connection } from '../../database/database.ts';

/** Where a text counts, for one audience of it. */
export interface VectorPlace {
  readonly branch: number;
  readonly mark: number;
  readonly back: number;
}

/** Of what a text is a version: of the message of this seq, or of itself. */
const versionOf = 'SELECT coalesce((SELECT message_seq FROM revision WHERE seq = ?), ?)';
/** With a bound seq, for SQLite would make a table of all audiences for each row of a join. */
const places = `SELECT DISTINCT p.branch, a.mark, -p.at AS back FROM recall_place p CROSS JOIN recall_hearers h
  CROSS JOIN recall_audience a ON a.chat = h.chat AND a.members = h.members AND a.is_open = h.is_open
  WHERE p.seq = @of AND h.seq = @of`;

/** Finds where the text of an event counts: once for each audience that it ever had. */
export function vectorPlaces({ sqlite }: Connection): (seq: number) => VectorPlace[] {
  const version = sqlite.prepare<[number, number], number>(versionOf).pluck();
  const found = sqlite.prepare<[object], VectorPlace>(places);
  return (seq) => found.all({ of: version.get(seq, seq) });
}
