import type { MessageId } from '../domain/message.ts';
import type { ToldText, ToldTurn } from '../domain/world/told-turn.ts';
import type { PlanMessage } from './template/turn-template.ts';

/** Where in the prompt a block stands, by how often it changes. */
export type Zone = 'frozen' | 'epoch' | 'history' | 'told' | 'live';
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

/** One change between two prompts of a speaker. */
export interface Change {
  readonly change: 'added' | 'removed' | 'changed';
  readonly name: string;
  readonly zone: Zone;
  readonly tokens: number;
}

/** How a prompt differs from the last one of the same speaker, which the server may still have in its cache. */
export interface SinceLast {
  /** Tokens at the beginning that are the same, and their share of this prompt from 0 to 1. */
  readonly reusableTokens: number;
  readonly reusableShare: number;
  readonly changes: readonly Change[];
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
  /** For a chat endpoint: what is sent instead of the prompt. */
  readonly messages: readonly PlanMessage[] | null;
  /** Who counted the tokens: the server's own tokenizer, or sotto's estimate. */
  readonly counting: 'server' | 'estimate';
  readonly blocks: readonly Block[];
  readonly dropped: readonly Dropped[];
  /** Oldest message of the window; null when the history is empty. Recorded with the reply (hysteresis). */
  readonly windowFrom: MessageId | null;
  /** Whether the examples of the card have made room for the dialogue before any message did. Recorded with the reply. */
  readonly examplesLeft: boolean;
  /** What stands before the history of a prompt that begins an epoch; null = it goes on with one. Recorded with the reply. */
  readonly sealed: readonly ToldText[] | null;
  /** What it tells for the first time between the messages, and where. Recorded with the reply. */
  readonly told: readonly ToldTurn[];
  /** What macros have set on the way, by name; recorded with the reply. */
  readonly variables: Readonly<Record<string, string>>;
  /** Null when this is the speaker's first prompt, or when nobody asked for the comparison. */
  readonly since: SinceLast | null;
}
