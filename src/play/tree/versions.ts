import type { NewEvent } from '../../domain/events/events.ts';
import type { Position } from '../../domain/lineage.ts';
import type { Message } from '../../domain/message.ts';
import type { Viewer } from '../../domain/view.ts';
import type { KnownBranches } from '../branches/known-branches.ts';
import { beforeTurnOf, turnOf } from '../open/address.ts';
import { greetingsAt, openingAt } from '../open/greetings.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { Perspective } from '../open/perspective.ts';

/**
 * The end of a version for a viewer: the place before the turn of the next message that it perceives on the same line of
 * play, or the tip; whatever else was said in between, what was done to the version belongs to it.
 */
export function endOfVersion(chat: OpenChat, at: Position, viewer: Viewer): Position {
  const { store } = chat.parts;
  const turn = store.eventAt(chat.id, at)?.turn;
  const isNext = (place: Position, id: string) => {
    const found = chat.view(viewer, place).find(id);
    return found !== undefined && turnOf(chat, found) !== turn;
  };
  const end = treeOf(chat, viewer).endWith(at);
  const { segments } = store.tree.lineage(chat.id, end);
  const from = segments.findIndex(({ branch }) => branch === at.branch);
  for (const { branch, after, upTo } of segments.slice(0, from + 1).reverse()) {
    const next = store.firstAfter({ branch, seq: branch === at.branch ? at.seq : after }, isNext);
    if (next && next.seq <= upTo) return beforeTurnOf(chat, next);
  }
  return end;
}

/** The branches as a viewer knows them. */
const treeOf = (chat: OpenChat, viewer: Viewer): KnownBranches =>
  viewer === chat.viewer ? chat.perspective.tree : new Perspective(chat, viewer).tree;

/**
 * Places of all messages that stand where this one stands, itself included, oldest first: those that come
 * next, on any branch, after what a viewer perceived before it. What the viewer does not perceive counts for
 * nothing here.
 */
export function versionsOf(chat: OpenChat, message: Message, viewer: Viewer): Position[] {
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
