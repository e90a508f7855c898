import type { Position } from '../domain/lineage.ts';
import type { CharacterId, Message } from '../domain/message.ts';
import type { OpenChat } from './open-chat.ts';

/**
 * Places of all messages that stand where this one stands, itself included, oldest first: those that come
 * next, on any branch, after what a viewer perceived before it. What the viewer does not perceive counts for
 * nothing here.
 */
export function versionsOf(chat: OpenChat, message: Message, viewer: CharacterId): Position[] {
  const { store } = chat.parts;
  const here = chat.view(viewer);
  const lineage = store.tree.lineage(chat.id, chat.state.head);
  const viewAt = (place: Position) =>
    lineage.contains(place)
      ? here
      : chat.view(viewer, { branch: place.branch, seq: store.tree.endOfMessage(place) });
  const previous = here.last(1, message.id)[0];
  const from = previous ? store.placeOf(previous.id) : store.tree.start(chat.id);
  return store.messagesNext(chat.id, from, (place, id) => viewAt(place).find(id) !== undefined);
}
