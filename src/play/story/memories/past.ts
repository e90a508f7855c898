import type { Position } from '../../../domain/lineage.ts';
import type { CharacterId, ChatId } from '../../../domain/message.ts';
import type { PastScope, Pasts } from '../../../domain/world/chat-facts.ts';
import { knownBy, type Member } from '../../../domain/world/world.ts';
import type { Past } from '../../../store/recall/past.ts';
import type { ChatReader } from '../../chat/chat-reader.ts';

/** A chat that is part of somebody's past, or the one that they are in. */
export interface Life extends Past {
  readonly viewer: CharacterId;
  readonly title: string;
  /** Those of its cast whom they know there, themselves included. */
  readonly known: readonly Member[];
}

/** How far the past of somebody reaches in a chat. */
const scopeOf = (pasts: Pasts, usual: PastScope, { id }: Pick<Member, 'id'>): PastScope =>
  pasts[id] ?? pasts.everyone ?? usual;

/** How far the past of one of the cast reaches in the open chat. */
export const scopeHere = ({ state, parts }: ChatReader, member: Pick<Member, 'id'>): PastScope =>
  scopeOf(state.facts.pasts, parts.settings.memory.scope, member);

/** The member of a chat who is this identity; undefined where there is none who may tell of it. */
const memberWho = (cast: readonly Member[], isThem: (member: Member) => boolean): Member | undefined =>
  cast.find((member) => member.isReset !== true && isThem(member));

/** The chats beside the open one where the same character lived through something that is its past here. */
function elsewhere(chat: ChatReader, { card }: Member): Life[] {
  const { store, settings } = chat.parts;
  if (card === null) return [];
  const identity = store.identities.reader();
  const who = identity(card);
  const isThem = (member: Member) => member.card !== null && identity(member.card) === who;
  return store.appearances.all().flatMap(({ chat: id, title, head, cast, pasts }): Life[] => {
    const there = id === chat.id ? undefined : memberWho(cast, isThem);
    if (!there || scopeOf(pasts, settings.memory.scope, there) !== 'all') return [];
    const known = knownBy({ cast }, there.id);
    return [{ chat: id, viewer: there.id, head, title, known }];
  });
}

/**
 * What one of the cast has lived through, as far as it is their past in the open chat: this chat first, up to `head`, then all
 * others where the same character was in the cast at their heads. Empty where they have none.
 */
export function pastOf(chat: ChatReader, member: Member, head: Position = chat.state.head): Life[] {
  const scope = scopeHere(chat, member);
  if (scope === 'off') return [];
  const { facts } = chat.state;
  const known = knownBy(chat.stage, member.id);
  const here: Life = { chat: chat.id, viewer: member.id, head, title: facts.title, known };
  return scope === 'all' ? [here, ...elsewhere(chat, member)] : [here];
}

/** The life in this chat. */
export const lifeIn = (lives: readonly Life[], chat: ChatId): Life | undefined =>
  lives.find((life) => life.chat === chat);
