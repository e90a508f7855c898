import type { CharacterId, Message, MessageId } from './message.ts';
import type { Sought } from './search.ts';

declare const sealed: unique symbol;

/** Reads messages newest first under one head; what it returns is already filtered for its viewer. */
export interface ViewSource {
  readonly viewer: CharacterId | 'everyone';
  /** At most `limit` messages, oldest first, that end just before `before` (default: at the head). */
  last(limit: number, before?: MessageId): Message[];
  /** At most `limit` messages from the beginning, oldest first. */
  first(limit: number): Message[];
  /** At most `limit` messages, oldest first, from `from` on, itself included. */
  from(from: MessageId, limit: number): Message[];
  /** The message when the viewer perceived it, else undefined. */
  find(id: MessageId): Message | undefined;
  /** The messages that may say what is sought, newest first, those before `before` where it is told; too many of them. */
  thatMaySay(sought: Sought, before?: MessageId): Iterable<Message>;
  /** How many messages the viewer perceives under this head. */
  count(): number;
}

/**
 * The chat as one character has perceived it. The only road from the store to a prompt, a screen,
 * a transcript or an export. Made by `sealView` alone, which only the store may call.
 */
export interface View extends ViewSource {
  readonly [sealed]: true;
}

/** Turns a filtered source into a View. Only `store` may import this (architecture test). */
export const sealView = (source: ViewSource): View => source as View;
