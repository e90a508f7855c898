import type { NewEvent } from '../../domain/events/events.ts';
import type { CharacterId, Message, MessageId } from '../../domain/message.ts';
import type { ChatReader } from '../chat/chat-reader.ts';

/** A call of a tool, as those who perceive it may see it. */
export interface CallSeen {
  readonly id: MessageId;
  readonly by: CharacterId;
  readonly tool: string;
  /** As they were given: JSON. */
  readonly arguments: string;
  readonly result: string;
  /** How it reads as a row. */
  readonly text: string;
  /** None = everyone who was there. */
  readonly knownTo: readonly CharacterId[];
}

/** The call that an event is; null for any other. */
export function callIn(event: NewEvent & { readonly id: string }): CallSeen | null {
  if (event.kind !== 'tool_called') return null;
  const { caller: by, at: _, by: __, ...call } = event.payload;
  return { id: event.id, by, ...call };
}

/** The call that a row of a view is; null for any other message. */
export function callOf({ parts: { store } }: Pick<ChatReader, 'parts'>, message: Message): CallSeen | null {
  if (message.role !== 'tool') return null;
  const { branch, seq } = store.placeOf(message.id);
  const [event] = store.log.read({ branch, after: seq - 1, upTo: seq });
  return event ? callIn(event) : null;
}
