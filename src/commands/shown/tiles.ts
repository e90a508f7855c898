import { lookUpCard } from '../../app/cards/cards.ts';
import { macroName, substitute } from '../../cards/substitute.ts';
import { isSottoError } from '../../domain/errors.ts';
import type { AnyKnown } from '../../domain/known/known.ts';
import { oneLine } from '../../domain/one-line.ts';
import type { Tile } from '../command.ts';
import type { Scope } from '../scope.ts';
import { beginningOf, knownOf } from './previews.ts';

type Shown = ReturnType<Tile['of']>;

/** Found when it is first in sight; of what cannot be read, why. */
function once(find: () => Shown): () => Shown {
  let found: Shown | undefined;
  return () => {
    found ??= readable(find);
    return found;
  };
}

function readable(find: () => Shown): Shown {
  try {
    return find();
  } catch (error) {
    if (!isSottoError(error)) throw error;
    return { name: '', who: '', says: error.message };
  }
}

function shownOf({ cast, view, viewer }: AnyKnown): Shown {
  const nameOf = (id: string | null) => cast.find((one) => one.id === id)?.name;
  const others = cast.filter(({ id }) => id !== viewer);
  const own = nameOf(viewer);
  const names = others.map(({ name }) => name).join(', ');
  const [last] = view.last(1);
  const speaker = last && nameOf(last.speaker);
  const said = last ? beginningOf(last.text) : 'nothing has been said yet';
  return {
    name: others[0]?.name ?? own ?? '',
    who: own === undefined ? names : `you are ${own}${names === '' ? '' : ` · with ${names}`}`,
    says: speaker === undefined ? said : `${speaker}: ${said}`,
  };
}

/** A chat as whoever plays it perceives it: who is there, and what was said last. */
export const chatTile = (scope: Scope, id: string): Tile => ({
  section: 'Chats',
  of: once(() => shownOf(knownOf(scope, id))),
});

/** A card, which is a file or is in the library: who is in it, and how a chat with it begins. */
export const cardTile = ({ app }: Scope, card: string, section: string): Tile => ({
  section,
  of: once(() => {
    const { characters, opening } = lookUpCard(app, card).card;
    const [first] = characters;
    const begins = opening || first?.greetings[0] || first?.description || '';
    return {
      name: oneLine(first?.name ?? ''),
      who: characters.map(({ name }) => oneLine(name)).join(', '),
      says: beginningOf(substitute(begins, { char: first ? macroName(first) : '', user: 'you' })),
    };
  }),
});
