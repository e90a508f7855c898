import type { Backend } from '../../src/inference/backend.ts';
import type { PlayParts } from '../../src/play/chat/parts.ts';
import type { PlayEvent } from '../../src/play/chat/play-state.ts';
import type { Play } from '../../src/play/play.ts';
import { type Scene } from '../histories.ts';
/** A terminal of its own process, as far as the store can tell: the chat opened and looked on at through another connection. */
export interface Terminal {
    readonly play: Play;
    readonly parts: PlayParts;
    /** Everything that it was told. */
    readonly events: PlayEvent[];
    /** The messages that a screen which listens would show. */
    shown(): string[];
    /** What streams on such a screen. */
    streaming(): string;
}
/** Opens the scene's chat in a terminal that looks on, as somebody or as whom it is played. */
export declare function terminal(scene: Scene, as?: string, backend?: () => Promise<Backend>): Terminal;
/** A model that writes what it is given, piece by piece, and ends when told. */
export declare function dictated(): {
    backend: () => Promise<Backend>;
    write: (text: string) => void;
    end: () => void;
};
