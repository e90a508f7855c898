import type { NewEvent } from '../../domain/events/events.ts';
import type { Position } from '../../domain/lineage.ts';
import type { CharacterId, Message } from '../../domain/message.ts';
import type { Store } from '../../store/store.ts';
import type { OpenChat } from '../chat/open-chat.ts';
import { greetingsAt, openingAt } from '../texts/greetings.ts';

/**
 * The end of a message: the place on its branch before the next one that `isNext` holds for, so with all that has since
 * been done to it.
 */
export function endOf(
  chat: OpenChat,
  message: Position,
  isNext: Parameters<Store['firstAfter']>[1],
): Position {
  const { store } = chat.parts;
  const next = store.firstAfter(message, isNext);
  return next
    ? store.tree.before(chat.id, next)
    : { branch: message.branch, seq: store.tree.tip(chat.id, message.branch) };
}

/** The end of a version for a viewer: whatever else was said in between, what was done to it belongs to it. */
export const endOfVersion = (chat: OpenChat, at: Position, viewer: CharacterId | 'everyone'): Position =>
  endOf(chat, at, (place, id) => chat.view(viewer, place).find(id) !== undefined);

/**
 * Places of all messages that stand where this one stands, itself included, oldest first: those that come
 * next, on any branch, after what a viewer perceived before it. What the viewer does not perceive counts for
 * nothing here.
 */
export function versionsOf(chat: OpenChat, message: Message, viewer: CharacterId | 'everyone'): Position[] {
  const { store } = chat.parts;
  const here = chat.view(viewer);
  const lineage = store.tree.lineage(chat.id, chat.state.head);
  const viewAt = (place: Position) =>
    lineage.contains(place) ? here : chat.view(viewer, endOfVersion(chat, place, viewer));
  const previous = here.last(1, message.id)[0];
  const from = previous ? store.placeOf(previous.id) : store.tree.start(chat.id);
  return store.messagesNext(chat.id, from, (place, id) => viewAt(place).find(id) !== undefined);
}

/** A version of a message that can be gone to: where it stands, or a greeting and the place where it would stand. */
export type Version = { readonly at: Position } | { readonly opening: NewEvent; readonly place: Position };

/**
 * The versions of a message in the order of going through them. Of an opening they are first the greetings of the
 * card, also those that nobody has seen yet: these are written when somebody goes to them.
 */
export function swipesOf(chat: OpenChat, message: Message): Version[] {
  const written = versionsOf(chat, message, chat.viewer);
  const openings = written.map((at) => ({ at, greeting: openingAt(chat, at)?.greeting }));
  const first = openings.find(({ greeting }) => greeting !== undefined);
  if (!first) return written.map((at) => ({ at }));
  const place = chat.parts.store.tree.before(chat.id, first.at);
  const greetings = greetingsAt(chat, first.at).map((opening, index): Version => {
    const known = openings.find(({ greeting }) => greeting === index);
    return known ? { at: known.at } : { opening, place };
  });
  const isListed = (at: Position) => greetings.some((version) => 'at' in version && version.at === at);
  return [...greetings, ...written.filter((at) => !isListed(at)).map((at) => ({ at }))];
}

/** Whether two places are one. */
export const isSamePlace = (one: Position, other: Position): boolean =>
  one.branch === other.branch && one.seq === other.seq;
