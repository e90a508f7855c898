import { perceivers } from '../../domain/audience/audience.ts';
import type { Lineage, Segment } from '../../domain/lineage.ts';
import type { CharacterId, Message, MessageId } from '../../domain/message.ts';
import type { KnownRecord } from '../../domain/record.ts';
import type { Sought, Way } from '../../domain/search.ts';
import { type Coming, sealView, type View, type Viewer, type ViewSource } from '../../domain/view.ts';
import type { Knower, KnownRecords } from '../records/known-records.ts';
import type { Arrivals, StoredArrival } from './arrivals.ts';
import type { Comings } from './comings.ts';
import { before, type HistoryRange, lastArrival, rangesOf, since, spansOf } from './ranges.ts';
import { type StoredMessage, type StoredRevision, superseded } from './stored.ts';
import { pagesOf, type Reader } from './text-index.ts';
import type { Transcript } from './transcript.ts';

/** What a view reads from. */
export interface ViewRows {
  readonly chat: string;
  readonly transcript: Transcript;
  readonly arrivals: Arrivals;
  readonly comings: Comings;
  readonly known: KnownRecords;
  /** The given name of a branch. */
  readonly branchName: (id: number) => string;
}

/** Reads one lineage for one viewer; the only maker of Views. */
class LineageView implements ViewSource {
  readonly viewer: CharacterId | 'everyone';
  readonly #rows: ViewRows;
  readonly #lineage: Lineage;
  #seenArrivals: readonly StoredArrival[] | null = null;

  constructor(rows: ViewRows, lineage: Lineage, viewer: CharacterId | 'everyone') {
    this.#rows = rows;
    this.#lineage = lineage;
    this.viewer = viewer;
  }

  get #transcript(): Transcript {
    return this.#rows.transcript;
  }

  get #character(): CharacterId | null {
    return this.viewer === 'everyone' ? null : this.viewer;
  }

  /** The message as this viewer perceives it under this head, or null. */
  #perceive(row: StoredMessage, revisions?: readonly StoredRevision[]): Message | null {
    const latest = superseded(row, revisions);
    if (!latest) return null;
    const perceived = this.#perceivers(row, latest.knownTo);
    if (this.#character !== null && !perceived.includes(this.#character)) return null;
    const { id, turn, speaker, role, at, hidden } = row;
    const branch = this.#rows.branchName(row.branch);
    const reasoning = this.#reasoning(row);
    const said = { id, turn, speaker, role, at, ...latest, perceived, branch, reasoning };
    return hidden ? { ...said, hidden } : said;
  }

  /** Those who came in and were told of the past, as far as this viewer saw them come. */
  get #arrivals(): readonly StoredArrival[] {
    const character = this.#character;
    this.#seenArrivals ??= this.#rows.arrivals
      .within(this.#lineage)
      .filter(({ present }) => character === null || present.includes(character));
    return this.#seenArrivals;
  }

  #perceivers({ seq, present, confided }: StoredMessage, knownTo: readonly CharacterId[]) {
    const first = perceivers(present, knownTo);
    if (knownTo.length > 0 || confided) return first;
    const told = this.#arrivals.filter((arrival) => arrival.seq > seq).map(({ character }) => character);
    return told.length === 0 ? first : [...new Set([...first, ...told])];
  }

  get #ranges(): HistoryRange[] {
    return rangesOf(this.#lineage, this.#character, this.#arrivals);
  }

  /** The ranges of the history before a message, or behind it on the way down; all of them where none is told. */
  #rangesBefore(message?: MessageId, way: Way = 'up'): HistoryRange[] {
    if (message === undefined) return this.#ranges;
    const seq = this.#row(message)?.seq ?? 0;
    return way === 'up' ? before(this.#ranges, seq) : since(this.#ranges, seq + 1);
  }

  /** Thoughts may speak of whispers that others never heard, so they stay with who thought them. */
  #reasoning({ speaker, reasoning }: StoredMessage): string {
    return this.#character === null || this.#character === speaker ? reasoning : '';
  }

  /** What is perceived of these rows; `isPage` where no other candidates lie between them. */
  #perceiveAll(rows: readonly StoredMessage[], isPage = true): Message[] {
    if (rows.length === 0) return [];
    const seqs = rows.map((row) => row.seq);
    const span = { after: Math.min(...seqs) - 1, upTo: Math.max(...seqs) };
    const revisions = this.#transcript.revisions(this.#lineage, isPage ? span : seqs);
    return rows.flatMap((row) => this.#perceive(row, revisions.get(row.seq)) ?? []);
  }

  /** Perceived messages of the ranges in turn, until `limit` are found. */
  #collect(ranges: readonly HistoryRange[], limit: number, order: 'newest' | 'oldest'): Message[] {
    const found: Message[] = [];
    for (const { segment, ...reader } of ranges) {
      let rest = segment;
      while (found.length < limit) {
        const page = { limit: limit - found.length, order };
        const rows = this.#transcript.candidates(rest, reader, page);
        found.push(...this.#perceiveAll(rows));
        const edge = rows.at(-1)?.seq;
        if (edge === undefined || rows.length < page.limit) break;
        rest = order === 'newest' ? { ...rest, upTo: edge - 1 } : { ...rest, after: edge };
      }
    }
    return found;
  }

  #row(id: MessageId): StoredMessage | undefined {
    const row = this.#transcript.byId(id);
    return row && this.#lineage.contains(row) ? row : undefined;
  }

  last(limit: number, end?: MessageId): Message[] {
    return this.#collect(this.#rangesBefore(end), limit, 'newest').reverse();
  }

  first(limit: number): Message[] {
    return this.#collect(this.#ranges.reverse(), limit, 'oldest');
  }

  from(from: MessageId, limit: number): Message[] {
    const bound = this.#row(from)?.seq;
    if (bound === undefined) return [];
    return this.#collect(since(this.#ranges, bound).reverse(), limit, 'oldest');
  }

  find(id: MessageId): Message | undefined {
    const row = this.#row(id);
    return row && this.#perceiveAll([row])[0];
  }

  *thatMaySay(sought: Sought, edge?: MessageId, way: Way = 'up'): Generator<Message> {
    const spans = spansOf(this.#rangesBefore(edge, way));
    for (const { after, upTo, ...reader } of way === 'up' ? spans : spans.reverse()) {
      const find = this.#transcript.texts.searching(this.#rows.chat, reader, sought, way);
      for (const seqs of pagesOf(find, { after, upTo }, way)) {
        const rows = this.#transcript.messages(seqs).filter((row) => this.#lineage.contains(row));
        const said = this.#perceiveAll(rows, false);
        yield* way === 'up' ? said : said.reverse();
      }
    }
  }

  comings(among: readonly MessageId[], isToHead: boolean): Coming[] {
    const messages = this.#transcript.ofIds(among).filter((row) => this.#lineage.contains(row));
    return this.#rows.comings.seen(this.#lineage, messages, { character: this.#character, isToHead });
  }

  count(): number {
    let total = 0;
    for (const { segment, ...reader } of this.#ranges) {
      const [first] = this.#oldest(segment, reader);
      if (!first) continue;
      total += this.#transcript.count(segment, reader);
      const own = { ...segment, after: first.seq - 1 };
      for (const [seq, revisions] of this.#transcript.revisions(this.#lineage, own)) {
        const [row] = this.#oldest({ ...segment, after: seq - 1, upTo: seq }, reader);
        if (row && !this.#perceive(row, revisions)) total -= 1;
      }
    }
    return total;
  }

  record(key: string): KnownRecord | undefined {
    return this.#rows.known.at(this.#knower, key);
  }

  records(prefix: string): KnownRecord[] {
    return this.#rows.known.under(this.#knower, prefix);
  }

  get #knower(): Knower {
    const character = this.#character;
    const arrived = lastArrival(this.#arrivals, character);
    const perceives = (seq: number) => {
      const row = this.#transcript.message(seq);
      return row !== undefined && this.#lineage.contains(row) && this.#perceiveAll([row]).length > 0;
    };
    return { chat: this.#rows.chat, character, lineage: this.#lineage, arrived, perceives };
  }

  /** The oldest candidate of a segment. */
  #oldest(segment: Segment, reader: Reader): StoredMessage[] {
    return this.#transcript.candidates(segment, reader, { limit: 1, order: 'oldest' });
  }
}

/** The view of a lineage for a viewer. */
export const openView = <Who>(rows: ViewRows, lineage: Lineage, viewer: Viewer): View<Who> =>
  sealView<Who>(new LineageView(rows, lineage, viewer));
