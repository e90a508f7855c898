import { lookUpCard } from '../../app/cards/cards.ts';
import type { App } from '../../app/run/app.ts';
import { portraitOf, readAssets } from '../../cards/assets/assets.ts';
import { isSottoError } from '../../domain/errors.ts';
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

const portraitIn = (app: App, id: string): Uint8Array | undefined => {
  const { card, bytes } = lookUpCard(app, id);
  return portraitOf(readAssets(card, bytes))?.bytes() ?? undefined;
};

/** The portrait of a card of the library. */
export const cardPicture = (app: App, id: string): (() => Uint8Array | null) =>
  pictureOf(() => portraitIn(app, id));

/** The portrait of the first in a chat whose card has one, of those whom whoever plays there knows, themselves last. */
export const chatPicture = (scope: Scope, id: string): (() => Uint8Array | null) =>
  pictureOf(() => {
    const { app } = scope;
    const { cast, playing } = playOf(scope, id).state();
    const known = [...cast.filter((one) => one.id !== playing.id), playing].map((one) => one.id);
    const members = playOf(scope, id).known().cast;
    const cards = known.map((one) => members.find((member) => member.id === one)?.card?.id);
    for (const card of new Set(cards)) {
      const portrait = card === undefined ? undefined : portraitIn(app, card);
      if (portrait) return portrait;
    }
    return undefined;
  });
