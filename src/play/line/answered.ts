import type { Message, MessageId } from '../../domain/message.ts';
import { isRow, lastRows } from '../../prompt/history.ts';
import type { OpenChat } from '../open-chat.ts';
import type { WantedLine } from './plan.ts';

/**
 * What a line answers, never its speaker's own: the last of its exchange that the speaker has perceived, else the last
 * that anybody else said before it, both in character; null for nothing.
 */
export function answeredBy(
  chat: OpenChat,
  { speaker, place, continues, exchange = [] }: WantedLine,
): Message | null {
  const { settings } = chat.parts;
  const view = chat.view(speaker.id, place);
  for (const id of exchange.toReversed()) {
    const message = view.find(id);
    if (message && message.speaker !== speaker.id && isRow(settings, message)) return message;
  }
  return lastRows(settings, view, { count: 1, before: continues?.id, notBy: speaker.id })[0] ?? null;
}

/** Id of the message that a reply answers, as it was recorded; undefined for what is no reply or answers nothing. */
export function recordedAnswer({ parts: { store } }: OpenChat, { id }: Message): MessageId | undefined {
  const { branch, seq } = store.placeOf(id);
  const [event] = store.log.read({ branch, after: seq - 1, upTo: seq });
  const { answers } = (event?.payload ?? {}) as { readonly answers?: MessageId | null };
  return answers ?? undefined;
}
