import type { Measured } from './report.ts';
import type { Scene } from './scene.ts';
/** What wakes in a chat of 10,000 messages, turn by turn, against a scan for one key after the other. */
export declare function lore(_: Scene): Promise<Measured[]>;
