import type { CharacterId, ChatId, MessageId } from '../../../domain/message.ts';
import { memoryKey } from '../../../domain/rows/records.ts';
import type { AnyView } from '../../../domain/view.ts';
import type { PlayParts } from '../../chat/parts.ts';

/** Id of what somebody remembers of a message, of the end of a scene or of an occasion: made from these alone. */
export const memoryIdOf = (
  { parts, id }: { readonly parts: Pick<PlayParts, 'idFor'>; readonly id: ChatId },
  owner: CharacterId,
  about: string,
): string => parts.idFor(`memory\n${id}\n${owner}\n${about}`);

/** Id of what somebody remembers of their `n`-th scene. */
export const sceneMemoryId = (
  chat: Parameters<typeof memoryIdOf>[0],
  owner: CharacterId,
  n: number,
): string => memoryIdOf(chat, owner, `scene ${n}`);

/** Ids of what somebody remembers of a message, in their view; in a copy of a chat they are those of the chat it was copied from. */
export const memoriesOfLine = (view: AnyView, owner: CharacterId, message: MessageId): string[] =>
  view
    .records(memoryKey(owner))
    .filter(({ value }) => (value as { readonly of?: unknown } | null)?.of === message)
    .map(({ key }) => key.slice(memoryKey(owner).length));
