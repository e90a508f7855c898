import type { Message, MessageId } from '../../domain/message.ts';
import type { AnyView } from '../../domain/view.ts';
import type { Held } from './held.ts';

const page = 250;
const mostPages = 20;

/** The message so many further down or up than one, the last of them at an end; the newest where none is told. */
export const neighbourOf = (held: Held, from: MessageId | null, by: number): MessageId | null => {
  const start = from === null ? null : held.readAround(from);
  if (start === null) {
    if (!held.isToHead) held.readEnd();
    return held.at(held.end - 1)?.id ?? null;
  }
  const wanted = start + by;
  while (wanted < held.start && held.older()) {}
  while (wanted >= held.end && held.newer()) {}
  return held.at(Math.max(held.start, Math.min(wanted, held.end - 1)))?.id ?? null;
};

/** The next message of the same speaker below, or above when negative, among the nearest 5,000. */
export const speakersNext = (view: AnyView, { id, speaker }: Message, by: number): MessageId | null => {
  let edge = id;
  for (let read = 0; read < mostPages; read += 1) {
    const messages: Message[] = by < 0 ? view.last(page, edge) : view.from(edge, page + 1).slice(1);
    const isOwn = (message: Message) => message.speaker === speaker;
    const found = by < 0 ? messages.findLast(isOwn) : messages.find(isOwn);
    if (found) return found.id;
    const last = by < 0 ? messages[0] : messages.at(-1);
    if (last === undefined || messages.length < page) return null;
    edge = last.id;
  }
  return null;
};
