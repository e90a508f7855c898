import type { Measured } from './report.ts';
import type { Scene } from './scene.ts';
/** A long chat opened by a process that is up: the store, the play, its state, its last page. */
export declare function open(scene: Scene): Promise<Measured[]>;
/** The last page of a view of a long chat. Baseline: of a short one. */
export declare function view(scene: Scene): Promise<Measured[]>;
/** The prompt of a long chat: again and again, and the first one after opening. */
export declare function prompt(scene: Scene): Promise<Measured[]>;
/** The world of a long chat folded from nothing. */
export declare function refold(scene: Scene): Promise<Measured[]>;
/** A long chat replayed and compared with what the store holds. Throws when it differs. */
export declare function verify(scene: Scene): Promise<Measured[]>;
