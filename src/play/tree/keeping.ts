import type { NewEvent } from '../../domain/events/events.ts';
import type { Position } from '../../domain/lineage.ts';
import type { MessageId } from '../../domain/message.ts';
import type { MoveKind } from '../../store/log/tree.ts';
import type { DomainEventPlace } from '../../store/store.ts';
import { lastPerceived, partingOf } from '../branches/between.ts';
import { isCarried, revisionsIn } from '../branches/carried.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { withTakenBack } from './changes.ts';

type Edit = Extract<NewEvent, { kind: 'message_edited' }>;

const noMessages: ReadonlySet<MessageId> = new Set();

/**
 * What lets the lines that stand at a place read there as they read now, but for some: words that were put right stay so wherever
 * the head goes on from. It is the same whoever looks, so that it tells nobody anything.
 */
export function editsKept(chat: OpenChat, place: Position, but = noMessages): Edit[] {
  const { store } = chat.parts;
  const { head } = chat.state;
  const revised = store.revisedSince(chat.id, head, partingOf(chat, head, place).seq);
  if (revised.length === 0) return [];
  const [here, there] = [chat.view('everyone'), chat.view('everyone', place)];
  return [...new Set(revised)].flatMap((message): Edit[] => {
    const [is, was] = [here.find(message), there.find(message)];
    if (!is || !was || is.text === was.text || but.has(message)) return [];
    const { speaker, text, knownTo, truncated, edited } = is;
    const said = { message, speaker, raw: text, text, knownTo: [...knownTo] };
    const how = { ...(truncated && { truncated }), ...(!edited && { anew: true as const }) };
    const payload = { ...said, ...how, carried: true as const };
    return [{ kind: 'message_edited', payload }];
  });
}

/** The messages that stand at a place and are kept as they read now. */
export const keptAt = (chat: OpenChat, place: Position, but = noMessages): ReadonlySet<MessageId> =>
  new Set(editsKept(chat, place, but).map(({ payload }) => payload.message));

/** Writes edits that are kept, at the head or beside what follows a place; the place behind them. */
export const keepEdits = (chat: OpenChat, edits: readonly Edit[], place?: Position): Position =>
  chat.write('human', (state) => withTakenBack(chat, state, edits), place && { place, headStays: true }).head;

/** The place where the lines before it read as they do now: the same, or one behind it. The head stays. */
export function asItReads(chat: OpenChat, place: Position, but = noMessages): Position {
  const edits = editsKept(chat, place, but);
  return edits.length === 0 ? place : keepEdits(chat, edits, place);
}

/** Puts the head at a place where every line that stands there, but for some, reads as it does now, and tells the listeners. */
export function goKeeping(chat: OpenChat, kind: MoveKind, place: Position, but = noMessages): void {
  const { store, now } = chat.parts;
  store.atomically(() => {
    const target = asItReads(chat, place, but);
    store.chats.moveHead(chat.id, kind, now(), () => target);
  });
  chat.moved();
}

/** The messages that the turn of an event has revised. */
export const revisedIn = (chat: OpenChat, last: DomainEventPlace): ReadonlySet<MessageId> =>
  new Set(revisionsIn(chat, last).map(({ payload }) => payload.message));

/** The last thing that the viewer perceives which somebody did or said; undefined without one. */
export function lastDone(chat: OpenChat): ReturnType<typeof lastPerceived> {
  const { store } = chat.parts;
  let last = lastPerceived(chat.perspective, chat.state.head);
  while (last && isCarried(chat, last))
    last = lastPerceived(chat.perspective, store.startOfTurn(chat.id, last));
  return last;
}
