import { SottoError } from '../../domain/errors.ts';
import type { Store } from '../../store/store.ts';

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
  const wanted = address.toLowerCase();
  const exact = chats.filter(({ title }) => title.toLowerCase() === wanted);
  const likely =
    exact.length > 0
      ? exact
      : chats.filter((c) => c.id.startsWith(address) || c.title.toLowerCase().startsWith(wanted));
  const [found] = likely;
  if (!found)
    throw new SottoError('not_found', 'no_such_chat', `there is no chat "${address}"; see \`sotto chats\``);
  if (likely.length === 1) return found.id;
  const inOrder = likely.toSorted((a, b) => (`${b.createdAt} ${b.id}` > `${a.createdAt} ${a.id}` ? 1 : -1));
  const options = inOrder.slice(0, 5).map(({ id, title }) => `"${title}" (${id})`);
  const message = `"${address}" could be ${options.join(', ')}; give more of the title or the id`;
  throw new SottoError('usage', 'ambiguous_chat', message);
}
