import { SottoError } from '../../domain/errors.ts';
import type { Store } from '../../store/store.ts';

/** A chat as it is named. */
interface Named {
  readonly id: string;
  readonly title: string;
  readonly createdAt?: string;
}

/** Those of these chats that a title, or a prefix of id or title, may mean. */
function meant<Chat extends Named>(chats: readonly Chat[], address: string): readonly Chat[] {
  const wanted = address.toLowerCase();
  const exact = chats.filter(({ title }) => title.toLowerCase() === wanted);
  if (exact.length > 0) return exact;
  return chats.filter((c) => c.id.startsWith(address) || c.title.toLowerCase().startsWith(wanted));
}

/** The one of these chats that an address means; undefined for none. Throws SottoError `ambiguous_chat`. */
export function chatAmong<Chat extends Named>(chats: readonly Chat[], address: string): Chat | undefined {
  const likely = meant(chats, address);
  if (likely.length < 2) return likely[0];
  const order = ({ createdAt = '', id }: Named) => `${createdAt} ${id}`;
  const inOrder = likely.toSorted((a, b) => (order(b) > order(a) ? 1 : -1));
  const options = inOrder.slice(0, 5).map(({ id, title }) => `"${title}" (${id})`);
  const message = `"${address}" could be ${options.join(', ')}; give more of the title or the id`;
  throw new SottoError('usage', 'ambiguous_chat', message);
}

/** The id of the chat that an id, a title, or a unique prefix of either means; `-` or nothing is the one in which something was done last. */
export function findChat(store: Store, address?: string): string {
  if (address !== undefined && store.chats.has(address) && !store.chats.read(address).facts.deleted)
    return address;
  const chats = store.chats.list();
  if (address === undefined || address === '-') {
    const [latest] = chats;
    if (latest) return latest.id;
    throw new SottoError('not_found', 'no_chat', 'there is no chat yet; start one with `sotto new CARD`');
  }
  const found = chatAmong(chats, address);
  if (found) return found.id;
  throw new SottoError('not_found', 'no_such_chat', `there is no chat "${address}"; see \`sotto chats\``);
}
