import type { LoadedConfig } from '../../config/load.ts';
import { isSottoError } from '../../domain/errors.ts';
import type { ChatEntry } from '../../store/chats/state.ts';
import type { Store } from '../../store/store.ts';
import { knownInRoles } from '../run/in-roles.ts';

type Shelf = { readonly store: Store; readonly loaded: LoadedConfig };

/** When the last line was said that whoever is played in a chat perceives; empty where there is none. */
function lastHeardIn(shelf: Shelf, id: string): string {
  try {
    return knownInRoles(shelf, id).view.last(1)[0]?.at ?? '';
  } catch (error) {
    if (isSottoError(error)) return '';
    throw error;
  }
}

const later = (one: string, other: string): string => (one > other ? one : other);

/**
 * Chats as a person is shown them, the latest first: `updatedAt` is when the last line was said that whoever is played there
 * perceives, or when the chat began.
 */
export function listedChats(shelf: Shelf, options: { readonly deleted?: boolean } = {}): ChatEntry[] {
  const { store, loaded } = shelf;
  const found = store.lastHeard.byChat();
  const made = new Map([...found.keys()].map((id, at) => [id, at]));
  const isAsPlayed = loaded.config.WriteNextMsgAs === '';
  const heardIn = (id: string) => (isAsPlayed ? found.get(id) : null) ?? lastHeardIn(shelf, id);
  const order = (one: ChatEntry, other: ChatEntry) => {
    if (one.updatedAt !== other.updatedAt) return one.updatedAt > other.updatedAt ? -1 : 1;
    return (made.get(other.id) ?? 0) - (made.get(one.id) ?? 0);
  };
  return store.chats
    .list(options)
    .map((chat) => ({ ...chat, updatedAt: later(chat.createdAt, heardIn(chat.id)) }))
    .sort(order);
}
