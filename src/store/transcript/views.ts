import type { Lineage, Segment } from '../../domain/lineage.ts';
import type { CharacterId, Message, MessageId } from '../../domain/message.ts';
import type { KnownRecord } from '../../domain/record.ts';
import type { PhraseQuery, Way } from '../../domain/search.ts';
import {
  type AnyView,
  type Between as Happening,
  sealView,
  type View,
  type Viewer,
  type ViewSource,
} from '../../domain/view.ts';
import type { Knower, KnownRecords } from '../records/known-records.ts';
import type { Between } from './between.ts';
import { type PerceivedRows, Perceiving } from './perceiving.ts';
import { before, type HistoryRange, lastArrival, type Reach, rangesOf, since, spansOf } from './ranges.ts';
import type { StoredMessage } from './stored.ts';
import { pagesOf, type Reader } from './text-index.ts';
import type { Transcript } from './transcript.ts';

function taken(
  transcript: Transcript,
  ranges: readonly HistoryRange[],
  { limit, order }: { limit: number; order: 'newest' | 'oldest' },
): number[] {
  const seqs: number[] = [];
  for (const { segment, ...reader } of ranges) {
    if (seqs.length === limit) break;
    seqs.push(...transcript.candidateSeqs(segment, reader, { limit: limit - seqs.length, order }));
  }
  return seqs;
}

/** Seqs of the candidates of a history, newest range first, beside a place: the oldest first, that of the place where it is one. */
function seqsBeside(
  transcript: Transcript,
  ranges: readonly HistoryRange[],
  place: number,
  reach: Reach,
): number[] {
  const above = taken(transcript, before(ranges, place), { limit: reach.before, order: 'newest' });
  const behind = since(ranges, place).reverse();
  return [...above.reverse(), ...taken(transcript, behind, { limit: reach.after + 1, order: 'oldest' })];
}

/** The same of several places, each by itself. */
function seqsBesideEach(
  transcript: Transcript,
  ranges: readonly HistoryRange[],
  places: readonly number[],
  reach: Reach,
): number[][] {
  const [range, ...others] = ranges;
  if (reach.before + reach.after === 0) return places.map((place) => [place]);
  if (range?.character && !range.isTold && others.length === 0)
    return transcript.witnessedBeside(range.segment, range.character, places, reach);
  return places.map((place) => seqsBeside(transcript, ranges, place, reach));
}

/** What a view reads from. */
export interface ViewRows extends PerceivedRows {
  readonly chat: string;
  readonly between: Between;
  readonly known: KnownRecords;
}

/** What the store alone reads of a view: many at once, and by places in the log. */
interface Placed {
  /**
   * The messages that the events of these seqs wrote, as far as the viewer perceived them, each with at most so many before it
   * and behind it, oldest first.
   */
  around(seqs: readonly number[], reach: Reach): Message[][];
  /** What the viewer knows under these keys, in the order of the keys. */
  recordsAmong(keys: readonly string[]): KnownRecord[];
  /** Seqs of the outcomes that said what the viewer knows under this key, since it was last not known, newest first. */
  foundUnder(key: string): number[];
}

/** A view as the store has it. */
export type PlacedView<Who> = View<Who> & Placed;

/** A view as the store has it, whoever's it is. */
export type AnyPlacedView = AnyView & Placed;

/** Reads one lineage for one viewer; the only maker of Views. */
class LineageView implements ViewSource, Placed {
  readonly viewer: CharacterId | 'everyone';
  readonly #rows: ViewRows;
  readonly #lineage: Lineage;
  readonly #perceiving: Perceiving;

  constructor(rows: ViewRows, lineage: Lineage, viewer: CharacterId | 'everyone') {
    this.#rows = rows;
    this.#lineage = lineage;
    this.viewer = viewer;
    this.#perceiving = new Perceiving(rows, lineage, this.#character);
  }

  get #transcript(): Transcript {
    return this.#rows.transcript;
  }

  get #character(): CharacterId | null {
    return this.viewer === 'everyone' ? null : this.viewer;
  }

  get #ranges(): HistoryRange[] {
    return rangesOf(this.#lineage, this.#character, this.#perceiving.arrivals);
  }

  /** The ranges of the history before a message, or behind it on the way down; all of them where none is told. */
  #rangesBefore(message?: MessageId, way: Way = 'up'): HistoryRange[] {
    if (message === undefined) return this.#ranges;
    const seq = this.#row(message)?.seq ?? 0;
    return way === 'up' ? before(this.#ranges, seq) : since(this.#ranges, seq + 1);
  }

  /** Perceived messages of the ranges in turn, until `limit` are found. */
  #collect(ranges: readonly HistoryRange[], limit: number, order: 'newest' | 'oldest'): Message[] {
    const found: Message[] = [];
    for (const { segment, ...reader } of ranges) {
      let rest = segment;
      while (found.length < limit) {
        const page = { limit: limit - found.length, order };
        const rows = this.#transcript.candidates(rest, reader, page);
        found.push(...this.#perceiving.all(rows));
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

  around(seqs: readonly number[], reach: Reach): Message[][] {
    const near = seqsBesideEach(this.#transcript, this.#ranges, seqs, reach);
    const rows = this.#transcript
      .messages([...new Set(near.flat())])
      .filter((row) => this.#lineage.contains(row));
    const perceived = this.#perceiving.bySeq(rows, false);
    return seqs.flatMap((seq, at) => {
      const found = near[at]?.map((one) => perceived.get(one)) ?? [];
      const middle = near[at]?.includes(seq) && perceived.get(seq);
      if (!middle) return [];
      const isWhole = found.every((message) => message !== undefined);
      const all = () => [...this.last(reach.before, middle.id), ...this.from(middle.id, reach.after + 1)];
      return [isWhole ? found : all()];
    });
  }

  find(id: MessageId): Message | undefined {
    const row = this.#row(id);
    return row && this.#perceiving.all([row])[0];
  }

  *thatMaySay(sought: PhraseQuery, edge?: MessageId, way: Way = 'up'): Generator<Message> {
    const spans = spansOf(this.#rangesBefore(edge, way));
    for (const { after, upTo, ...reader } of way === 'up' ? spans : spans.reverse()) {
      const find = this.#transcript.texts.searching(this.#rows.chat, reader, sought, way);
      for (const seqs of pagesOf(find, { after, upTo }, way)) {
        const rows = this.#transcript.messages(seqs).filter((row) => this.#lineage.contains(row));
        yield* this.#perceiving.all(rows, false);
      }
    }
  }

  between(among: readonly MessageId[], isToHead: boolean): Happening[] {
    const messages = this.#transcript.ofIds(among).filter((row) => this.#lineage.contains(row));
    return this.#rows.between.seen(this.#lineage, messages, { character: this.#character, isToHead });
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
        if (row && !this.#perceiving.one(row, revisions)) total -= 1;
      }
    }
    return total;
  }

  countLines(): number {
    const called = this.#ranges.flatMap(({ segment }) => this.#transcript.callSeqs(segment));
    if (called.length === 0) return this.count();
    return this.count() - this.#perceiving.all(this.#transcript.messages(called), false).length;
  }

  record(key: string): KnownRecord | undefined {
    return this.#rows.known.at(this.#knower, key);
  }

  records(prefix: string): KnownRecord[] {
    return this.#rows.known.under(this.#knower, prefix);
  }

  recordsAmong(keys: readonly string[]): KnownRecord[] {
    return this.#rows.known.among(this.#knower, keys);
  }

  foundUnder(key: string): number[] {
    return this.#rows.known.foundUnder(this.#knower, key);
  }

  get #knower(): Knower {
    const character = this.#character;
    const arrived = lastArrival(this.#perceiving.arrivals, character);
    const perceives = (seq: number) => {
      const row = this.#transcript.message(seq);
      return row !== undefined && this.#lineage.contains(row) && this.#perceiving.all([row]).length > 0;
    };
    return { chat: this.#rows.chat, character, lineage: this.#lineage, arrived, perceives };
  }

  /** The oldest candidate of a segment. */
  #oldest(segment: Segment, reader: Reader): StoredMessage[] {
    return this.#transcript.candidates(segment, reader, { limit: 1, order: 'oldest' });
  }
}

/** The view of a lineage for a viewer. */
export const openView = <Who>(rows: ViewRows, lineage: Lineage, viewer: Viewer): PlacedView<Who> => {
  const source = new LineageView(rows, lineage, viewer);
  return sealView<Who>(source) as PlacedView<Who>;
};
