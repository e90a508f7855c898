import type { CardWithBytes } from '../../app/cards/card-with-bytes.ts';
import { cardName } from '../../app/cards/cards.ts';
import type { App } from '../../app/run/app.ts';
import type { CardFormat } from '../../play/texts/card-text.ts';
import type { JsonLine } from '../command.ts';
import { choice, option } from '../parameters.ts';

/** A card that an author made, and the chat whose character has it from here on. */
export interface Kept extends CardWithBytes {
  readonly chat?: string;
}

const formats: readonly CardFormat[] = ['toml', 'json'];

/** What an author writes in. */
export const formatOption = option('--format <format>', choice(formats), 'format to write in; default toml');

/** A kept card, for JSON and for people. */
export const keptShape = {
  json: (kept: Kept | null): JsonLine | null => {
    if (!kept) return null;
    const { id, card, chat } = kept;
    const line = { type: 'imported', kind: 'card', id, name: cardName(card), warnings: card.warnings };
    return chat === undefined ? line : { ...line, chat };
  },
  text: (kept: Kept | null): string | null => {
    if (!kept) return null;
    const where = kept.chat === undefined ? '' : ', in the chat from here on; `sotto undo` reverts it';
    return `saved ${cardName(kept.card)} (${kept.id})${where}`;
  },
};

/** Tells an author why no card was kept. */
export function nothing({ person }: App, why: string): null {
  person.tell(why);
  return null;
}

/** What an author is told who left the editor without a text. */
export const givenUp = 'nothing was saved: the editor failed';
