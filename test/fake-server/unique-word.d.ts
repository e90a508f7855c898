import type { Dice } from '../../src/inference/understudy/dice.ts';
/** A word like `zq4k0b7m2x`: no letters in a row that would pass for a word of any language. */
export declare const uniqueWord: (dice: Dice) => string;
