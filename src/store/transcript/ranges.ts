import type { Lineage, Segment } from '../../domain/lineage.ts';
import type { CharacterId } from '../../domain/message.ts';
import type { StoredArrival } from './arrivals.ts';
import type { Reader } from './text-index.ts';

/** A part of a head's history, and whether the viewer was told of it later. */
export interface HistoryRange extends Reader {
  readonly segment: Segment;
}

/** How many messages before one and behind it. */
export interface Reach {
  readonly before: number;
  readonly after: number;
}

/** Seq of when somebody last came in and was told of the past; 0 = never. */
export const lastArrival = (arrivals: readonly StoredArrival[], character: CharacterId | null): number =>
  arrivals.findLast((arrival) => arrival.character === character)?.seq ?? 0;

/** A history in ranges, newest first; the viewer's own last arrival divides what it was told from the rest. */
export const rangesOf = (
  lineage: Lineage,
  character: CharacterId | null,
  arrivals: readonly StoredArrival[],
): HistoryRange[] => {
  const arrived = lastArrival(arrivals, character);
  return lineage.segments.flatMap((segment): HistoryRange[] => {
    const { after, upTo } = segment;
    const since = { character, isTold: false, segment: { ...segment, after: Math.max(after, arrived) } };
    const before = { character, isTold: true, segment: { ...segment, upTo: Math.min(upTo, arrived) } };
    return [since, before].filter((part) => part.segment.after < part.segment.upTo);
  });
};

/** The parts of ranges that lie before a seq. */
export const before = (ranges: readonly HistoryRange[], seq: number): HistoryRange[] =>
  ranges.flatMap(({ segment, ...reader }) => {
    const upTo = Math.min(segment.upTo, seq - 1);
    return segment.after < upTo ? { ...reader, segment: { ...segment, upTo } } : [];
  });

/** The parts of ranges from a seq on. */
export const since = (ranges: readonly HistoryRange[], seq: number): HistoryRange[] =>
  ranges.flatMap(({ segment, ...reader }) => {
    const after = Math.max(segment.after, seq - 1);
    return after < segment.upTo ? { ...reader, segment: { ...segment, after } } : [];
  });

/** A part of the log, whatever branches it is of: `after` < seq <= `upTo`. */
interface Span extends Reader {
  readonly after: number;
  readonly upTo: number;
}

/** So few events between two ranges are looked through sooner than the second is asked for. */
const near = 100;

/** Stretches, newest first, as few parts of the log that hold them all; with many swipes there are many ranges. */
export const spansOf = (ranges: readonly HistoryRange[]): Span[] => {
  const spans: Span[] = [];
  for (const { segment, ...reader } of ranges) {
    const { after, upTo } = segment;
    const last = spans.at(-1);
    if (last?.isTold === reader.isTold && last.after - upTo < near)
      spans[spans.length - 1] = { ...last, after };
    else spans.push({ ...reader, after, upTo });
  }
  return spans;
};
