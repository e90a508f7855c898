import { SottoError } from '../../domain/errors.ts';
import type { Block } from '../plan.ts';
import type { Draft } from '../turns.ts';

/** So many lines of dialogue no text beside it takes the room of. */
export const leastRows = 8;

/** Of the hard limit, for all texts together that may take the room of dialogue: where eight lines do not fit anyway. */
const shareOfInserts = 1 / 4;

/** A text that somebody asked for leaves too little of the dialogue. */
class InsertTooLarge extends SottoError {
  constructor({ name, tokens }: Sized, hard: number) {
    const share = Math.floor(hard * shareOfInserts);
    const message = `"${name}" takes ${tokens} tokens of ${hard}, and fewer than ${leastRows} lines of dialogue fit beside it; what is told beside the dialogue may take ${share} then; shorten it, or raise prompt.hard where the server's context is larger`;
    super('failed', 'insert_too_large', message);
  }
}

/** Throws `insert_too_large` where a draft that would have to leave was asked for and takes more than its share. */
export function refuseAsked({ name, insert }: Draft, tokens: number, hard: number): void {
  if (insert === 'asked' && tokens > hard * shareOfInserts) throw new InsertTooLarge({ name, tokens }, hard);
}

type Sized = Pick<Block, 'name' | 'tokens'>;

/** What a prompt holds beside its dialogue: drafts, each with the tokens of its block; and the tokens of the newest lines. */
export interface Fullness {
  readonly drafts: readonly Draft[];
  readonly tokensOf: (draft: Draft) => number;
  readonly tokens: number;
  readonly dialogue: number;
  readonly hard: number;
}

const isLoose = ({ insert, tier }: Draft): boolean => insert === 'given' && tier !== 'must';

/** Of the drafts that may leave the one that says least, else the first; -1 for none. */
export function leastOf(drafts: readonly Draft[], mayLeave: (draft: Draft) => boolean): number {
  const first = drafts.findIndex(mayLeave);
  const worthAt = (at: number) => drafts[at]?.worth ?? 0;
  return drafts.reduce(
    (least, draft, at) => (at > first && mayLeave(draft) && worthAt(at) < worthAt(least) ? at : least),
    first,
  );
}

/** The last of the drafts that may leave, or, where that is one of a series, the first of it; -1 for none. */
export function lastOf(drafts: readonly Draft[], mayLeave: (draft: Draft) => boolean): number {
  const last = drafts.findLastIndex(mayLeave);
  const series = drafts[last]?.series;
  return series === undefined
    ? last
    : drafts.findIndex((draft) => draft.series === series && mayLeave(draft));
}

/**
 * Which draft has to leave so that eight lines of dialogue fit, or, where they do not anyway, so that the texts beside it keep
 * to their share; -1 for none. Throws `insert_too_large` where it is one that must be there or that somebody asked for.
 */
export function crowding({ drafts, tokensOf, tokens, dialogue, hard }: Fullness): number {
  if (tokens + dialogue <= hard) return -1;
  const sum = (some: readonly Draft[]) => some.reduce((total, draft) => total + tokensOf(draft), 0);
  const inserts = drafts.filter(({ insert }) => insert !== undefined);
  const loose = inserts.filter(isLoose);
  const canBeHad = tokens - sum(loose) + dialogue <= hard;
  if (!canBeHad && sum(inserts) <= hard * shareOfInserts) return -1;
  const nice = leastOf(drafts, (draft) => isLoose(draft) && draft.tier === 'nice');
  const out = nice >= 0 ? nice : lastOf(drafts, isLoose);
  if (out >= 0) return out;
  const largest = inserts
    .map((draft) => ({ name: draft.name, tokens: tokensOf(draft) }))
    .reduce((a, b) => (b.tokens > a.tokens ? b : a));
  throw new InsertTooLarge(largest, hard);
}
