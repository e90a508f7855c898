import type { NewEvent } from '../../domain/events/events.ts';
import type { CharacterId } from '../../domain/message.ts';
import type { Member } from '../../domain/world/world.ts';
import type { App } from '../run/app.ts';

/** Those in a chat who are characters of other chats here as well: what happens in it is the past of these. */
export function sharedWith({ store }: Pick<App, 'store'>, chat: string): Member[] {
  const identity = store.identities.reader();
  const all = store.appearances.all();
  const elsewhere = new Set(
    all
      .filter((one) => one.chat !== chat)
      .flatMap(({ cast }) => cast.flatMap(({ card }) => (card ? [identity(card)] : []))),
  );
  const cast = all.find((one) => one.chat === chat)?.cast ?? [];
  return cast.filter(({ card }) => card !== null && elsewhere.has(identity(card)));
}

/** Keeps what these live through in a chat out of their other chats, and these out of it. */
export function keepApart({ store, now }: App, chat: string, members: readonly CharacterId[]): void {
  const facts = members.map((character): NewEvent => {
    return { kind: 'past_set', payload: { character, scope: 'chat' } };
  });
  store.chats.append(chat, { actor: 'human', at: now() }, () => facts);
}
