import { SottoError } from '../../domain/errors.ts';
import type { Message } from '../../domain/message.ts';
import type { View } from '../../domain/view.ts';
import type { OpenChat } from './open-chat.ts';

const pageSize = 200;

/**
 * The message that an id, a unique prefix of one, `last` or `-2` means, in the view that is open. Throws SottoError
 * `no_such_message`, `ambiguous_message`.
 */
export function messageAt(chat: OpenChat, address: string): Message {
  const view = chat.view();
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

/** The message of the open view that comes next after one; undefined behind the last. */
export const nextAfter = (chat: OpenChat, { id }: Message): Message | undefined => chat.view().from(id, 2)[1];

/** The messages of a view from this one on, read as they are taken. */
export function* messagesFrom(view: View, first: Message): Iterable<Message> {
  for (let from: Message | undefined = first; from; ) {
    const page: Message[] = view.from(from.id, pageSize + 1);
    yield* page.slice(0, pageSize);
    from = page[pageSize];
  }
}
