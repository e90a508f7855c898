import type { Measured } from './report.ts';
import type { Scene } from './scene.ts';
/**
 * The first page of hits in a long chat, a seventh of which is whispers, for one who has heard a third of these.
 * `SOTTO_BENCH_MESSAGES=1000000` searches a longer one. Baseline: the same words in a chat of 1,000 messages.
 */
export declare function search(scene: Scene): Promise<Measured[]>;
