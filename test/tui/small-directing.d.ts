import type { PlayState } from '../../src/play/chat/play-state.ts';
import type { DirectingPlay } from '../../src/play/director/directing.ts';
import { SmallNotes } from './small-notes.ts';
/** The director of a chat in memory: notes what it is told, and says what it was given. */
export declare class SmallDirecting extends SmallNotes implements Omit<DirectingPlay, 'drafting'> {
    next: PlayState['next'];
    /** The pause of auto mode. */
    seconds: number | null;
    /** What would have been said, after every key. */
    readonly sayings: (string | null)[];
    /** Whom the last of them would have been whispered to. */
    whispered: readonly string[];
    directed: ReturnType<DirectingPlay['director']>;
    director: () => ReturnType<DirectingPlay['director']>;
    setDirector(change: Parameters<DirectingPlay['setDirector']>[0]): Promise<void>;
    chooseNext(name: string | null): void;
    goOn(): Promise<boolean>;
    auto(seconds: number | true | null): void;
}
