import { before, type HistoryRange, type Reach, since } from './ranges.ts';
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
export function seqsBesideEach(
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
