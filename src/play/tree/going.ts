import type { Position } from '../../domain/lineage.ts';
import type { Message, MessageId } from '../../domain/message.ts';
import type { MoveKind } from '../../store/log/tree.ts';
import { partingOf } from '../branches/between.ts';
import type { UndoneFact } from '../chat/play-state.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { hearers, quoted } from './undone.ts';

/** Puts the head at a place in the tree and tells the listeners. */
export function goTo(chat: OpenChat, kind: MoveKind, place: Position): void {
  const { store, now } = chat.parts;
  store.chats.moveHead(chat.id, kind, now(), () => place);
  chat.moved();
}

const isWider = (there: Message, here: Message): boolean =>
  there.perceived.some((id) => !here.perceived.includes(id));

const noMessages: ReadonlySet<MessageId> = new Set();

/**
 * The lines, of those that the viewer perceives at a place, that others know there too, or that are deleted or unheard here; but
 * for those that are kept as they are here.
 */
export function linesReturning(chat: OpenChat, place: Position, kept = noMessages): UndoneFact[] {
  const { store } = chat.parts;
  const { head } = chat.state;
  const [here, there] = [chat.view(), chat.view(chat.viewer, place)];
  const parting = partingOf(chat, head, place);
  const revised = [head, place].flatMap((at) => store.revisedSince(chat.id, at, parting.seq));
  return [...new Set(revised)].flatMap((id): UndoneFact[] => {
    const [is, was] = [here.find(id), there.find(id)];
    if (!was || kept.has(id) || (is && !isWider(was, is))) return [];
    if (!is) return [{ what: 'message', id, was: null, becomes: was.text }];
    const known = (message: Message) => `known to ${hearers(chat.stage, message)}`;
    return [{ what: 'message', id, was: `${quoted(was)} ${known(is)}`, becomes: known(was) }];
  });
}

/** Says which lines a move to a place brings back, or lets others know again. */
export function tellReturning(chat: OpenChat, place: Position, kept = noMessages): void {
  const returning = linesReturning(chat, place, kept);
  const [first, ...more] = returning;
  if (!first) return;
  const line = chat.view(chat.viewer, place).find(first.id);
  const others = more.length === 0 ? '' : `; and ${more.length} more`;
  const what = first.was === null ? 'is back' : `is ${first.becomes} again`;
  chat.emit({
    type: 'notice',
    message: `${line ? quoted(line) : 'a message'} ${what}${others}; \`undo\` or \`redo\` reverts it`,
  });
}
