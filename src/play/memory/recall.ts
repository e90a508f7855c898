import type { Position } from '../../domain/lineage.ts';
import type { CharacterId, ChatId, Message } from '../../domain/message.ts';

/** A chat as somebody has lived through it: under which id there, and up to where. */
export interface LivedChat {
  readonly chat: ChatId;
  readonly viewer: CharacterId;
  readonly head: Position;
}

/** A memory that came back: the text is what its owner's view says. */
export interface RecalledMemory {
  readonly id: string;
  readonly owner: string;
  readonly text: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** What came back to mind: a message or a memory of one of the chats. */
export type Recalled = {
  readonly chat: ChatId;
  /** The higher the better; comparable among what one question brought back. */
  readonly score: number;
  /** What the score is made of, numbers by name. */
  readonly parts: object;
} & (
  | { readonly type: 'message'; readonly message: Message }
  | { readonly type: 'memory'; readonly memory: RecalledMemory }
);
