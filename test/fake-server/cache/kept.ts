import { commonPrefix } from '../../../src/domain/common-prefix.ts';

/** Tokens by their ids. */
export type Tokens = readonly number[];

/** A place in a prompt that a model with a sliding window can be cut back to. */
interface Checkpoint {
  /** Tokens before it. */
  readonly at: number;
  /** The first token that its window holds. */
  readonly from: number;
}

/** What a slot has read: its tokens, and of a model with a sliding window what it can go back to. */
export interface Kept {
  readonly tokens: number[];
  /** The first token that the window still holds; 0 without one. */
  readonly from: number;
  readonly checkpoints: readonly Checkpoint[];
}

/** Of a slot that has read nothing, or lost it. */
export const nothing = (): Kept => ({ tokens: [], from: 0, checkpoints: [] });

/** What of a prompt need not be read again by a slot that keeps this; one token always is. */
export const resumed = (kept: Kept, tokens: Tokens, window: number): Kept => {
  const shared = commonPrefix(kept.tokens, tokens);
  const least = Math.max(0, shared - window - (shared < tokens.length ? 0 : 1));
  const isGone = window > 0 && shared > 0 && kept.from >= least;
  const usable = kept.checkpoints.filter(({ at }) => at - 1 <= shared);
  const back = isGone && usable.findLast(({ from }) => from < least || from === 0);
  if (back) return cutAt(kept, Math.min(shared, back.at - 1), back.from);
  return isGone ? nothing() : cutAt(kept, Math.min(shared, tokens.length - 1), kept.from);
};

const cutAt = ({ tokens, checkpoints }: Kept, length: number, from: number): Kept => ({
  tokens: tokens.slice(0, length),
  from,
  checkpoints: checkpoints.filter(({ at }) => at - 1 <= length),
});
