import type { GroupSeen } from '../../domain/audience/group-seen.ts';
import { groupNamed, groupSeen } from '../../domain/audience/groups.ts';
import type { GroupCommand } from '../../domain/decide/decide-groups.ts';
import { SottoError } from '../../domain/errors.ts';
import type { CharacterId, Message } from '../../domain/message.ts';
import { foldName, memberNamed, memberOf } from '../../domain/world/world.ts';
import { messageAt, messagesFrom } from '../open/address.ts';
import { lookBack } from '../open/onlooker.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { carryOut, perform } from '../tree/changes.ts';
import type { Joining, PresencePlay, SceneNow } from './presence-play.ts';

/** An id that nobody of the cast has: somebody who is called otherwise now may have been called like this. */
function freshId(chat: OpenChat, name: string): CharacterId {
  const about = `character\n${chat.id}\n${foldName(name)}`;
  let id = chat.parts.idFor(about);
  for (let n = 2; memberOf(chat.stage, id); n += 1) id = chat.parts.idFor(`${about}\n${n}`);
  return id;
}

function join(chat: OpenChat, wanted: string, { knowsPast = false, newcomer }: Joining): string {
  const known = memberNamed(chat.stage, wanted);
  if (known || !newcomer) {
    const { id } = known ?? chat.perspective.member(wanted);
    carryOut(chat, { type: 'join', by: chat.viewer, character: id, knowsPast, called: wanted });
  } else {
    const { name, card } = newcomer();
    const most = chat.parts.settings.castMax;
    carryOut(chat, {
      type: 'enlist',
      newcomer: { id: freshId(chat, name), name, card },
      knowsPast,
      most,
    });
  }
  if (knowsPast) chat.moved();
  return (known ?? chat.stage.cast.at(-1))?.name ?? wanted;
}

function leave(chat: OpenChat, name: string): string {
  const member = chat.perspective.member(name);
  carryOut(chat, { type: 'leave', by: chat.viewer, character: member.id });
  return member.name;
}

function scene(chat: OpenChat, names?: readonly string[]): SceneNow {
  const present = names?.map((name) => chat.perspective.member(name).id);
  if (present) carryOut(chat, { type: 'set_scene', by: chat.viewer, present });
  if (names) lookBack(chat);
  const { known, isThere, viewer } = chat.perspective;
  const seen = isThere ? known.cast : known.cast.filter(({ id }) => id === viewer);
  const namesOf = (present: boolean) => seen.filter((one) => one.present === present).map(({ name }) => name);
  return { present: namesOf(true), away: namesOf(false) };
}

function renameCharacter(chat: OpenChat, name: string, to: string): string {
  const { id } = chat.perspective.member(name);
  carryOut(chat, { type: 'rename_character', character: id, name: to });
  chat.moved();
  return memberOf(chat.stage, id)?.name ?? to;
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

function changeGroup(
  chat: OpenChat,
  group: string,
  change: Pick<GroupCommand, 'what' | 'names'>,
): GroupSeen | null {
  carryOut(chat, { type: 'change_group', by: chat.viewer, group, ...change });
  const known = chat.known();
  const after = groupNamed(known, chat.viewer, group);
  return after ? groupSeen(known, after) : null;
}

/** The scene of an open chat. */
export const presenceOf = (chat: OpenChat): PresencePlay => ({
  join: async (name, how = {}) => join(chat, name, how),
  leave: async (name) => leave(chat, name),
  scene: async (names) => scene(chat, names),
  renameCharacter: async (name, to) => renameCharacter(chat, name, to),
  changeGroup: async (group, what, names) => changeGroup(chat, group, { what, names }),
  changeAudience: async (from, change) => changeAudience(chat, from, change),
});
