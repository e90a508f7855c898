import { SottoError } from '../../domain/errors.ts';
import type { NewEvent } from '../../domain/events/events.ts';
import type { Message } from '../../domain/message.ts';
import type { View } from '../../domain/view.ts';
import type { DomainEventPlace } from '../../store/store.ts';
import { messageAt, messagesFrom } from '../chat/address.ts';
import { requireIdle } from '../chat/idle.ts';
import type { OpenChat } from '../chat/open-chat.ts';
import type { RewindTo, Undone, VersionInfo } from '../chat/play-state.ts';
import { type UndoneFact, undoneBetween } from './undone.ts';
import { endOfVersion, isSamePlace, swipesOf } from './versions.ts';

/** The last `count` messages of a view, oldest first. */
function lastTurns(view: View, count: number): Message[] {
  const turns = view.last(count);
  if (Number.isInteger(count) && count > 0 && turns.length === count) return turns;
  const message = `there are ${turns.length} turns to take back, not ${count}; see \`sotto log\``;
  throw new SottoError('usage', 'too_few_turns', message);
}

/** Messages of the log from this one on, hidden ones included. */
const allFrom = (chat: OpenChat, first: Message): Message[] => [
  ...messagesFrom(chat.view('everyone'), first),
];

/** What going back by so many turns, as the viewer counts them, takes along. */
function turnsBack(chat: OpenChat, count: number): Message[] {
  const [first] = lastTurns(chat.perspective.counted, count);
  return first ? allFrom(chat, first) : [];
}

const allUndone = (chat: OpenChat, to: RewindTo): Message[] =>
  'turns' in to ? turnsBack(chat, to.turns) : allFrom(chat, messageAt(chat, to.message)).slice(1);

/** What else than messages goes with a rewind, as far as the viewer knows of it. */
export function undoneBy(chat: OpenChat, to: RewindTo): UndoneFact[] {
  const { store } = chat.parts;
  const [first] = allUndone(chat, to);
  if (!first) return [];
  const place = store.tree.before(chat.id, store.placeOf(first.id));
  const revised = store.revisedSince(chat.id, chat.state.head, place.seq);
  return undoneBetween(
    chat,
    place,
    revised.filter((id) => chat.view(chat.viewer, place).find(id)),
  );
}

/** Goes back by turns, or to the end of a message; what comes after stays in the tree. */
export function rewind(chat: OpenChat, to: RewindTo, options: { dryRun?: boolean } = {}): Undone {
  requireIdle(chat);
  const { store, now } = chat.parts;
  const undone = allUndone(chat, to);
  const first = undone[0];
  const ids = new Set(undone.map(({ id }) => id));
  const messages = chat
    .view()
    .last(undone.length)
    .filter(({ id }) => ids.has(id));
  const hidden = undone.length - messages.length;
  const result = { messages, unperceived: chat.perspective.told(hidden) };
  if (options.dryRun || !first) return result;
  store.chats.moveHead(chat.id, 'rewind', now(), () => store.tree.before(chat.id, store.placeOf(first.id)));
  chat.moved();
  return result;
}

/** Takes back the last thing that happened, be it a message, an edit or a pin. */
export function undo(chat: OpenChat): void {
  requireIdle(chat);
  const { store, now } = chat.parts;
  const last = lastThing(chat);
  if (!last || last.turn === store.firstTurn(chat.id) || last.kind === 'opening_given') {
    const message = 'there is nothing to undo: this is where the chat begins';
    throw new SottoError('usage', 'nothing_to_undo', message);
  }
  store.chats.moveHead(chat.id, 'rewind', now(), () => store.startOfTurn(chat.id, last));
  chat.moved();
}

/** The newest event that the viewer is told of and that has an effect: a failed reply left nothing to take back. */
function lastThing(chat: OpenChat): DomainEventPlace | undefined {
  const { store } = chat.parts;
  let at = chat.state.head;
  for (let last = store.eventAt(chat.id, at); last; last = store.eventAt(chat.id, at)) {
    const start = store.startOfTurn(chat.id, last);
    if (last.kind !== 'reply_failed' && chat.perspective.isToldBetween(start, at)) return last;
    at = start;
  }
  return undefined;
}

/** Goes back to where the head was before it was last rewound to here, if the viewer is told of anything there. */
export function redo(chat: OpenChat): void {
  requireIdle(chat);
  const { store, now } = chat.parts;
  const target = store.tree.redoTarget(chat.id, chat.state.head);
  const message = 'there is nothing to redo from here; see `sotto branches`';
  if (!target || !chat.perspective.isToldBetween(chat.state.head, target))
    throw new SottoError('usage', 'nothing_to_redo', message);
  store.chats.moveHead(chat.id, 'redo', now(), () => target);
  chat.moved();
}

/** The versions of the last message, each with its text as the viewer would perceive it there. */
export function versions(chat: OpenChat): VersionInfo[] {
  const last = chat.view().last(1)[0];
  if (!last) return [];
  const here = chat.parts.store.placeOf(last.id);
  return swipesOf(chat, last).map((version) => {
    if ('opening' in version) return { current: false, text: textOf(version.opening) };
    if (isSamePlace(version.at, here)) return { current: true, text: last.text };
    const end = endOfVersion(chat, version.at, chat.viewer);
    return { current: false, text: chat.view(chat.viewer, end).last(1)[0]?.text ?? '' };
  });
}

const textOf = ({ kind, payload }: NewEvent): string => (kind === 'opening_given' ? payload.text : '');

/** Moves to another version of the last message. Resolves to which of how many it is now. */
export function swipe(chat: OpenChat, which: 'next' | 'prev' | number): { index: number; of: number } {
  requireIdle(chat);
  const { store, now } = chat.parts;
  const last = chat.view().last(1)[0];
  if (!last) throw new SottoError('usage', 'nothing_said', 'there is no message to swipe yet');
  const here = store.placeOf(last.id);
  const known = swipesOf(chat, last);
  const current = known.findIndex((version) => 'at' in version && isSamePlace(version.at, here));
  const wanted = which === 'next' ? current + 1 : which === 'prev' ? current - 1 : which - 1;
  const target = known[wanted];
  if (!target) {
    const count = known.length === 1 ? 'is one version' : `are ${known.length} versions`;
    const message = `there ${count} of the last message; \`regenerate\` makes another`;
    throw new SottoError('usage', 'no_such_swipe', message);
  }
  if ('opening' in target) {
    chat.publish(chat.write('sotto', () => [target.opening], { place: target.place }));
  } else if (wanted !== current) {
    const { at } = target;
    store.chats.moveHead(chat.id, 'swipe', now(), () => endOfVersion(chat, at, chat.viewer));
    chat.moved();
  }
  return { index: wanted + 1, of: known.length };
}
