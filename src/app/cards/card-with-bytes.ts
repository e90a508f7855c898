import type { LibraryCard } from '../../play/new-chat.ts';

/** A card with the bytes that it came in and the id that these have in the library. */
export interface CardWithBytes extends LibraryCard {
  readonly bytes: Buffer;
}
