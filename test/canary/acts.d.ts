import type { Dice } from '../../src/inference/understudy/dice.ts';
import type { Play } from '../../src/play/play.ts';
/** One thing that a person does, by the dice. */
type Act = (play: Play, dice: Dice) => Promise<unknown>;
/** One act, the likelier the heavier. */
export declare const anyAct: (dice: Dice) => Act;
export {};
