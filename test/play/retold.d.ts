import type { Scene } from '../histories.ts';
import type { Witnessed } from './witnessed.ts';
/** Tells the same history to a fresh chat, without what the character did not perceive; how much that was. */
export declare function retell(scene: Scene, witnessed: Witnessed): Promise<number>;
