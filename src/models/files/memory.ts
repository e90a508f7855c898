import { freemem, totalmem } from 'node:os';

/** What a server should hold: tokens of one prompt with its reply, and how many prompts side by side. */
export interface Wanted {
  readonly tokens: number;
  readonly prompts: number;
}

/** A model as far as it takes memory. */
export interface Weight {
  readonly bytes: number;
  /** 0 where nobody knows. */
  readonly cachePerToken: number;
  /** Tokens that it was trained on; 0 when not told. */
  readonly context: number;
}

/** How a model is to be held in memory. */
export interface Fit {
  readonly slots: number;
  /** Tokens of each slot. */
  readonly context: number;
  /** What it will take. */
  readonly bytes: number;
  /** Whether that is there. */
  readonly fits: boolean;
}

const step = 1024;
const fewestTokens = 2048;
/** What computing takes beside model and cache. */
const working = 400 * 1024 * 1024;

/** Bytes that programs could have on this machine now, and all there are. */
export const memoryHere = (): { free: number; all: number } => ({ free: freemem(), all: totalmem() });

/** What a model takes with so many slots of so many tokens. */
export const takenBy = ({ bytes, cachePerToken }: Weight, slots: number, context: number): number =>
  bytes + working + cachePerToken * slots * context;

const upTo = (tokens: number, { context }: Weight): number => {
  const rounded = Math.ceil(tokens / step) * step;
  return context > 0 ? Math.min(rounded, context) : rounded;
};

/**
 * A slot for each prompt, each as large as is wanted; where memory is short first fewer slots, down to two, then shorter ones,
 * then one. What does not fit even so is said to.
 */
export function fitFor(weight: Weight, { tokens, prompts }: Wanted, free: number): Fit {
  const whole = upTo(tokens, weight);
  const counts = Array.from({ length: Math.max(1, prompts - 1) }, (_, at) => prompts - at);
  const shorter = [0.75, 0.5, 0.25].map((share) =>
    Math.max(fewestTokens, Math.floor((whole * share) / step) * step),
  );
  const choices = [
    ...counts.map((slots) => ({ slots, context: whole })),
    ...shorter.map((context) => ({ slots: Math.min(2, prompts), context: Math.min(context, whole) })),
    ...[whole, ...shorter].map((context) => ({ slots: 1, context: Math.min(context, whole) })),
  ].map((one) => ({ ...one, bytes: takenBy(weight, one.slots, one.context) }));
  const found = choices.find(({ bytes }) => bytes <= free);
  const [last] = choices.slice(-1);
  if (found) return { ...found, fits: true };
  return { ...(last ?? { slots: 1, context: whole, bytes: takenBy(weight, 1, whole) }), fits: false };
}
