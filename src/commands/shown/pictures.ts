import { lookUpCard } from '../../app/cards/cards.ts';
import type { App } from '../../app/run/app.ts';
import { emotionOf, portraitOf, readAssets } from '../../cards/assets/assets.ts';
import { isSottoError } from '../../domain/errors.ts';
import type { CharacterId } from '../../domain/message.ts';
import { entityIn } from '../../domain/world/mind.ts';
import type { PlayState } from '../../play/chat/play-state.ts';
import type { Play } from '../../play/play.ts';
import type { Scope } from '../scope.ts';
import { knownOf } from './previews.ts';

/** Finds a picture when it is first looked at; null where there is none, or none that can be read. */
function pictureOf(find: () => Uint8Array | undefined): () => Uint8Array | null {
  let found: Uint8Array | null | undefined;
  return () => {
    found ??= readable(find);
    return found;
  };
}

function readable(find: () => Uint8Array | undefined): Uint8Array | null {
  try {
    return find() ?? null;
  } catch (error) {
    if (isSottoError(error)) return null;
    throw error;
  }
}

const mostKept = 24;
/** The portraits that were looked at last, of which each list and page would read its own: by their cards and moods. */
const kept = new Map<string, Uint8Array | undefined>();

function portraitIn(app: App, id: string, feeling = ''): Uint8Array | undefined {
  const key = `${id}\n${feeling}`;
  const found = kept.has(key) ? kept.get(key) : readPortrait(app, id, feeling);
  kept.delete(key);
  kept.set(key, found);
  const [oldest = key] = kept.keys();
  if (kept.size > mostKept) kept.delete(oldest);
  return found;
}

/** The pictures of personas that were looked at last: what is drawn of one is kept by its bytes. */
const ofPersonas = new Map<string, Uint8Array>();

function personaPortrait({ store }: App, name: string): Uint8Array | undefined {
  const found = store.library.personaPicture(name);
  if (found === undefined) return undefined;
  const known = ofPersonas.get(name);
  if (known && Buffer.compare(known, found) === 0) return known;
  if (ofPersonas.size >= mostKept) ofPersonas.clear();
  ofPersonas.set(name, found);
  return found;
}

function readPortrait(app: App, id: string, feeling: string): Uint8Array | undefined {
  const { card, bytes } = lookUpCard(app, id);
  const assets = readAssets(card, bytes);
  return emotionOf(assets, feeling)?.bytes() ?? portraitOf(assets)?.bytes() ?? undefined;
}

/** The portrait of a card of the library. */
export const cardPicture = (app: App, id: string): (() => Uint8Array | null) =>
  pictureOf(() => portraitIn(app, id));

/** The portrait of somebody of the cast, in this mood where their card has one for it; of whom the human plays, that of the persona. */
export const memberPicture = (app: App, play: Play, id: string, mood: string): (() => Uint8Array | null) =>
  pictureOf(() => {
    const { playing, persona } = play.state();
    const own = id === playing.id && persona !== null ? personaPortrait(app, persona) : undefined;
    if (own) return own;
    const card = play.known().cast.find((member) => member.id === id)?.card?.id;
    return card === undefined ? undefined : portraitIn(app, card, mood);
  });

/** Finds what one of the cast is called and how they look, in the mood that is known of them. */
export const faceIn =
  (app: App, play: Play, { cast, moods }: Pick<PlayState, 'cast' | 'moods'>) =>
  (id: CharacterId): { name: string; png: Uint8Array | null } => ({
    name: cast.find((member) => member.id === id)?.name ?? '',
    png: memberPicture(app, play, id, moods[id] ?? '')(),
  });

/** The picture of a persona of the library. */
export const personaPicture = (app: App, name: string): (() => Uint8Array | null) =>
  pictureOf(() => personaPortrait(app, name));

/** The picture of the first in a chat whose card has one, of those whom whoever plays there knows, themselves last: in the mood that is known of them there. */
export const chatPicture = (scope: Scope, id: string): (() => Uint8Array | null) =>
  pictureOf(() => {
    const { cast, mind, viewer } = knownOf(scope, id);
    for (const one of [
      ...cast.filter(({ id }) => id !== viewer),
      ...cast.filter(({ id }) => id === viewer),
    ]) {
      const portrait = one.card ? portraitIn(scope.app, one.card.id, entityIn(mind, one.id).mood) : undefined;
      if (portrait) return portrait;
    }
    return undefined;
  });
