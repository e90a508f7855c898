import type { Card, Character } from '../src/cards/character.ts';
/** The cast of the scene on the quay: three with a card; Tomas is played by the human. */
export declare const characters: readonly Character[];
/** The card that the scene is made from. */
export declare const quay: Card;
