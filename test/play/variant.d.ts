import fc from 'fast-check';
import type { PlayParts, PlaySettings } from '../../src/play/chat/parts.ts';
/** How a chat is played: what the settings, the cards, the books and the server make of it. */
export interface Variant {
    readonly heads: boolean;
    readonly untagged: 'inherit' | 'public';
    readonly order: 'cache' | 'classic';
    readonly isChat: boolean;
    readonly isTight: boolean;
    readonly hasBook: boolean;
    readonly hasMacros: boolean;
    /** Whether all of it happens at the same instant, as under `--now`. */
    readonly isClockStill: boolean;
    readonly live: 0 | 2 | 'before_history' | 'after_user';
}
/** Any of them. */
export declare const anyVariant: fc.Arbitrary<Variant>;
/** The settings of a variant. With no hint: the hint tells the human of what the played character did not perceive. */
export declare const settingsOf: ({ heads, untagged, order, isTight, live }: Variant) => Partial<PlaySettings>;
/** The parts of a variant. */
export declare const partsOf: ({ isChat, hasBook, hasMacros, isClockStill }: Variant) => Partial<PlayParts>;
