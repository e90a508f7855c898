import type { CharacterId, Message } from '../domain/message.ts';
import { type Member, memberOf, type World } from '../domain/world.ts';

const escapeForRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Where a name stands in a text as a whole word, case-insensitive; -1 when it does not. */
export function indexOfName(text: string, name: string): number {
  const word = new RegExp(`(?<![\\p{L}\\p{N}_])${escapeForRegExp(name)}(?![\\p{L}\\p{N}_])`, 'iu');
  return text.search(word);
}

/** Members named in a text, in the order in which they are named first (RP-046). */
const named = (text: string, members: readonly Member[]): Member[] =>
  members
    .map((member) => ({ member, at: indexOfName(text, member.name) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .map(({ member }) => member);

/**
 * Who answers a message of the human: those of its audience when it is private, else those named in it,
 * else whoever else spoke last, else the host. `recent` is the sender's view, oldest first.
 */
export function speakersAfter(
  world: World,
  said: Pick<Message, 'speaker' | 'text' | 'knownTo'>,
  recent: readonly Message[],
): CharacterId[] {
  const others = world.cast.filter(({ id, present }) => present && id !== said.speaker);
  if (said.knownTo.length > 0) {
    return others.filter(({ id }) => said.knownTo.includes(id)).map(({ id }) => id);
  }
  const addressed = named(said.text, others);
  if (addressed.length > 0) return addressed.map(({ id }) => id);
  const last = recent.findLast(({ speaker }) => others.some(({ id }) => id === speaker));
  const next = memberOf(world, last?.speaker ?? null) ?? others[0];
  return next ? [next.id] : [];
}

/** Who answers a reply without the human: recipients of a whisper that the played character is not in (KT-15, KT-16). */
export function speakersAfterWhisper(
  world: World,
  reply: Message,
  played: CharacterId | null,
): CharacterId[] {
  if (reply.knownTo.length === 0 || (played !== null && reply.knownTo.includes(played))) return [];
  return world.cast
    .filter(({ id, present }) => present && id !== reply.speaker && reply.knownTo.includes(id))
    .map(({ id }) => id);
}
