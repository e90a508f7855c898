import type { Card } from '../../cards/character.ts';
import { SottoError } from '../../domain/errors.ts';
import type { Member } from '../../domain/world/world.ts';
import type { Play } from '../../play/play.ts';
import { authoredCard, blankCharacter, ownCard, revisedCard } from '../../play/texts/authoring.ts';
import { type CharacterText, writeCharacter } from '../../play/texts/card-text.ts';
import type { App } from '../run/app.ts';
import { writtenInEditor } from './card-draft.ts';
import type { CardWithBytes } from './card-with-bytes.ts';
import { cardOfMember, keepOwn, memberIn, secondsNow } from './own-cards.ts';

const shownLines = 12;

/** A card that is begun, and of whom it is made. */
interface Begun {
  readonly card: Card;
  readonly from: Member['card'];
}

/** A card of the character's own with all that its chat has of it. Throws SottoError `has_own_card`. */
function startingCard(app: App, chat: string, name: string): Begun {
  const member = memberIn(app, chat, name);
  const found = cardOfMember(app, member);
  const at = secondsNow(app);
  if (!found) return { card: authoredCard(blankCharacter(member.name), at), from: null };
  if (found.of.card.spec === 'multi')
    return { card: ownCard(found.of.card, found.index, at), from: member.card };
  const message = `${member.name} has a card of its own; change it with \`sotto card edit "${member.name}" --in CHAT\``;
  throw new SottoError('usage', 'has_own_card', message);
}

/** What a character said of late, as it remembers it. */
function ownLines(play: Play): string[] {
  const { id } = play.state().playing;
  const said = play
    .view()
    .last(200)
    .filter(({ speaker, hidden }) => speaker === id && !hidden);
  return said.slice(-shownLines).map(({ text }) => text);
}

/** The character in the editor; null when it gave up. */
function byHand(app: App, { card, from }: Begun, lines: readonly string[], before?: CharacterText) {
  const [given = blankCharacter('')] = card.characters;
  const said = lines.length > 0 ? [`${given.name} has recently said:`, ...lines] : [];
  const remarks = [`${given.name}, as a card of its own. Save and leave the editor to keep it.`, ...said];
  return writtenInEditor(app.person, writeCharacter(before ?? given, 'toml', remarks), 'toml', ({ after }) =>
    keepOwn(app, revisedCard(card, 0, { before: given, after }, secondsNow(app)), null, [from]),
  );
}

/** What the model writes, once somebody has agreed to it; null when nobody did. */
async function byModel(app: App, begun: Begun, play: Play, isSure: boolean): Promise<CardWithBytes | null> {
  await app.checkBackend();
  const [given = blankCharacter('')] = begun.card.characters;
  const after = { ...given, description: await play.describe(play.state().playing.name) };
  app.person.tell(after.description);
  const answer = isSure
    ? 'yes'
    : await app.person.ask(`Keep this as the card of ${given.name}? [y]es, [e]dit, [N]o `);
  if (answer?.startsWith('e')) return byHand(app, begun, [], after);
  if (!answer?.startsWith('y')) return null;
  return keepOwn(app, revisedCard(begun.card, 0, { before: given, after }, secondsNow(app)), null, [
    begun.from,
  ]);
}

/** Gives the character what was made of its card; null when nothing was. */
async function split(
  app: App,
  chat: string,
  name: string,
  make: (begun: Begun, play: Play) => Promise<CardWithBytes | null>,
): Promise<CardWithBytes | null> {
  const begun = startingCard(app, chat, name);
  const play = app.play(chat, name);
  try {
    const kept = await make(begun, play);
    if (kept) await play.changeCard(name, { id: kept.id, index: 0 });
    return kept;
  } finally {
    await play.close();
  }
}

/** Gives a character of a chat a card of its own, written in the editor; null when that gave up. Rejects with SottoError. */
export const splitByHand = (app: App, chat: string, name: string): Promise<CardWithBytes | null> =>
  split(app, chat, name, (begun, play) => byHand(app, begun, ownLines(play)));

/**
 * The same, written by the model; null when a person who is asked does not want it. Rejects with SottoError
 * `not_confirmed` where nobody can be asked and it is not sure.
 */
export async function splitByModel(
  app: App,
  chat: string,
  name: string,
  isSure: boolean,
): Promise<CardWithBytes | null> {
  if (!isSure && !app.person.canAnswer) {
    const message = 'a card written by the model needs a yes; add --yes if nobody can be asked';
    throw new SottoError('usage', 'not_confirmed', message);
  }
  return split(app, chat, name, (begun, play) => byModel(app, begun, play, isSure));
}
