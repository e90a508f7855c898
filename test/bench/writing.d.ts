import type { Measured } from './report.ts';
import { type Scene } from './scene.ts';
/** A durable turn on a long chat: what `say` does when nobody answers. Baseline: one page written and synced. */
export declare function append(scene: Scene): Promise<Measured[]>;
/** A long chat read in by one transaction: as one turn, and as a file of other programs is, a turn for each line. */
export declare function importing(scene: Scene): Promise<Measured[]>;
/** Going back by so many turns on a long chat; each is taken back before the next. */
export declare function rewind(scene: Scene): Promise<Measured[]>;
