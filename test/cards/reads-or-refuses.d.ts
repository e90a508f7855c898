import type { Card } from '../../src/cards/character.ts';
/** What the work gives, or null after a SottoError that a person can act on; any other error is thrown. */
export declare const orRefusal: <T>(work: () => T) => T | null;
/** Either a card, or null after a SottoError that a person can act on. */
export declare const readsOrRefuses: (bytes: Uint8Array) => Card | null;
