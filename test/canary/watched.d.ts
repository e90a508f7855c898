import type { Play } from '../../src/play/play.ts';
/** Keeps the real screen open on a play; `read` gets every byte that the painter writes. Resolves with how to leave. */
export declare function watch(play: Play, read: (bytes: string) => void): Promise<() => Promise<void>>;
