import type { StoredEvent } from '../../src/domain/events/events.ts';
import type { Scene } from '../histories.ts';
import type { Act } from './deeds.ts';
/** One step that was taken: what it wrote, and the move that it was. */
export interface Step {
    readonly command: Act;
    readonly at: number;
    readonly events: readonly StoredEvent[];
    /** The message that a move or a regeneration goes by. */
    readonly target: string | undefined;
    /** The first event that a move took back: whose eyes it was made with decides which that is. */
    readonly back: string | undefined;
}
/** The history as it happened, and all of it that one character must not be told from nothing. */
export declare class Witnessed {
    #private;
    readonly steps: Step[];
    readonly seen: Set<string>;
    /** Id of the character. */
    readonly who: string;
    constructor(scene: Scene, who: string);
    take(command: Act): Promise<void>;
    /**
     * Whether the character has perceived nothing of an event, and no move went by it. Of others who come, go or are
     * called otherwise, and of whom the human plays, it learns when it knows of them at some time; what the human tells
     * the director is the human's own and never unknown.
     */
    isUnknown(event: StoredEvent): boolean;
}
