import type { Kept, Tokens } from './kept.ts';

/** Tokens that are read at once. */
export const batchTokens = 2048;
/** Tokens that are computed together; a window holds so many more than it needs. */
const microBatch = 512;
const sparseCheckpoints = 8192;
const mostCheckpoints = 32;

/** A prompt that a slot reads: where messages of the user begin in it, and the window of the model. */
export interface Prompt {
  readonly tokens: Tokens;
  /** Rising; where a checkpoint is wanted. */
  readonly marks: readonly number[];
  /** 0 for a model without a sliding window. */
  readonly window: number;
}

/** What is kept of a prompt once one more batch of it has been read. */
export const readBatch = (kept: Kept, { tokens, marks, window }: Prompt): Kept => {
  const start = kept.tokens.length;
  const total = tokens.length;
  const last = kept.checkpoints.at(-1)?.at;
  const isFar = (at: number) => last === undefined || at > last + sparseCheckpoints;
  const lastMark = marks.at(-1);
  const ends = marks.filter((at) => at === lastMark || isFar(at));
  const breaks = window > 0 ? [...ends, total - 4 - microBatch, total - 4] : [];
  const end = Math.min(start + batchTokens, total, ...breaks.filter((at) => at > start));
  const isNearEnd = total < end + microBatch;
  const isCheckpoint =
    window > 0 && start > 0 && (isNearEnd || (marks.includes(start) && (start === lastMark || isFar(start))));
  const others = kept.checkpoints.filter(({ at }) => at !== start);
  return {
    tokens: tokens.slice(0, end),
    from: windowFrom(kept.from, end, window),
    checkpoints: isCheckpoint
      ? [...others, { at: start, from: kept.from }].slice(-mostCheckpoints)
      : kept.checkpoints,
  };
};

/** What is kept with one more token behind it, which is added in place. */
export const withToken = ({ tokens, from, checkpoints }: Kept, token: number, window: number): Kept => {
  tokens.push(token);
  return { tokens, from: windowFrom(from, tokens.length, window), checkpoints };
};

/** What another memory takes over of it: no more of a window than is needed. */
export const pruned = (kept: Kept, window: number): Kept =>
  window === 0 ? kept : { ...kept, from: Math.max(kept.from, kept.tokens.length - window) };

const windowFrom = (from: number, end: number, window: number): number =>
  window === 0 ? 0 : Math.max(from, end - window - microBatch);
