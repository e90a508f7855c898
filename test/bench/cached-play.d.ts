import type { Usage } from '../../src/inference/backend.ts';
import { type Scene } from './scene.ts';
/** How patient a bench is with a server, in milliseconds. */
export declare const patience: {
    firstTokenTimeoutMs: number;
    silenceTimeoutMs: number;
};
/** Where lines come from: each from a process of its own, or from one screen, where somebody types before each reply. */
export type Source = 'scripts' | 'the screen';
/** What one reply cost, and what was read ahead for it; null where nobody typed before it. */
export interface Reply {
    readonly usage: Usage;
    readonly ahead: Usage | null;
}
/** Plays a new chat of three on this server; what its replies cost, from the second round on. */
export declare function played(scene: Scene, url: string, how: {
    from: Source;
    order: 'cache' | 'classic';
}): Promise<Reply[]>;
