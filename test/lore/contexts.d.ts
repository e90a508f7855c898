import type { Lorebook } from '../../src/cards/character.ts';
import { type Lore } from '../../src/lore/activation/activate.ts';
import type { ActivationResult, LoreContext } from '../../src/lore/activation/context.ts';
import type { LoreMessage } from '../../src/lore/activation/timeline.ts';
import { type BookIdentity } from '../../src/lore/books/books.ts';
import type { BookRank, LoreRule, LoreSettings } from '../../src/lore/books/rule.ts';
/** Where a book of a test stands. */
export declare const about: (settings?: Partial<LoreSettings>, rank?: BookRank) => BookIdentity;
/** A lorebook of entries that say only what differs. */
export declare const book: (entries: readonly object[], fields?: object) => Lorebook;
/** Rules of a character's book. */
export declare const rules: (entries: readonly object[], settings?: Partial<LoreSettings>) => LoreRule[];
/** Rules of a file of world info. */
export declare const worldRules: (entries: readonly object[], settings?: Partial<LoreSettings>) => LoreRule[];
/** A view of messages; those that begin with `>` are the speaker's own, those with `*` somebody else's. */
export declare const view: (...texts: readonly string[]) => LoreMessage[];
/** The context of these messages. */
export declare const context: (messages: readonly LoreMessage[], more?: Partial<LoreContext>) => LoreContext;
/** What the rules say about a view. */
export declare const activate: (of: readonly LoreRule[] | Lore, messages: readonly LoreMessage[], more?: Partial<LoreContext>) => ActivationResult;
/** The contents that stand in the prompt, in their order. */
export declare const contents: (outcome: ActivationResult) => string[];
/** Whether the first rule is awake. */
export declare const isAwake: (of: readonly LoreRule[] | Lore, messages: readonly LoreMessage[], more?: Partial<LoreContext>) => boolean;
/** Why the first rule is awake or not. */
export declare const reason: (of: readonly LoreRule[], messages: readonly LoreMessage[], more?: Partial<LoreContext>) => string;
/** Everything that an outcome says, as plain data. */
export declare const told: ({ verdicts, activated, hides }: ActivationResult) => {
    verdicts: string[];
    activated: {
        id: string;
        content: string;
        depth: number;
    }[];
    hides: readonly import("../../src/lore/books/rule.ts").UiPrompt[];
};
