import type { Message, MessageId } from '../../domain/message.ts';
import type { AnyView } from '../../domain/view.ts';
import { isRow, lastRows } from '../../prompt/history.ts';
import type { OpenChat } from '../open/open-chat.ts';
import type { Answering, WantedLine } from './wanted-line.ts';

const recentMessages = 20;

/** Id of the message that a reply answers, as it was recorded; undefined for what is no reply or answers nothing. */
export function recordedAnswer({ parts: { store } }: OpenChat, { id }: Message): MessageId | undefined {
  const { branch, seq } = store.placeOf(id);
  const [event] = store.log.read({ branch, after: seq - 1, upTo: seq });
  const { answers } = (event?.payload ?? {}) as { readonly answers?: MessageId | null };
  return answers ?? undefined;
}

/** The last of the exchange that the speaker has perceived, else the last that anybody else said before the line. */
function answeredIn(
  { parts: { settings } }: OpenChat,
  view: AnyView,
  { speaker, continues, exchange = [] }: WantedLine,
): Message | null {
  for (const id of exchange.toReversed()) {
    const message = view.find(id);
    if (message && message.speaker !== speaker.id && message.role !== 'tool' && isRow(settings, message))
      return message;
  }
  return lastRows(settings, view, { count: 1, before: continues?.id, notBy: speaker.id })[0] ?? null;
}

/** What a line answers, of what its speaker has perceived and was said in character. */
export function answeredBy(chat: OpenChat, wanted: WantedLine): Answering {
  const { speaker, place: head = chat.state.head, continues } = wanted;
  const decided = wanted.answering;
  if (decided?.head.branch === head.branch && decided.head.seq === head.seq) return decided;
  const view = chat.view(speaker.id, head);
  const message = answeredIn(chat, view, wanted);
  const recent = lastRows(chat.parts.settings, view, { count: recentMessages, before: continues?.id });
  const since = recent.slice(recent.findIndex(({ id }) => id === message?.id) + 1);
  const own = since.filter((row) => row.speaker === speaker.id);
  const answer = own.findLast((row) => [undefined, message?.id].includes(recordedAnswer(chat, row)));
  const isOverdue = since.length > 0 && message !== null && !answer;
  return { head, message, keepsTo: answer ?? message, isOverdue };
}
