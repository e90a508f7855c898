import type { Message } from '../../domain/message.ts';
import { type CastName, type Question, readEveryWord, readQuestion } from '../../memory/question.ts';
import { type Connection, reading } from '../database/database.ts';
import type { Tree } from '../log/tree.ts';
import type { Arrivals } from '../transcript/arrivals.ts';
import { lastArrival } from '../transcript/ranges.ts';
import { byMeaning } from './by-meaning.ts';
import { Candidates } from './candidates.ts';
import { type Alike, Nearest } from './nearest.ts';
import { OpenPast, type Past, type PastReading, type RecallHit } from './past.ts';
import { ranked } from './ranked.ts';
import { mostBranches, RecallRows, type ViewerInChat, type Within } from './recall-rows.ts';
import type { Vectors } from './vectors/vectors.ts';

/** What is asked, and how whoever asks calls the cast: names say who spoke, and are no words that are searched for. */
export interface RecallQuery {
  readonly text: string;
  readonly cast: readonly CastName[];
  /** 50 unless told. */
  readonly limit?: number;
  /**
   * A vector of what is asked, by the model that embedded what was perceived; of several lines their mean, which is the shorter the
   * less alike they are. Null or absent = words alone are looked up.
   */
  readonly vector?: Float32Array | null;
}

const usualLimit = 50;
/** Of so few chats each branch is named in the search, where the same perceived something in others as well. */
const fewChats = 3;

interface Parts {
  readonly connection: Connection;
  readonly arrivals: Arrivals;
  readonly tree: Tree;
  readonly view: PastReading['view'];
  readonly vectors: Vectors;
}

/** What has these marks on these branches, where there is any. */
const within = (
  marks: readonly number[],
  branches: readonly number[],
  { upTo = Number.MAX_SAFE_INTEGER, isMixed = branches.length > mostBranches, ...more }: Partial<Within> = {},
): Within[] =>
  marks.length === 0 ? [] : [{ chat: null, isMemory: false, ...more, marks, branches, upTo, isMixed }];

const isMemory = (hit: RecallHit): hit is RecallHit & { type: 'memory' } => hit.type === 'memory';

/** Finds what somebody perceived, in one chat or over many, by what it says and, where there are vectors, by what it means. */
export class Recall {
  readonly #parts: Parts & PastReading;
  readonly #rows: RecallRows;
  readonly #nearest: Nearest;

  constructor(parts: Parts) {
    const lineage = ({ chat, head }: Past) => parts.tree.lineage(chat, head);
    this.#parts = { ...parts, lineage };
    this.#rows = new RecallRows(parts.connection);
    this.#nearest = new Nearest(parts.connection, { ...parts, rows: this.#rows });
  }

  /**
   * What in these pasts of one owner says most of what is asked, the best first, and where two are as good the newest. Nothing
   * but what the owner perceives under these heads has a say in what is found, in its order or its scores; what was rewound,
   * taken back or forgotten is not found. Each chat once. Empty where the question says nothing to search for.
   */
  recall(
    pasts: readonly Past[],
    { text, cast, limit = usualLimit, vector = null }: RecallQuery,
  ): RecallHit[] {
    if (pasts.length === 0) return [];
    return reading(this.#parts.connection, () => {
      const open = pasts.map((past) => new OpenPast(past, this.#parts));
      const question = readQuestion(text, cast);
      const hits = this.#saying(open, limit)(question);
      const alike = vector && this.#nearest.of(open, vector, limit);
      return vector && alike ? this.#byMeaning(hits, alike, { question, vector, limit }) : hits;
    });
  }

  #byMeaning(
    hits: readonly RecallHit[],
    alike: Alike,
    { question, vector, limit }: { question: Question; vector: Float32Array; limit: number },
  ): RecallHit[] {
    const likenessOf = (message: Message) => this.#parts.vectors.likenessOf(vector, message);
    const own = Math.min(1, Math.hypot(...vector));
    return byMeaning(hits, alike, { question, likenessOf, own, limit });
  }

  /**
   * What in these pasts of one owner is remembered that says any of these words, the best first, and where two are as good the
   * newest; as `recall`. What stands behind the owner's own marks is read, however much there is beside.
   */
  memories(
    pasts: readonly Past[],
    { text, limit = usualLimit }: Pick<RecallQuery, 'text' | 'limit'>,
  ): (RecallHit & { readonly type: 'memory' })[] {
    if (pasts.length === 0) return [];
    return reading(this.#parts.connection, () => {
      const open = pasts.map((past) => new OpenPast(past, this.#parts));
      return this.#saying(open, limit, true)(readEveryWord(text)).filter(isMemory);
    });
  }

  /** Finds what says most of one question and another. */
  #saying(open: readonly OpenPast[], limit: number, isMemory = false): (question: Question) => RecallHit[] {
    let candidates: Candidates | null = null;
    return (question) => {
      if (question.terms.length === 0) return [];
      candidates ??= new Candidates(this.#rows, open, this.#within(open, isMemory), limit);
      const found = candidates.of(question);
      return ranked({ question, rarities: found.rarities }, found.candidates, limit);
    };
  }

  /** Where what they perceived, or remember, stands: under their own marks, and what they were told of when they came. */
  #within(open: readonly OpenPast[], isMemory: boolean): Within[] {
    const looking = open.map(({ past: { chat, viewer } }) => ({
      chat,
      viewer: viewer === 'everyone' ? null : viewer,
    }));
    const all = this.#rows.marks(looking, isMemory);
    const isShared = all.some(({ isElsewhere }) => isElsewhere);
    const isFew = isShared && open.length <= fewChats;
    const branches = isFew ? open.flatMap((one) => one.branches) : [];
    const own = all.filter(({ isOwn }) => isOwn === 1).map(({ mark }) => mark);
    const mixed = new Set(all.filter(({ isOwn }) => isOwn === 0).map(({ mark }) => mark));
    const arrived = new Set(isMemory ? [] : this.#rows.arrivedIn(looking));
    return [
      ...within(own, branches, { isMemory }),
      ...open.flatMap((one, at) =>
        mixed.size === 0 ? [] : this.#mixed(mixed, one, looking.slice(at, at + 1), isMemory),
      ),
      ...open.filter(({ past }) => arrived.has(past.chat)).flatMap((one) => this.#told(one)),
    ];
  }

  /** Where others perceived alone in one chat what the owner did in another, each chat is looked through by itself. */
  #mixed(
    mixed: ReadonlySet<number>,
    { past, branches }: OpenPast,
    looking: readonly ViewerInChat[],
    isMemory: boolean,
  ): Within[] {
    const own = this.#rows.marks(looking).map(({ mark }) => mark);
    const marks = own.filter((mark) => mixed.has(mark));
    return within(marks, branches, { chat: past.chat, isMixed: true, isMemory });
  }

  #told({ past: { chat, viewer }, lineage, branches }: OpenPast): Within[] {
    if (viewer === 'everyone') return [];
    const seen = this.#parts.arrivals.within(lineage).filter(({ present }) => present.includes(viewer));
    const upTo = lastArrival(seen, viewer);
    const marks = upTo === 0 ? [] : this.#rows.toldMarks(chat, viewer);
    return within(marks, branches, { chat, upTo });
  }
}
