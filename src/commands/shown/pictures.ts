import { lookUpCard } from '../../app/cards/cards.ts';
import type { App } from '../../app/run/app.ts';
import { emotionOf, portraitOf, readAssets } from '../../cards/assets/assets.ts';
import { isSottoError } from '../../domain/errors.ts';
import { entityIn } from '../../domain/world/mind.ts';
import type { Play } from '../../play/play.ts';
import type { Scope } from '../scope.ts';
import { playOf } from './previews.ts';

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

function portraitIn(app: App, id: string, feeling = ''): Uint8Array | undefined {
  const { card, bytes } = lookUpCard(app, id);
  const assets = readAssets(card, bytes);
  return emotionOf(assets, feeling)?.bytes() ?? portraitOf(assets)?.bytes() ?? undefined;
}

/** The portrait of a card of the library. */
export const cardPicture = (app: App, id: string): (() => Uint8Array | null) =>
  pictureOf(() => portraitIn(app, id));

/** The portrait of somebody of the cast, in this mood where their card has one for it. */
export const memberPicture = (app: App, play: Play, id: string, mood: string): (() => Uint8Array | null) =>
  pictureOf(() => {
    const card = play.known().cast.find((member) => member.id === id)?.card?.id;
    return card === undefined ? undefined : portraitIn(app, card, mood);
  });

/** The picture of a persona of the library. */
export const personaPicture = ({ store }: App, name: string): (() => Uint8Array | null) =>
  pictureOf(() => store.library.personaPicture(name));

/** The picture of the first in a chat whose card has one, of those whom whoever plays there knows, themselves last: in the mood that is known of them there. */
export const chatPicture = (scope: Scope, id: string): (() => Uint8Array | null) =>
  pictureOf(() => {
    const { app } = scope;
    const { cast, playing } = playOf(scope, id).state();
    const known = [...cast.filter((one) => one.id !== playing.id), playing].map((one) => one.id);
    const { cast: members, mind } = playOf(scope, id).known();
    for (const one of known) {
      const card = members.find((member) => member.id === one)?.card?.id;
      const portrait = card === undefined ? undefined : portraitIn(app, card, entityIn(mind, one).mood);
      if (portrait) return portrait;
    }
    return undefined;
  });
