import type { SceneEnd } from '../../../domain/decide/decide-state.ts';
import { presentIn } from '../../../domain/world/world.ts';
import { isDaysLater } from '../../../domain/world/world-time.ts';
import type { OpenChat } from '../../open/open-chat.ts';
import { endOf, ownScenes, perceivedSince } from './own-scenes.ts';
import { isSamePlace } from './whereabouts.ts';

/** That the scene seems to be over, for whoever ends it themselves. */
export const seemsOver = 'the scene seems to be over: `sotto scenes close`';

/**
 * Whether all whom the viewer knows to be there have heard nothing yet since the last scene that the viewer saw close: what some
 * heard has no say, nor who came in unseen.
 */
export function isUnsaid(chat: OpenChat): boolean {
  const { viewer, state, parts } = chat;
  const there = presentIn(chat.known());
  const at = { store: parts.store, chat: chat.id, head: state.head };
  const closed = endOf(at, ownScenes(chat.view(), viewer).at(-1));
  for (const { role, perceived } of perceivedSince(at, viewer, closed))
    if (role === 'character' && there.every((one) => perceived.includes(one))) return false;
  return true;
}

/**
 * Why the scene is over once a person has set where or when it is: another place than the one that they know, or days later than
 * they know it to be. Undefined where it goes on, or nothing was said in it yet; where a person ends it, they are told.
 */
export function endedBySetting(
  chat: OpenChat,
  { place = '', time = '' }: { readonly place?: string; readonly time?: string },
): SceneEnd | undefined {
  const { closeScenes: close = 'auto' } = chat.parts.settings;
  const known = chat.known().mind.world;
  const isElsewhere = place !== '' && known.place !== '' && !isSamePlace(place, known.place);
  if (close === 'manual' || !(isElsewhere || isDaysLater(known.time, time))) return undefined;
  if (isUnsaid(chat)) return undefined;
  if (close === 'auto') return isElsewhere ? 'container' : 'time';
  chat.emit({ type: 'notice', message: seemsOver });
  return undefined;
}
