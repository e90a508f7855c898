import { isSottoError, SottoError } from '../../domain/errors.ts';
import type { Play } from '../../play/play.ts';
import { authoredCard, blankCharacter, revisedCard } from '../../play/texts/authoring.ts';
import { readCharacter, writeCharacter } from '../../play/texts/card-text.ts';
import type { App } from '../app.ts';
import { rejectedDraft } from './card-draft.ts';
import { cardOfMember, keepOwn, memberIn, secondsNow } from './own-cards.ts';

/** The cards of the characters of an open chat. */
export interface CardShelf {
  /** What a character's card says, line by line. */
  show(name: string): readonly string[];
  /** A character as its author edits it: what was rejected last, else what its card says. */
  draft(name: string): string;
  /** Gives the character the card that the text describes; false when that is the one it has. Rejects with SottoError. */
  keep(name: string, text: string): Promise<boolean>;
}

/** The cards of an open chat as the screen's `/card` sees them. */
export function cardShelf(app: App, play: Play): CardShelf {
  const rejected = new Map<string, string>();
  const find = (name: string) => {
    const member = memberIn(app, play.state().chat.id, name);
    const found = cardOfMember(app, member);
    const given = found?.of.card.characters[found.index] ?? blankCharacter(member.name);
    return { member, found, given };
  };
  const take = async (name: string, text: string): Promise<boolean> => {
    const { member, found, given } = find(name);
    const after = readCharacter(text, 'toml');
    const before = readCharacter(writeCharacter(given, 'toml'), 'toml');
    const at = secondsNow(app);
    const card = found
      ? revisedCard(found.of.card, found.index, { before, after }, at)
      : authoredCard(after, at);
    if (card === found?.of.card) return false;
    if (play.state().generating !== null) {
      const message = 'a reply is being written; wait for its end or stop it with Esc';
      throw new SottoError('usage', 'busy', message);
    }
    const kept = keepOwn(app, card, found?.of ?? null);
    await play.changeCard(member.name, { id: kept.id, index: found?.index ?? 0 });
    return true;
  };
  return {
    show: (name) => writeCharacter(find(name).given, 'toml').split('\n'),
    draft: (name) => {
      const { member, given } = find(name);
      const remarks = [`${member.name}. Save it and leave the editor to keep it.`];
      return rejected.get(member.id) ?? writeCharacter(given, 'toml', remarks);
    },
    async keep(name, text) {
      const { member } = find(name);
      try {
        const isNew = await take(name, text);
        rejected.delete(member.id);
        return isNew;
      } catch (error) {
        if (!isSottoError(error)) throw error;
        rejected.set(member.id, text);
        throw rejectedDraft(text, 'toml', error);
      }
    },
  };
}
