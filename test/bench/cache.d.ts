import type { Measured } from './report.ts';
import type { Scene } from './scene.ts';
/**
 * Share of prompt tokens that the server still has in its cache, against the literal order with a sliding window, and
 * the tokens that it reads while somebody waits: from scripts, a process for each reply, and on the screen, where somebody
 * types for five seconds before each reply. By the fake server's emulation of the servers that people run, or by the
 * llama.cpp server at $SOTTO_BENCH_URL; $SOTTO_BENCH_TURNS replies, by default 210.
 */
export declare function cache(scene: Scene): Promise<Measured[]>;
