import { SottoError } from '../../domain/errors.ts';
import type { Position } from '../../domain/lineage.ts';
import type { Message } from '../../domain/message.ts';
import type { AnyView } from '../../domain/view.ts';
import type { OpenChat } from './open-chat.ts';

const pageSize = 200;

/**
 * The message that an id, a unique prefix of one, `last` or `-2` means, in the view that is open. Throws SottoError
 * `no_such_message`, `ambiguous_message`.
 */
export function messageAt(chat: OpenChat, address: string): Message {
  const view = chat.view();
  const line = address === 'last' ? lastLine(view) : undefined;
  if (line) return line;
  const back = address === 'last' ? 1 : /^-\d+$/.test(address) ? -Number(address) : 0;
  if (back > 0) {
    const page = view.last(back);
    if (page.length === back && page[0]) return page[0];
  } else {
    const exact = view.find(address);
    if (exact) return exact;
    const likely = chat.parts.store.messagesLike(address).flatMap((id) => view.find(id) ?? []);
    if (likely.length > 1) {
      const message = `"${address}" could be ${likely.length} messages; give more of its id`;
      throw new SottoError('usage', 'ambiguous_message', message);
    }
    if (likely[0]) return likely[0];
  }
  const message = `there is no message "${address}"; see \`sotto log\``;
  throw new SottoError('not_found', 'no_such_message', message);
}

const fewMessages = 8;

/** The newest line of a view that somebody said or that tells of the story: calls of tools, which belong to a line, are passed by. */
export function lastLine(view: AnyView): Message | undefined {
  for (
    let before: Message | undefined, page = view.last(fewMessages);
    page.length > 0;
    page = view.last(fewMessages, before?.id)
  ) {
    const found = page.findLast(({ role }) => role !== 'tool');
    if (found) return found;
    [before] = page;
  }
  return undefined;
}

/** The message of the open view that comes next after the whole turn of one; undefined behind the last. */
export function nextAfter(chat: OpenChat, message: Message): Message | undefined {
  let next: Message | undefined = message;
  while (next?.turn === message.turn) next = chat.view().from(next.id, 2)[1];
  return next;
}

/** The turn that wrote a message, whoever perceived its beginning. */
export const turnOf = (
  { id, parts: { store } }: OpenChat,
  message: Pick<Message, 'id'>,
): string | undefined => store.eventAt(id, store.placeOf(message.id))?.turn;

/** The place before all that the turn of a message wrote, or before the message alone where its turn made the chat. */
export function beforeTurnOf({ id, parts: { store } }: OpenChat, message: Pick<Message, 'id'>): Position {
  const place = store.placeOf(message.id);
  const event = store.eventAt(id, place);
  const isWithinTurn = event !== undefined && event.turn !== store.firstTurn(id);
  return isWithinTurn ? store.startOfTurn(id, event) : store.tree.before(id, place);
}

/** The messages of a view from this one on, read as they are taken. */
export function* messagesFrom(view: AnyView, first: Message): Iterable<Message> {
  for (let from: Message | undefined = first; from; ) {
    const page: Message[] = view.from(from.id, pageSize + 1);
    yield* page.slice(0, pageSize);
    from = page[pageSize];
  }
}
