import type { NewEvent } from '../../src/domain/events/events.ts';
import type { Position } from '../../src/domain/lineage.ts';
import type { PlayParts } from '../../src/play/chat/parts.ts';
import type { Store } from '../../src/store/store.ts';
import { Scene, type SceneOptions } from '../histories.ts';
import type { Act, Anyone } from './deeds.ts';
/**
 * What the log says of a reply that its speaker alone knows: what it answers, where the window of its prompt begins, the
 * seed that the prompt gave, what the model wrote besides, the letters that it has read.
 */
export declare function ofItsSpeaker(scene: Scene, speaker: string, { text, at }: {
    text: string;
    at: Position;
}): {
    raw: string;
    answers: import("../../src/domain/message.ts").MessageId | null;
    windowFrom: import("../../src/domain/message.ts").MessageId | null;
    seed: number;
    lettersRead: string[];
};
/** The quay, where everybody is found by their first name whatever they are called now. */
export declare class Quay extends Scene {
    #private;
    constructor(store: Store, options: SceneOptions, parts?: Partial<PlayParts>);
    who(name: string): string;
    playing(as?: string): import("../../src/play/play.ts").Play;
    /** What somebody is called by now. */
    calledNow(name: string): string;
    given(fact: NewEvent, actor?: 'human' | 'model'): string;
    isInCast(name: string): boolean;
    isThere(name: string): boolean;
    /** Those among the named whom somebody there can speak to. */
    withinEarshot(by: string, to: readonly string[]): Anyone[];
}
/** Does it a minute later; false when it cannot be done, as a person would have been told. */
export declare function perform(scene: Quay, act: Act): Promise<boolean>;
