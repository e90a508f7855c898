import { oneLine } from '../../domain/one-line.ts';
import type { Play } from '../../play/play.ts';
import { authoredCard, blankCharacter, revisedCard } from '../../play/texts/authoring.ts';
import type { App } from '../run/app.ts';
import { cardOfMember, keepOwn, memberIn, secondsNow } from './own-cards.ts';

/**
 * Adds a sentence to what a character of a chat is like, for good (HC-56): its card is kept anew with that and used from here on;
 * an undo brings the one before back. Rejects with SottoError `unknown_name`, `empty_text`.
 */
export async function changeForGood(app: App, play: Play, name: string, text: string): Promise<string> {
  const member = memberIn(app, play.state().chat.id, name);
  const found = cardOfMember(app, member);
  const at = secondsNow(app);
  const own = found?.of.card ?? authoredCard(blankCharacter(member.name), at);
  const index = found?.index ?? 0;
  const before = own.characters[index] ?? blankCharacter(member.name);
  const description = [before.description.trim(), oneLine(text)].filter(Boolean).join('\n\n');
  const card = revisedCard(own, index, { before, after: { ...before, description } }, at);
  const kept = keepOwn(app, card, found?.of ?? null, [member.card]);
  await play.changeCard(member.name, { id: kept.id, index });
  return member.name;
}
