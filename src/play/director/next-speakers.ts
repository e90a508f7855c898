import { readTags } from '../../domain/audience/audience.ts';
import { isPresent, namedAudience, namesToHear } from '../../domain/audience/groups.ts';
import type { CharacterId } from '../../domain/message.ts';
import { memberOf } from '../../domain/world/world.ts';
import { asksModel, type NextSpeakers } from '../chat/play-state.ts';
import type { OpenChat } from '../open/open-chat.ts';
import type { Session } from '../open/session.ts';
import { choiceDependsOn, likelyAnswerers } from './choosing.ts';
import type { Said } from './director.ts';

const hears = (id: CharacterId, { knownTo }: Said): boolean => knownTo.length === 0 || knownTo.includes(id);

/** Whom the human chose to answer this message; the choice is used up by it. Undefined when nobody was chosen. */
export function takeChosen(chat: OpenChat, said: Said): readonly CharacterId[] | undefined {
  const id = chat.session.chosenBy(said.speaker ?? '');
  if (id === null || !hears(id, said)) return undefined;
  chat.session.choose(null);
  return memberOf(chat.stage, id)?.present ? [id] : undefined;
}

/** Who would answer the draft, from what the played character has perceived; null for one who looks on. */
export function nextSpeakers(chat: OpenChat): NextSpeakers | null {
  const { viewer, session } = chat;
  if (viewer === 'everyone') return null;
  const chosen = session.chosenBy(viewer);
  const about = [...choiceDependsOn(chat), chosen, session.draft, session.to.join()];
  return session.next.of(about, () => {
    const said = saidBy(chat, viewer, session);
    const isThere = chosen !== null && chat.perspective.present.includes(chosen);
    return isThere && hears(chosen, said) ? named(chat, [chosen], 'chosen') : expected(chat, said);
  });
}

const named = (chat: OpenChat, ids: readonly CharacterId[], why: string): NextSpeakers => ({
  speakers: ids.flatMap((id) => memberOf(chat.stage, id) ?? []).map(({ id, name }) => ({ id, name })),
  why,
});

type Draft = Pick<Session, 'draft' | 'to'>;

/** A draft as the message that it would be, as far as it can be read already. */
function saidBy(chat: OpenChat, viewer: CharacterId, { draft, to }: Draft): Said {
  const { text, names } = readTags(draft, chat.parts.settings.tag, namesToHear(chat.stage, viewer));
  const { ids } = namedAudience(chat.stage, viewer, [...names, ...to], { member: isPresent });
  return { speaker: viewer, text, knownTo: ids.length > 0 ? [...ids, viewer] : [] };
}

function expected(chat: OpenChat, said: Said): NextSpeakers {
  const likely = likelyAnswerers(chat, said);
  return likely.asksModel ? named(chat, [], asksModel) : named(chat, likely.speakers, likely.why);
}
