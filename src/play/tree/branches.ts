import { SottoError } from '../../domain/errors.ts';
import type { Position } from '../../domain/lineage.ts';
import type { Message } from '../../domain/message.ts';
import { messageAt } from '../chat/address.ts';
import { requireIdle } from '../chat/idle.ts';
import type { OpenChat } from '../chat/open-chat.ts';
import { knownBranches, tipOf } from './known-branches.ts';
import { endOf } from './versions.ts';

/** Puts the head at the tip of a branch. */
export function switchTo(chat: OpenChat, name: string): void {
  requireIdle(chat);
  const { store, now } = chat.parts;
  const known = knownBranches(chat.perspective);
  const found = known.filter((one) => one.name === name);
  const likely = found.length > 0 ? found : known.filter((one) => one.name.startsWith(name));
  const [target] = likely;
  if (!target || likely.length > 1) {
    const names = known.map((one) => one.name).join(', ');
    throw new SottoError('not_found', 'no_such_branch', `there is no branch "${name}"; there is ${names}`);
  }
  store.chats.moveHead(chat.id, 'switch', now(), () => tipOf(chat, target.branch));
  chat.moved();
}

/** A branch at a message, or here, and the head on it. Resolves to its name. */
export function branch(chat: OpenChat, name?: string, at?: string): string {
  requireIdle(chat);
  const { store, now } = chat.parts;
  const place = at === undefined ? chat.state.head : afterMessage(chat, messageAt(chat, at));
  const made = store.chats.branchOff(chat.id, name, now(), place);
  chat.moved();
  return made;
}

const afterMessage = (chat: OpenChat, { id }: Message): Position => {
  const place = chat.parts.store.placeOf(id);
  const end = endOf(chat, place, () => true);
  return { ...end, seq: Math.min(end.seq, limitOf(chat, place)) };
};

/** Up to where the head's own history uses a branch. */
const limitOf = (chat: OpenChat, { branch: id }: Position): number =>
  chat.parts.store.tree.lineage(chat.id, chat.state.head).segments.find((s) => s.branch === id)?.upTo ??
  Number.POSITIVE_INFINITY;
