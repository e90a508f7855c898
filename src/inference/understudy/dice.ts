import { drawnNumbers } from '../../domain/drawn-numbers.ts';

/** Numbers that look random and follow from the seed and the text alone. */
export interface Dice {
  /** A whole number from 0 to `sides` - 1. */
  roll(sides: number): number;
  /** True once in `sides` throws. */
  oneIn(sides: number): boolean;
  /** One of the items; undefined when there is none. */
  pick<T>(items: readonly T[]): T | undefined;
}

/** Same seed and text, same throws (FNV-1a into mulberry32). */
export const diceOf = (seed: number, text: string): Dice => {
  let state = Math.imul(Math.trunc(seed) ^ 0x811c9dc5, 0x01000193);
  for (let at = 0; at < text.length; at++) state = Math.imul(state ^ text.charCodeAt(at), 0x01000193);
  const next = drawnNumbers(state);
  const roll = (sides: number): number => Math.floor(next() * sides);
  return { roll, oneIn: (sides) => roll(sides) === 0, pick: (items) => items[roll(items.length)] };
};
