import type { Store } from '../../src/store/store.ts';
/** The coined words in a text. */
export declare const wordsIn: (text: string) => Set<string>;
/**
 * Who may know which coined word, by the log alone: presence and audiences are followed here once more, so that a
 * fault in the views does not hide itself. Widely read: what somebody knew on any branch counts.
 */
export declare class Hearsay {
    #private;
    constructor(store: Store, chat: string);
    /** Whether somebody may know a word. */
    knows(who: string, word: string): boolean;
    /** How many words are known to some, and not to as many as `everyone`. */
    secrets(everyone: number): number;
    /** Takes in what the log has gained. */
    catchUp(): void;
}
