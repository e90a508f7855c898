import { memberOf } from '../../domain/world/world.ts';
import type { OpenChat } from './open-chat.ts';

/** Lets the human look on through these eyes and play nobody, until they play somebody again. */
export function lookOn(chat: OpenChat, name: string): void {
  const before = chat.session.onlooker ?? chat.viewer;
  chat.lookAs(name);
  chat.session.looksOn(before);
}

/** Lets an onlooker play whom they played before, where that one is there again. */
export function lookBack(chat: OpenChat): void {
  const member = memberOf(chat.stage, chat.session.onlooker);
  if (member?.present) chat.lookAs(member.id);
}
