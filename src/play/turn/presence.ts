import { SottoError } from '../../domain/errors.ts';
import type { CharacterId, Message } from '../../domain/message.ts';
import { foldName, type Member, memberNamed, memberOf } from '../../domain/world/world.ts';
import { messageAt, messagesFrom } from '../chat/address.ts';
import { lookBack } from '../chat/onlooker.ts';
import type { OpenChat } from '../chat/open-chat.ts';
import { carryOut, perform } from './changes.ts';

/** Somebody to bring into a chat who is not of its cast; a null card is a bare name. */
export type Newcomer = Pick<Member, 'name' | 'card'>;

/** How somebody comes in. */
export interface Joining {
  /** Whether they are told of all that was said in public before. */
  readonly knowsPast?: boolean;
  /** Who it is when nobody of the cast is called so; absent = only one of the cast can come in. */
  readonly newcomer?: () => Newcomer;
}

/** Names of those who are there and of those who are not, as far as the played character is there to see it. */
export interface SceneNow {
  readonly present: readonly string[];
  readonly away: readonly string[];
}

/** Who is there, what they are called, and who has heard what was said. */
export interface PresencePlay {
  /** Brings somebody in. Resolves to their name. Rejects with `already_here`, `duplicate_name`, `bad_name`, `cast_too_large`. */
  join(name: string, how?: Joining): Promise<string>;
  /** Sends somebody away. Resolves to their name. Rejects with `already_away`. */
  leave(name: string): Promise<string>;
  /** Who is there; with names exactly these are, from here on. */
  scene(names?: readonly string[]): Promise<SceneNow>;
  /** Gives a character another name, everywhere. Resolves to it. */
  renameCharacter(name: string, to: string): Promise<string>;
  /**
   * Lets exactly these have perceived a message, or each that the played character perceives from it through another;
   * its speaker always has. Resolves to how many have another audience now.
   */
  changeAudience(
    from: string,
    change: { readonly through?: string; readonly to: readonly string[] | 'everyone' },
  ): Promise<number>;
}

/** An id that nobody of the cast has: somebody who is called otherwise now may have been called like this. */
function freshId(chat: OpenChat, name: string): CharacterId {
  const about = `character\n${chat.id}\n${foldName(name)}`;
  let id = chat.parts.idFor(about);
  for (let n = 2; memberOf(chat.state.world, id); n += 1) id = chat.parts.idFor(`${about}\n${n}`);
  return id;
}

function join(chat: OpenChat, wanted: string, { knowsPast = false, newcomer }: Joining): string {
  const known = memberNamed(chat.state.world, wanted);
  if (known || !newcomer) {
    const { id } = known ?? chat.perspective.member(wanted);
    carryOut(chat, { type: 'join', character: id, knowsPast });
  } else {
    const { name, card } = newcomer();
    const most = chat.parts.settings.castMax;
    carryOut(chat, { type: 'enlist', newcomer: { id: freshId(chat, name), name, card }, knowsPast, most });
  }
  if (knowsPast) chat.moved();
  return (known ?? chat.state.world.cast.at(-1))?.name ?? wanted;
}

function leave(chat: OpenChat, name: string): string {
  const member = chat.perspective.member(name);
  carryOut(chat, { type: 'leave', character: member.id });
  return member.name;
}

function scene(chat: OpenChat, names?: readonly string[]): SceneNow {
  if (names)
    carryOut(chat, { type: 'set_scene', present: names.map((name) => chat.perspective.member(name).id) });
  if (names) lookBack(chat);
  const { known, isThere, viewer } = chat.perspective;
  const seen = isThere ? known : known.filter(({ id }) => id === viewer);
  const namesOf = (present: boolean) => seen.filter((one) => one.present === present).map(({ name }) => name);
  return { present: namesOf(true), away: namesOf(false) };
}

function renameCharacter(chat: OpenChat, name: string, to: string): string {
  const { id } = chat.perspective.member(name);
  carryOut(chat, { type: 'rename_character', character: id, name: to });
  chat.moved();
  return memberOf(chat.state.world, id)?.name ?? to;
}

/** The messages of the open view from one through another. */
function stretch(chat: OpenChat, first: Message, last: Message): Message[] {
  const found: Message[] = [];
  for (const message of messagesFrom(chat.view(), first)) {
    found.push(message);
    if (message.id === last.id) return found;
  }
  const message = 'the range ends before it begins; name the older message first';
  throw new SottoError('usage', 'bad_range', message);
}

function changeAudience(
  chat: OpenChat,
  from: string,
  { through, to }: Parameters<PresencePlay['changeAudience']>[1],
): number {
  const first = messageAt(chat, from);
  const messages = through === undefined ? [first] : stretch(chat, first, messageAt(chat, through));
  const { events } = perform(chat, { type: 'change_audience', messages, to, viewer: chat.viewer });
  chat.moved();
  return events.filter(({ kind }) => kind === 'audience_changed').length;
}

/** The scene of an open chat. */
export const presenceOf = (chat: OpenChat): PresencePlay => ({
  join: async (name, how = {}) => join(chat, name, how),
  leave: async (name) => leave(chat, name),
  scene: async (names) => scene(chat, names),
  renameCharacter: async (name, to) => renameCharacter(chat, name, to),
  changeAudience: async (from, change) => changeAudience(chat, from, change),
});
