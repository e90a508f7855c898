import type { Character } from '../../cards/character.ts';
import { isSottoError, SottoError } from '../../domain/errors.ts';
import type { Member } from '../../domain/world/world.ts';
import type { Play } from '../../play/play.ts';
import { authoredCard, blankCharacter, revisedCard } from '../../play/texts/authoring.ts';
import { readCharacter, writeCharacter } from '../../play/texts/card-text.ts';
import type { App } from '../run/app.ts';
import { rejectedDraft } from './card-draft.ts';
import type { CardWithBytes } from './card-with-bytes.ts';
import { type CharacterInCard, cardOfMember, keepOwn, memberIn, secondsNow } from './own-cards.ts';

/** What could not be taken of whom, for as long as the chat is open. */
const rejected = new WeakMap<Play, Map<string, string>>();

interface InChat {
  readonly member: Member;
  readonly found: CharacterInCard | null;
  readonly given: Character;
}

function find(app: App, play: Play, name: string): InChat {
  const member = memberIn(app, play.state().chat.id, name);
  const found = cardOfMember(app, member);
  return { member, found, given: found?.of.card.characters[found.index] ?? blankCharacter(member.name) };
}

/** What the card of a character of the open chat says. */
export const characterText = (app: App, play: Play, name: string): string =>
  writeCharacter(find(app, play, name).given, 'toml');

/** A character of the open chat as its author edits it: what was rejected last, else what its card says. */
export function characterDraft(app: App, play: Play, name: string): string {
  const { member, given } = find(app, play, name);
  const remarks = [`${member.name}. Save and leave the editor to keep it.`];
  return rejected.get(play)?.get(member.id) ?? writeCharacter(given, 'toml', remarks);
}

async function change(app: App, play: Play, { member, found, given }: InChat, text: string) {
  const after = readCharacter(text, 'toml');
  const before = readCharacter(writeCharacter(given, 'toml'), 'toml');
  const at = secondsNow(app);
  const card = found
    ? revisedCard(found.of.card, found.index, { before, after }, at)
    : authoredCard(after, at);
  if (card === found?.of.card) return null;
  if (play.state().generating !== null) {
    const message = 'a reply is being written; wait for its end or stop it with Esc';
    throw new SottoError('usage', 'busy', message);
  }
  const kept = keepOwn(app, card, found?.of ?? null);
  await play.changeCard(member.name, { id: kept.id, index: found?.index ?? 0 });
  return kept;
}

/**
 * Gives a character of the open chat the card that the text describes; null when that is the one it has. Rejects with
 * SottoError, which says where the text is.
 */
export async function keepCharacter(
  app: App,
  play: Play,
  name: string,
  text: string,
): Promise<CardWithBytes | null> {
  const inChat = find(app, play, name);
  const drafts = rejected.get(play) ?? new Map<string, string>();
  rejected.set(play, drafts);
  try {
    const kept = await change(app, play, inChat, text);
    drafts.delete(inChat.member.id);
    return kept;
  } catch (error) {
    if (!isSottoError(error)) throw error;
    drafts.set(inChat.member.id, text);
    throw rejectedDraft(text, 'toml', error);
  }
}
