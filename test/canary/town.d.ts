import type { Card, Character, Lorebook } from '../../src/cards/character.ts';
/** The eight of the town; each says of itself what the understudy can use. */
export declare const names: readonly ['Alice', 'Bob', 'Carl', 'Dora', 'Mary Ann', 'Finn', 'Gwen', 'Hugo'];
/** Their cards. */
export declare const characters: readonly Character[];
/** One card with all of them. */
export declare const town: Card;
/** What wakes at common words, at each other, and now and then. */
export declare const book: Lorebook;
