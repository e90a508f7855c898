import type { Message, MessageId } from '../../domain/message.ts';
import type { Way } from '../../domain/search.ts';

/** A message that was searched for, and how well it fits; nothing but the view of its reader went into either. */
export interface Hit {
  readonly message: Message;
  readonly score: number;
}

/** Looking for words in what the played character has perceived. */
export interface SearchPlay {
  /**
   * The messages under this head that say all these words and "phrases in quotes"; 20 unless told. The best of the
   * newest 1,000 come first, and where they are as good the newest; then those of the 1,000 before them.
   * Throws SottoError `nothing_to_search`.
   */
  search(text: string, limit?: number): Hit[];
  /**
   * The next of them this way, up unless told: from the message of this id, itself left out, else from the newest or the
   * first. Throws SottoError `nothing_to_search`.
   */
  find(text: string, from?: MessageId, way?: Way): Message | undefined;
  /** The newest of them, at most so many, the newest first. Throws SottoError `nothing_to_search`. */
  newestFound(text: string, most: number): readonly MessageId[];
}
