import type { StoredEvent } from '../domain/events.ts';
import type { CharacterId } from '../domain/message.ts';
import { memberOf } from '../domain/world.ts';
import type { ChatFormat, ExportedChat, ExportedMessage, Foreign } from '../interop/chat-file.ts';
import type { ChatState } from '../store/state.ts';
import { messagesOf } from './commands/reading.ts';
import type { Context } from './context.ts';
import { messageLine } from './shapes.ts';

interface Imported {
  readonly foreign?: { readonly [format in ChatFormat]?: Foreign };
  readonly knownTo?: readonly CharacterId[];
}

const importedPayload = (event: StoredEvent | undefined): Imported | null =>
  event?.kind === 'message_imported' || event?.kind === 'chat_started' ? (event.payload as Imported) : null;

/** What a chat is called and who is in it, for a file of a format; null = one that gives nothing back. */
export function exportedChat(
  { store }: Pick<Context, 'store'>,
  { id, createdAt, facts, world }: ChatState,
  format: ChatFormat | null,
): ExportedChat {
  const [first] = store.log.all({ chat: id });
  const foreign = format && importedPayload(first)?.foreign?.[format];
  return {
    title: facts.title,
    createdAt,
    cast: world.cast.map(({ name }) => name),
    playing: memberOf(world, facts.playing)?.name ?? '',
    foreign: foreign ?? null,
  };
}

/** Every message that a viewer perceives, oldest first; `format` as in `exportedChat`. */
export function* exportedMessages(
  { store }: Pick<Context, 'store'>,
  { id, head, world }: ChatState,
  viewer: CharacterId | 'everyone',
  format: ChatFormat | null,
): Iterable<ExportedMessage> {
  const log = format ? store.log.all({ chat: id })[Symbol.iterator]() : null;
  for (const message of messagesOf(store.view(id, viewer, head))) {
    const line = messageLine(message, world, viewer === 'everyone' ? null : viewer);
    let event = log?.next().value as StoredEvent | undefined;
    while (log && event && event.id !== message.id) event = log.next().value as StoredEvent | undefined;
    const imported = importedPayload(event);
    const foreign = (format && imported?.foreign?.[format]) ?? null;
    const isAudienceChanged = imported?.knownTo?.join() !== message.knownTo.join();
    yield { line, foreign, isAudienceChanged };
  }
}
