import type { CharacterId, MessageId } from './message.ts';

/** A value that JSON can say. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** Who perceives a record. */
export type RecordAudience =
  /** Whoever is there, was or will be. */
  | { readonly type: 'anybody' }
  /** These, who are there, and whoever comes later and is told of the past. */
  | { readonly type: 'public'; readonly present: readonly CharacterId[] }
  /** These alone. */
  | { readonly type: 'named'; readonly characters: readonly CharacterId[] }
  /** Whoever perceives this message, as it is at the head: it was made from it. Gone with it. */
  | { readonly type: 'message'; readonly message: MessageId };

/** Something known beside messages, as its viewer knows it. */
export interface KnownRecord {
  readonly key: string;
  readonly value: Exclude<Json, null>;
  /** Whose it is; null = nobody's. */
  readonly owner: CharacterId | null;
}

/** What an event makes known under a key to an audience, which it does once at most; null = no longer so. Immutable. */
export interface RecordRow extends Omit<KnownRecord, 'value'> {
  readonly value: Json;
  readonly audience: RecordAudience;
}
