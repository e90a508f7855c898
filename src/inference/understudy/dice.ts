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
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const roll = (sides: number): number => Math.floor(next() * sides);
  return { roll, oneIn: (sides) => roll(sides) === 0, pick: (items) => items[roll(items.length)] };
};
