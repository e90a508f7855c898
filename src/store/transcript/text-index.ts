import type { Statement } from 'better-sqlite3';
import { perceivers } from '../../domain/audience/audience.ts';
import type { CharacterId } from '../../domain/message.ts';
import type { PhraseQuery, Way } from '../../domain/search.ts';
import type { Connection } from '../database/database.ts';
import { limitOf } from '../database/lazy.ts';
import { markedWords } from '../schema/marked-words.ts';
import { FoundWithin } from './found-within.ts';

/** For whom candidates are read; a null character is everyone. */
export interface Reader {
  readonly character: CharacterId | null;
  /** Whether they were told later of what was said here in public. */
  readonly isTold: boolean;
}

/** A message as it was written. */
interface Written {
  readonly seq: number;
  readonly chat: string;
  readonly text: string;
  readonly present: readonly CharacterId[];
  readonly knownTo: readonly CharacterId[];
  readonly confided: boolean;
}

/** A range of seqs: `after` < seq <= `upTo`. */
interface Span {
  readonly after: number;
  readonly upTo: number;
}

/** Bounds for a query of so many phrases for so many audiences, each of which is looked up. */
const mostWords = 16;
const mostLookUps = 2000;

const found =
  'SELECT rowid FROM message_text WHERE message_text MATCH @match AND rowid > @after AND rowid <= @upTo';

const statements = ({ sqlite }: Connection) => ({
  meet: sqlite.prepare(
    `INSERT OR IGNORE INTO audience(chat, members, is_open)
     SELECT chat, members, is_open FROM message_audience WHERE seq = ?`,
  ),
  audience: sqlite.prepare('SELECT id FROM audience WHERE chat = ? AND members = ? AND is_open = ?').pluck(),
  write: sqlite.prepare('INSERT INTO message_text(rowid, text) VALUES (?, ?)'),
  add: sqlite.prepare(
    'INSERT INTO message_text(rowid, text) SELECT seq, text FROM message_words WHERE seq = ?',
  ),
  remove: sqlite.prepare(
    `INSERT INTO message_text(message_text, rowid, text)
     SELECT 'delete', seq, text FROM message_words WHERE seq = ?`,
  ),
  audiences: sqlite
    .prepare(
      `SELECT id FROM audience WHERE chat = @chat AND (
         @character IS NULL OR (@isTold AND is_open)
         OR EXISTS (SELECT 1 FROM json_each(members) WHERE value = @character))`,
    )
    .pluck(),
  up: sqlite.prepare(`${found} ORDER BY rowid DESC ${limitOf('limit')}`).pluck(),
  down: sqlite.prepare(`${found} ORDER BY rowid ${limitOf('limit')}`).pluck(),
});

/** A query of the index for these audiences; null where nobody could have heard anything. */
const matchFor = (audiences: readonly number[], { phrases, how }: PhraseQuery): string | null => {
  const most = Math.min(mostWords, Math.max(1, Math.floor(mostLookUps / audiences.length)));
  const sought = phrases
    .map((phrase) => phrase.slice(0, mostWords))
    .sort((a, b) => b.join().length - a.join().length)
    .slice(0, most);
  if (audiences.length === 0 || sought.length === 0) return null;
  const joint = how === 'all' ? ' AND ' : ' OR ';
  return audiences
    .map((id) => `(${sought.map((phrase) => `"${markedWords(id, phrase.join(' '))}"`).join(joint)})`)
    .join(' OR ');
};

/** So many candidates of a search are read at first, then four times as many, and at most so many at once. */
const fewFirst = 40;
const mostAtOnce = 800;

/** What is found in a span this way, a page of seqs after the other. */
export function* pagesOf(
  find: (span: Span, limit: number) => number[],
  span: Span,
  way: Way,
): Generator<number[]> {
  let rest = span;
  for (let limit = fewFirst; ; limit = Math.min(limit * 4, mostAtOnce)) {
    const seqs = find(rest, limit);
    yield seqs;
    const last = seqs.at(-1);
    if (last === undefined || seqs.length < limit) return;
    rest = way === 'up' ? { ...rest, upTo: last - 1 } : { ...rest, after: last };
  }
}

/**
 * Finds messages by what was said in any of their versions: the row of `message_text` under the seq of a message has
 * every word once for each audience that the message ever had, so that a reader's search meets nothing that others
 * alone heard. `message_words` says what is in a row. No trigger writes them: SQLite would then write a part of the
 * index for each row.
 */
export class TextIndex {
  readonly #connection: Connection;
  readonly #audiences: FoundWithin<number>;
  #statements: Record<keyof ReturnType<typeof statements>, Statement> | null = null;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#audiences = new FoundWithin(connection);
  }

  /** Prepared when first needed: a store whose index is damaged can still be read. */
  get #prepared() {
    this.#statements ??= statements(this.#connection);
    return this.#statements;
  }

  /** Takes in a message that was just written; once. */
  add({ seq, chat, text, present, knownTo, confided }: Written): void {
    const isOpen = Number(knownTo.length === 0 && !confided);
    const members = JSON.stringify(perceivers(present, knownTo));
    const audience = this.#audiences.at(`${isOpen}${members}${chat}`, () => {
      const { audience: known, meet } = this.#prepared;
      const find = () => known.get(chat, members, isOpen) as number | undefined;
      const found = find();
      if (found !== undefined) return found;
      meet.run(seq);
      return find() ?? 0;
    });
    this.#prepared.write.run(seq, markedWords(audience, text));
  }

  /** Takes in what `revise` changes about a message. */
  renew(seq: number, revise: () => void): void {
    this.#prepared.remove.run(seq);
    revise();
    this.#prepared.meet.run(seq);
    this.#prepared.add.run(seq);
  }

  /** Looks through a chat for a reader: a function that gives the first seqs of a span, this way, whose messages may fit. */
  searching(
    chat: string,
    reader: Reader,
    sought: PhraseQuery,
    way: Way = 'up',
  ): (span: Span, limit: number) => number[] {
    const { audiences, [way]: find } = this.#prepared;
    const { character, isTold } = reader;
    const match = matchFor(audiences.all({ chat, character, isTold: Number(isTold) }) as number[], sought);
    if (match === null) return () => [];
    return ({ after, upTo }, limit) => find.all({ match, after, upTo, limit }) as number[];
  }
}
