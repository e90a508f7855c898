import type { SceneEnd } from '../../../domain/decide/decide-state.ts';
import { presentIn } from '../../../domain/world/world.ts';
import { isDaysLater } from '../../../domain/world/world-time.ts';
import type { OpenChat } from '../../open/open-chat.ts';
import { isUnsaidAmong } from './own-scenes.ts';
import { isSamePlace } from './whereabouts.ts';

/** That the scene seems to be over, for whoever ends it themselves. */
export const seemsOver = 'the scene seems to be over: `sotto scenes close`';

/**
 * Why the scene is over once a person has set where or when it is: another place than the one that they know, or days later than
 * they know it to be. Undefined where it goes on, where nothing was said in it yet, and for whoever is away, whose scene it is not;
 * where a person ends it, they are told.
 */
export function endedBySetting(
  chat: OpenChat,
  { place = '', time = '' }: { readonly place?: string; readonly time?: string },
): SceneEnd | undefined {
  const { settings, store } = chat.parts;
  const { head } = chat.state;
  const { closeScenes: close = 'auto' } = settings;
  const known = chat.known().mind.world;
  const isElsewhere = place !== '' && known.place !== '' && !isSamePlace(place, known.place);
  if (close === 'manual' || !(isElsewhere || isDaysLater(known.time, time))) return undefined;
  if (!chat.perspective.isThere) return undefined;
  if (isUnsaidAmong({ store, chat: chat.id, head }, presentIn(chat.known()))) return undefined;
  if (close === 'auto') return isElsewhere ? 'container' : 'time';
  chat.emit({ type: 'notice', message: seemsOver });
  return undefined;
}
