import { SottoError } from '../../domain/errors.ts';
import type { NewEvent } from '../../domain/events/events.ts';
import type { Position } from '../../domain/lineage.ts';
import type { Message } from '../../domain/message.ts';
import type { AnyView } from '../../domain/view.ts';
import type { DomainEventPlace } from '../../store/store.ts';
import { isLine } from '../branches/unheard.ts';
import type { AllUndone, RewindTo, TakenBack, Undone, VersionInfo } from '../chat/play-state.ts';
import { beforeTurnOf, lastLine, messageAt, messagesFrom, nextAfter } from '../open/address.ts';
import { requireIdle } from '../open/idle.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { goTo, linesReturning, tellReturning } from './going.ts';
import { goKeeping, keptAt, lastDone, revisedIn } from './keeping.ts';
import { writeAgain } from './message-versions.ts';
import { allSwipesOf } from './own-versions.ts';
import { undoneBetween } from './undone.ts';
import { endOfVersion } from './versions.ts';

/** The last `count` messages that the viewer perceives, oldest first. */
function lastTurns(view: AnyView, count: number): Message[] {
  const turns = view.last(count);
  if (Number.isInteger(count) && count > 0 && turns.length === count) return turns;
  const message = `there are only ${turns.length} turns to undo, not ${count}; see \`sotto log\``;
  throw new SottoError('usage', 'too_few_turns', message);
}

/** The messages that one turn wrote, up to one of them, oldest first. */
function turnUpTo(view: AnyView, last: Message): Message[] {
  const messages: Message[] = [];
  for (let one: Message | undefined = last; one?.turn === last.turn; one = view.last(1, one.id)[0])
    messages.unshift(one);
  return messages;
}

/** The turn that wrote a message, whoever perceived its beginning. */
const turnOf = ({ id, parts: { store } }: OpenChat, message: Message): string | undefined =>
  store.eventAt(id, store.placeOf(message.id))?.turn;

/** The first of the messages that the viewer sees go, with its whole turn: whatever else was said stands before it or goes along. */
function firstUndone(chat: OpenChat, to: RewindTo): Message | undefined {
  if ('message' in to) return nextAfter(chat, messageAt(chat, to.message));
  const view = chat.view();
  const [first] = lastTurns(view, to.turns);
  return first && turnUpTo(view, first)[0];
}

/** What goes with a message and all after it, when the head goes back to this place. */
function undoneFrom(chat: OpenChat, first: Message, place: Position): Undone {
  const messages = [...messagesFrom(chat.view(), first)];
  const all = [...messagesFrom(chat.view('everyone'), first)].filter(isLine).length;
  const unperceived = chat.perspective.told(all - messages.filter(isLine).length);
  return { messages, unperceived, returns: linesReturning(chat, place, keptAt(chat, place)) };
}

const nothing: AllUndone = { messages: [], unperceived: 0, returns: [], facts: [] };

/** All that goes with a rewind, as far as the viewer knows of it. */
export function undoneBy(chat: OpenChat, to: RewindTo): AllUndone {
  const first = firstUndone(chat, to);
  if (!first) return nothing;
  const place = beforeTurnOf(chat, first);
  return { ...undoneFrom(chat, first, place), facts: undoneBetween(chat, place, keptAt(chat, place)) };
}

/** The first message of each of the last turns, the newest turn first. */
export function turnsBack(chat: OpenChat, count: number): Message[] {
  const view = chat.view();
  const last = view.last(count);
  return (last.length > 0 ? last : lastTurns(view, 1))
    .toReversed()
    .map((message) => turnUpTo(view, message)[0] ?? message);
}

/** Goes back by turns, or to the end of a message; what comes after stays in the tree, and what was edited since stays edited. */
export function rewind(chat: OpenChat, to: RewindTo, options: { dryRun?: boolean } = {}): Undone {
  requireIdle(chat);
  const first = firstUndone(chat, to);
  if (!first) return nothing;
  const place = beforeTurnOf(chat, first);
  const undone = undoneFrom(chat, first, place);
  if (!options.dryRun) goKeeping(chat, 'rewind', place);
  return undone;
}

const following: ReadonlySet<string> = new Set(['significance_scored', 'scene_summarized']);

/** The kind of what was done in a turn, before what followed from it. */
function actOf({ id, parts: { store } }: OpenChat, last: DomainEventPlace): string {
  const { turn } = last;
  for (let at: DomainEventPlace | undefined = last; at?.turn === turn; ) {
    if (!following.has(at.kind)) return at.kind;
    at = store.eventAt(id, store.tree.before(id, at));
  }
  return last.kind;
}

/**
 * Takes back the last thing that the viewer perceives, be it a message, an edit or a pin, and what was unheard since; edits of
 * other lines stay.
 */
export function undo(chat: OpenChat, options: { dryRun?: boolean } = {}): TakenBack {
  requireIdle(chat);
  const { store } = chat.parts;
  const last = lastDone(chat);
  if (!last || last.turn === store.firstTurn(chat.id) || last.kind === 'opening_given') {
    const message = 'there is nothing to undo: this is where the chat begins';
    throw new SottoError('usage', 'nothing_to_undo', message);
  }
  const place = store.startOfTurn(chat.id, last);
  const [newest] = chat.view().last(1);
  const undone = revisedIn(chat, last);
  const kept = keptAt(chat, place, undone);
  const taken = {
    messages: newest && turnOf(chat, newest) === last.turn ? turnUpTo(chat.view(), newest) : [],
    facts: undoneBetween(chat, place, kept),
    returns: linesReturning(chat, place, kept),
    act: actOf(chat, last),
  };
  if (!options.dryRun) goKeeping(chat, 'rewind', place, undone);
  return taken;
}

/** Goes back to where the head was before it was last rewound to here, if the viewer perceives anything there. */
export function redo(chat: OpenChat): void {
  requireIdle(chat);
  const target = chat.perspective.redoTarget;
  const message = 'there is nothing to redo from here; see `sotto branches`';
  if (!target) throw new SottoError('usage', 'nothing_to_redo', message);
  tellReturning(chat, target);
  goTo(chat, 'redo', target);
}

/** The versions of the last message, each with its text as the viewer would perceive it there. */
export function versions(chat: OpenChat): VersionInfo[] {
  const last = lastLine(chat.view());
  if (!last) return [];
  return allSwipesOf(chat, last).map(({ version, own, isCurrent: current }) => {
    if ('opening' in version) return { current: false, text: textOf(version.opening) };
    if (own) return { current, text: own.text };
    if (current) return { current, text: last.text };
    const end = endOfVersion(chat, version.at, chat.viewer);
    return { current: false, text: lastLine(chat.view(chat.viewer, end))?.text ?? '' };
  });
}

const textOf = ({ kind, payload }: NewEvent): string => (kind === 'opening_given' ? payload.text : '');

/** Moves to another version of the last message. Resolves to which of how many it is now. */
export function swipe(chat: OpenChat, which: 'next' | 'prev' | number): { index: number; of: number } {
  requireIdle(chat);
  const last = lastLine(chat.view());
  if (!last) throw new SottoError('usage', 'nothing_said', 'nothing was said yet, and has no other version');
  const known = allSwipesOf(chat, last);
  const current = known.findIndex(({ isCurrent }) => isCurrent);
  const wanted = which === 'next' ? current + 1 : which === 'prev' ? current - 1 : which - 1;
  const target = known[wanted];
  if (!target) {
    const count = known.length === 1 ? 'is one version' : `are ${known.length} versions`;
    const message = `there ${count} of the last message; \`regenerate\` makes another`;
    throw new SottoError('usage', 'no_such_swipe', message);
  }
  const { version, own } = target;
  if ('opening' in version) {
    chat.publish(chat.write('sotto', () => [version.opening], { place: version.place }));
  } else if (own && known[current]?.version === version) {
    if (wanted !== current) writeAgain(chat, last, own);
  } else if (wanted !== current) {
    const { at } = version;
    const place = endOfVersion(chat, at, chat.viewer);
    tellReturning(chat, place, keptAt(chat, place));
    goKeeping(chat, 'swipe', place);
  }
  return { index: wanted + 1, of: known.length };
}
