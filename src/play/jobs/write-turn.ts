import type { NewEvent } from '../../domain/events/events.ts';
import type { Append, Appended, ChatState } from '../../store/state.ts';
import type { PlayParts } from '../chat/parts.ts';

/** Writes a turn and, in the same transaction, the jobs that it causes. */
export function writeTurn(
  { store, jobs = [] }: PlayParts,
  chat: string,
  how: Append,
  decide: (state: ChatState) => readonly NewEvent[],
): Appended {
  if (jobs.length === 0) return store.chats.append(chat, how, decide);
  return store.atomically(() => {
    const written = store.chats.append(chat, how, decide);
    const turn = { chat, events: written.events, head: written.head, world: written.world, store };
    for (const { kind, priority, of } of written.events.length > 0 ? jobs : [])
      for (const { about, source, owner = null } of of(turn))
        store.jobs.add({ chat, kind, priority, about, source, owner }, how.at);
    return written;
  });
}
