import type { CharacterId } from '../../domain/message.ts';
import type { DirectorSettings } from '../../domain/world/chat-facts.ts';
import { memberOf } from '../../domain/world/world.ts';
import { playedKnownTo } from '../chat/human.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { Perspective } from '../open/perspective.ts';
import type { Situation } from './director.ts';

const usualTalkativeness = 0.5;

/** How readily a character speaks unasked: as it was told, else as its card says, else half the time. */
export function talkativenessOf(chat: OpenChat, id: CharacterId, settings: DirectorSettings): number {
  const member = memberOf(chat.stage, id);
  const card = member && chat.character(member)?.talkativeness;
  return settings.talkativeness[id] ?? card ?? usualTalkativeness;
}

/**
 * Everyone whom a human plays, in this terminal or another, as far as somebody (or everyone together) knows of them, and all
 * of these others.
 * Whom the chat was played as last is nobody's on a screen that plays somebody else; a script only borrows a voice.
 */
export function humansOf(
  chat: OpenChat,
  knower: CharacterId | 'everyone',
  others: readonly CharacterId[] = [],
): ReadonlySet<CharacterId> {
  const { state, parts, viewer, session } = chat;
  const isNobody = viewer === 'everyone' || session.onlooker !== null;
  const here = isNobody ? [] : [viewer];
  const isOfScreen = session.mirror !== null && !isNobody;
  const played = isOfScreen ? undefined : playedKnownTo(parts.store, state, knower, { others })?.member.id;
  return new Set([
    ...Object.keys(state.facts.players),
    ...here,
    ...(played === undefined ? [] : [played]),
    ...chat.playedElsewhere(),
  ]);
}

/**
 * What the director may know when somebody (or everyone together) is answered, and all of these others hear by whom; nobody
 * sees a scene from afar.
 */
export function situationOf(
  chat: OpenChat,
  viewer: CharacterId | 'everyone',
  others: readonly CharacterId[] = [],
): Situation {
  const { facts } = chat.state;
  const { isThere, known } = new Perspective(chat, viewer);
  return {
    people: isThere ? known.cast.filter((member) => member.present) : [],
    humans: humansOf(chat, viewer, others),
    settings: facts.director,
    talkativeness: (id) => talkativenessOf(chat, id, facts.director),
  };
}
