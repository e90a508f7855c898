import type { Character } from '../cards/character.ts';
import type { TagStyle } from '../domain/audience.ts';
import type { Backend, Sampling } from '../inference/backend.ts';
import type { Store } from '../store/store.ts';

/** Settings that a play obeys. */
export interface PlaySettings {
  readonly tag: TagStyle;
  readonly untaggedReply: 'inherit' | 'public';
  readonly hint: 'count' | 'names' | 'none';
  readonly autoTurn: boolean;
  readonly maxHops: number;
  /** Tokens; `context` 0 = what the server says. */
  readonly budget: { readonly context: number; readonly hard: number; readonly soft: number };
  readonly maxTokens: number;
  readonly stop: readonly string[];
  readonly sampling: Sampling;
  /** The human's name where no persona says otherwise. */
  readonly userName: string;
}

/** What a play is handed from outside. */
export interface PlayParts {
  readonly store: Store;
  readonly settings: PlaySettings;
  /** Finds or opens the model server; called when the first reply is wanted, and again after a failure. */
  readonly backend: () => Promise<Backend>;
  /** The character of a card in the library; null when the card is gone or unreadable. */
  readonly character: (card: { id: string; index: number }) => Character | null;
  /** ISO time. */
  readonly now: () => string;
  /** A 32-bit number; the same for the same text where the run is seeded. */
  readonly seedFor: (about: string) => number;
  readonly pid: number;
  /** Milliseconds, monotonic. */
  readonly clock: () => number;
}
