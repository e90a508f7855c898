import type { MessageId } from '../domain/message.ts';

/** Where in the prompt a block stands, by how often it changes. */
export type Zone = 'frozen' | 'epoch' | 'history' | 'live';
/** How readily a block is dropped: never, late, first. */
export type Tier = 'must' | 'should' | 'nice';

/** One piece of a prompt, and why it is there. */
export interface Block {
  readonly name: string;
  readonly zone: Zone;
  readonly tier: Tier;
  readonly role: 'system' | 'user' | 'assistant';
  /** Where the text comes from: a card field, the chat, a message's id … */
  readonly source: string;
  readonly reason: string;
  /** Exactly the bytes that this block puts into the prompt. */
  readonly text: string;
  readonly tokens: number;
}

/** A block that found no room. */
export interface Dropped {
  readonly name: string;
  readonly reason: string;
  readonly tokens: number;
}

/** Everything about one prompt; joining the blocks' texts in order is the prompt. */
export interface PromptPlan {
  readonly chat: string;
  readonly speaker: string;
  readonly prompt: string;
  readonly stop: readonly string[];
  /** Tokens of the prompt, and the most it may have. */
  readonly tokens: number;
  readonly budget: number;
  readonly messages: null;
  readonly blocks: readonly Block[];
  readonly dropped: readonly Dropped[];
  /** Oldest message of the window; null when the history is empty. Recorded with the reply (hysteresis). */
  readonly windowFrom: MessageId | null;
}
