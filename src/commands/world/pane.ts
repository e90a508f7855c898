import { directorName } from '../../domain/world/names.ts';
import { type EdgeSeen, edgesSeen, entitiesIn } from '../../play/world/lines/known.ts';
import type { ScreenScope } from '../scope.ts';
import { memberPicture } from '../shown/pictures.ts';
import { activityRow } from './drawer-rows.ts';
import { playThrough } from './eyes.ts';

type Felt = Pick<EdgeSeen, 'affinity' | 'trust'>;

/** Somebody of the cast as the played character knows them. */
export interface Watched {
  readonly id: string;
  readonly name: string;
  readonly isPlayed: boolean;
  readonly isAway: boolean;
  readonly mood: string;
  /** What they do, in a row; '' where nothing is known. */
  readonly does: string;
  /** What the played character feels about them; null for itself, and for who looks on as nobody. */
  readonly felt: Felt | null;
  /** What they feel about the played character; `hidden` where that is within another mind. */
  readonly returned: Felt | 'hidden' | null;
  readonly picture: () => Uint8Array | null;
}

const nothing: Felt = { affinity: 0, trust: 0 };

/** Those whom the played character knows, itself first, then who is there: as it perceives them, other minds veiled unless the settings open them. */
export function watchedIn(scope: Pick<ScreenScope, 'app' | 'play' | 'side'>): readonly Watched[] {
  const { app, play } = scope;
  const { playing, present } = play.state();
  const isOnlooker = playing.id === directorName;
  const own = isOnlooker ? [] : edgesSeen(play.chat, playing.name);
  const isOpen = app.loaded.config.privacy.drawer === 'all';
  const feltBy = (name: string): Felt =>
    edgesSeen(playThrough(scope as ScreenScope, { as: name }).chat, name).find(
      ({ to }) => to === playing.name,
    ) ?? nothing;
  const all = entitiesIn(play.known()).map(({ id, name, mood, activity }): Watched => {
    const isPlayed = id === playing.id;
    const isOther = !isPlayed && !isOnlooker;
    return {
      ...{ id, name, isPlayed, mood, does: activityRow(activity), isAway: !present.includes(id) },
      felt: isOther ? (own.find(({ to }) => to === name) ?? nothing) : null,
      returned: !isOther ? null : isOpen ? feltBy(name) : 'hidden',
      picture: memberPicture(app, play, id, mood),
    };
  });
  const rank = ({ isPlayed, isAway }: Watched): number => (isPlayed ? 0 : isAway ? 2 : 1);
  return all.toSorted((a, b) => rank(a) - rank(b));
}
