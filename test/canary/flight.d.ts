import type { Store } from '../../src/store/store.ts';
/** A word that reached the server, or a screen, in the name of somebody who may not know it. */
export interface Leak {
    readonly chat: number;
    readonly turn: number;
    readonly act: string;
    readonly where: 'wire' | 'screen';
    readonly who: string;
    readonly word: string;
}
/** What came of one chat. */
export interface Flown {
    readonly leaks: readonly Leak[];
    /** Requests that were read, words that some may not know, and acts that a person was refused. */
    readonly requests: number;
    readonly secrets: number;
    readonly refused: number;
    /** Words that were read, each time that they were. */
    readonly read: Readonly<Record<Leak['where'], number>>;
    readonly failures: readonly string[];
}
/** Plays one chat of so many turns and tells of every word that went where it may not. */
export declare function fly(store: Store, chat: number, turns: number): Promise<Flown>;
