import { before, type HistoryRange, since } from './ranges.ts';
import type { Transcript } from './transcript.ts';

/** How many messages before one and behind it. */
export interface Reach {
  readonly before: number;
  readonly after: number;
}

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
export function seqsBeside(
  transcript: Transcript,
  ranges: readonly HistoryRange[],
  place: number,
  reach: Reach,
): number[] {
  const above = taken(transcript, before(ranges, place), { limit: reach.before, order: 'newest' });
  const behind = since(ranges, place).reverse();
  return [...above.reverse(), ...taken(transcript, behind, { limit: reach.after + 1, order: 'oldest' })];
}
