import { SottoError } from '../../domain/errors.ts';
import { isPerceivedApart } from '../branches/between.ts';
import { beforeTurnOf, messageAt, nextAfter } from '../open/address.ts';
import { requireIdle } from '../open/idle.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { goTo, tellReturning } from './going.ts';
import { editsKept, keepEdits, keptAt } from './keeping.ts';

/** Puts the head at the tip of a branch; where the viewer perceives that it is there already, it stays. */
export function switchTo(chat: OpenChat, name: string): void {
  requireIdle(chat);
  const { tree } = chat.perspective;
  const known = tree.all();
  const found = known.filter((one) => one.name === name);
  const likely = found.length > 0 ? found : known.filter((one) => one.name.startsWith(name));
  const [target] = likely;
  if (!target || likely.length > 1) {
    const names = known.map((one) => one.name).join(', ');
    throw new SottoError('not_found', 'no_such_branch', `there is no branch "${name}"; there is ${names}`);
  }
  const place = tree.tipOf(target);
  const isHere = tree.current() === target;
  if (isHere && !isPerceivedApart(chat.perspective, chat.state.head, place)) return;
  tellReturning(chat, place);
  goTo(chat, 'switch', place);
}

/**
 * A branch at a message, before the next that the viewer perceives, or here, and the head on it; what was edited since stays
 * edited. Returns its name.
 */
export function branch(chat: OpenChat, name?: string, at?: string): string {
  requireIdle(chat);
  const { store, now } = chat.parts;
  const next = at === undefined ? undefined : nextAfter(chat, messageAt(chat, at));
  const place = next ? beforeTurnOf(chat, next) : chat.state.head;
  tellReturning(chat, place, keptAt(chat, place));
  const edits = editsKept(chat, place);
  const made = store.atomically(() => {
    const called = store.chats.branchOff(chat.id, name, now(), place);
    if (edits.length > 0) keepEdits(chat, edits);
    return called;
  });
  chat.moved();
  return made;
}
