import type { Classifier, Question } from '../../src/inference/classifier.ts';
import type { PlayParts } from '../../src/play/chat/parts.ts';
import type { Play } from '../../src/play/play.ts';
/** Questions that were asked, and a classifier that answers them by what it is given. */
export declare function classifying(answer: (question: Question) => string | Promise<string>): {
    readonly questions: Question[];
    readonly classifier: () => Promise<Classifier>;
};
/** The scene's chat opened with other parts. */
export declare const playingWith: (parts: Partial<PlayParts>, as?: string) => Play;
/** Time that passes when a test says so. */
export declare class Clockwork {
    #private;
    readonly after: PlayParts['after'];
    /** What is waited for: as long as this, and nothing else. */
    waiting(milliseconds: number): number;
    /** Ends every wait of this length. */
    pass(milliseconds: number): void;
}
