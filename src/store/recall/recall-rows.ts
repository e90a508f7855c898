import type { CharacterId } from '../../domain/message.ts';
import type { Term } from '../../memory/question.ts';
import type { Connection } from '../database/database.ts';
import { lazy, limitOf } from '../database/lazy.ts';

/** A row of the index: where it counts, and what it is of. */
export interface IndexedPlace {
  readonly seq: number;
  readonly branch: number;
  /** Seq of where it counts on its branch. */
  readonly at: number;
  /** Whether its message was never revised; else, and of a memory, what it is under a head must be read. */
  readonly isPlain: boolean;
}

/** What a row of the index is of. */
export interface IndexedRow {
  readonly seq: number;
  readonly id: string;
  /** Id and owner of the memory that it is; null = a message. */
  readonly memory: string | null;
  readonly owner: string | null;
  readonly text: string | null;
}

/** Which rows are looked through. */
export interface Within {
  readonly marks: readonly number[];
  /** On these alone, where they are few; empty = on all. */
  readonly branches: readonly number[];
  /** None above this seq. */
  readonly upTo: number;
  /** Of this chat alone; null = of any. */
  readonly chat: string | null;
  /** Whether others may have perceived some of it alone: the view is asked about each, and as many are read as it takes. */
  readonly isMixed: boolean;
  /** Whether memories alone are looked for. */
  readonly isMemory: boolean;
}

/** A mark with what somebody may have perceived: in all of the chats, or in some while it was others in the rest. */
interface OwnMark {
  readonly mark: number;
  readonly isOwn: number;
  /** Whether other chats have it, too. */
  readonly isElsewhere: number;
  /** Whether it is of what they perceived and nobody else, as all that they remember is. */
  readonly isAlone: number;
}

/** Who looks, in which chat; a null viewer is everyone. */
export interface ViewerInChat {
  readonly chat: string;
  readonly viewer: CharacterId | null;
}

/** Bound of the lookups of one search: words times marks. */
const mostLookUps = 2000;
/** So many branches are named in a search; of more, whatever is found is looked at. */
export const mostBranches = 12;

type Lists = [seqs: string, branches: string, ats: string, kinds: string];
const lists = ['seq', 'branch', 'at', 'kind'].map((column) => `json_group_array(p.${column})`).join(', ');

const statements = ({ sqlite }: Connection) => {
  const isMember = (who: string) => `EXISTS (SELECT 1 FROM json_each(a.members) WHERE value = ${who})`;
  const each = 'json_each(@viewers) p CROSS JOIN recall_audience a ON a.chat = p.key';
  return lazy({
    own: () =>
      sqlite.prepare<[object], OwnMark>(
        `SELECT mark, min(is_own) AS isOwn, count(*) < (
           SELECT count(*) FROM recall_audience o WHERE o.mark = own.mark
         ) AS isElsewhere, max(is_alone) AS isAlone FROM (
           SELECT a.mark, p.value IS NULL OR ${isMember('p.value')} AS is_own,
             @isMemory AND NOT a.is_open AND a.members = json_array(p.value) AS is_alone FROM ${each}
         ) own GROUP BY mark HAVING max(is_own) ORDER BY mark`,
      ),
    told: () =>
      sqlite
        .prepare<[object], number>(
          `SELECT DISTINCT a.mark FROM recall_audience a
           WHERE a.chat = @chat AND a.is_open AND NOT ${isMember('@viewer')} ORDER BY a.mark`,
        )
        .pluck(),
    arrived: () =>
      sqlite
        .prepare<[object], string>(
          `SELECT DISTINCT b.chat FROM json_each(@viewers) p CROSS JOIN branch b ON b.chat = p.key
           CROSS JOIN arrival r ON r.branch = b.id AND r.character = p.value`,
        )
        .pluck(),
    // As lists: to make a row of JavaScript from each would cost more than to find it.
    found: () =>
      sqlite
        .prepare<[object], Lists>(
          `SELECT ${lists} FROM (SELECT rowid AS seq FROM recall_text WHERE recall_text MATCH @match AND rowid <= @upTo
             ORDER BY rowid DESC ${limitOf('limit')}) t CROSS JOIN recall_place p ON p.seq = t.seq`,
        )
        .raw(),
    remembered: () =>
      sqlite
        .prepare<[object], Lists>(
          `SELECT ${lists} FROM (SELECT p.* FROM recall_text t CROSS JOIN recall_place p ON p.seq = t.rowid
             WHERE recall_text MATCH @match AND t.rowid <= @upTo AND p.kind = 2
             ORDER BY t.rowid DESC ${limitOf('limit')}) p`,
        )
        .raw(),
    row: () =>
      sqlite.prepare<[number], IndexedRow>(
        `SELECT seq, id, iif(kind = 'memory_written', payload ->> '$.memory', NULL) AS memory,
           iif(kind = 'memory_written', payload ->> '$.owner', NULL) AS owner, text FROM event WHERE seq = ?`,
      ),
  });
};

/** Who looks by their chats, as JSON. */
const viewersOf = (pasts: readonly ViewerInChat[]): string =>
  JSON.stringify(Object.fromEntries(pasts.map(({ chat, viewer }) => [chat, viewer])));

const anyOf = (words: readonly string[]): string => `(${words.map((word) => `"${word}"`).join(' OR ')})`;

/** What says all of the terms behind any of the marks: the row of a mark has all of its words behind it. */
const saidBehind = (marks: readonly number[], terms: readonly Term[]): string => {
  const all = marks.map((mark) =>
    terms.map(({ words }) => anyOf(words.map((word) => `${mark}x${word}`))).join(' AND '),
  );
  return `(${all.map((one) => `(${one})`).join(' OR ')})`;
};

/** Reads the index: rows that say something, newest first. What a person asked for is in it as quoted words alone. */
export class RecallRows {
  readonly #statements: ReturnType<typeof statements>;

  constructor(connection: Connection) {
    this.#statements = statements(connection);
  }

  /** The marks of what somebody may have perceived, or remembers, in these chats. */
  marks(pasts: readonly ViewerInChat[], isMemory = false): OwnMark[] {
    const all = this.#statements.own.all({ viewers: viewersOf(pasts), isMemory: Number(isMemory) });
    return isMemory ? all.filter(({ isAlone }) => isAlone === 1) : all;
  }

  /** The marks of what was public in a chat without them. */
  toldMarks(chat: string, viewer: CharacterId): number[] {
    return this.#statements.told.all({ chat, viewer });
  }

  /** Those of the chats into which they came later. */
  arrivedIn(pasts: readonly ViewerInChat[]): string[] {
    return this.#statements.arrived.all({ viewers: viewersOf(pasts) });
  }

  /** Rows that say all of these terms, newest first, at most so many. */
  saying(terms: readonly Term[], { marks, branches, upTo, isMemory }: Within, limit: number): IndexedPlace[] {
    const most = Math.floor(mostLookUps / Math.max(1, terms.length * (terms[0]?.words.length ?? 1)));
    const looked = marks.slice(-most);
    if (looked.length === 0) return [];
    const stands = branches.length > mostBranches ? [] : branches;
    const place = stands.length === 0 ? [] : [anyOf(stands.map((id) => `b${id}`))];
    const match = [saidBehind(looked, terms), ...place].join(' AND ');
    const { found, remembered } = this.#statements;
    const lists = (isMemory ? remembered : found).get({ match, upTo, limit });
    const [seqs = [], stood = [], ats = [], kinds = []]: number[][] =
      lists?.map((list) => JSON.parse(list)) ?? [];
    return seqs.map((seq, n) => ({
      seq,
      branch: stood[n] ?? 0,
      at: ats[n] ?? 0,
      isPlain: kinds[n] === 0,
    }));
  }

  /** What the event of this seq wrote. */
  row(seq: number): IndexedRow | undefined {
    return this.#statements.row.get(seq);
  }
}
