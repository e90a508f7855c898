import type { DomainEvent } from '../../domain/events/events.ts';
import type { DomainEventPlace } from '../../store/store.ts';
import type { ChatReader } from '../chat/chat-reader.ts';

/** What lets a message read otherwise, in the turn of an event. */
export type Revision = Extract<DomainEvent, { kind: 'message_edited' | 'reply_continued' }>;

/** What the turn of an event lets read otherwise. */
export function revisionsIn({ id, parts: { store } }: ChatReader, event: DomainEventPlace): Revision[] {
  const { seq: after } = store.startOfTurn(id, event);
  const found: Revision[] = [];
  for (const one of store.log.read({ branch: event.branch, after, upTo: Number.MAX_SAFE_INTEGER })) {
    if (one.turn !== event.turn) break;
    if (one.kind === 'message_edited' || one.kind === 'reply_continued') found.push(one);
  }
  return found;
}

/** Whether a turn only lets lines read as they did where the head came from. */
export const isCarried = (chat: ChatReader, event: DomainEventPlace): boolean =>
  revisionsIn(chat, event).some(({ payload }) => 'carried' in payload && payload.carried === true);
