import type { Measured } from './report.ts';
import type { Scene } from './scene.ts';
/** A frame of the screen on a chat of 10,000 messages: for a streamed token, for a typed key. */
export declare function frame(scene: Scene): Promise<Measured[]>;
