import type { Measured } from './report.ts';
import type { Scene } from './scene.ts';
/** The built program from nothing: to the first frame, to the composer, and commands. Baseline: bare node. */
export declare function startup(scene: Scene): Promise<Measured[]>;
/** `sotto say` in the longest chat, which is long in writing. Baseline: in a short one. */
export declare function long(scene: Scene): Promise<Measured[]>;
