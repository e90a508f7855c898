import type { Command } from 'commander';
import type { App } from '../../../app/app.ts';
import { writtenInEditor } from '../../../app/cards/card-draft.ts';
import { cardOfMember, keepOwn, memberIn, printKept, secondsNow } from '../../../app/cards/own-cards.ts';
import type { Card } from '../../../cards/character.ts';
import { SottoError } from '../../../domain/errors.ts';
import type { Play } from '../../../play/play.ts';
import { authoredCard, blankCharacter, ownCard, revisedCard } from '../../../play/texts/authoring.ts';
import { type CharacterText, writeCharacter } from '../../../play/texts/card-text.ts';
import { run } from '../../run.ts';

const shownLines = 12;

interface SplitOptions {
  byModel?: boolean;
  yes?: boolean;
}

/** A card of the character's own with all that its chat has of it. Throws SottoError `has_own_card`. */
function startingCard(app: App, chat: string, name: string): Card {
  const member = memberIn(app, chat, name);
  const found = cardOfMember(app, member);
  const at = secondsNow(app);
  if (!found) return authoredCard(blankCharacter(member.name), at);
  if (found.of.card.spec === 'multi') return ownCard(found.of.card, found.index, at);
  const message = `${member.name} has a card of its own; change it with \`sotto card edit ${member.name} --in CHAT\``;
  throw new SottoError('usage', 'has_own_card', message);
}

/** What a character said of late, as it remembers it. */
function ownLines(play: Play, speaker: string): string[] {
  const said = play
    .view()
    .last(200)
    .filter((message) => message.speaker === speaker && !message.hidden);
  return said.slice(-shownLines).map(({ text }) => text);
}

/** The character in the editor; null when it gave up. */
function byHand(app: App, card: Card, lines: readonly string[], before?: CharacterText) {
  const [given = blankCharacter('')] = card.characters;
  const said = lines.length > 0 ? [`${given.name} said of late:`, ...lines] : [];
  const remarks = [`${given.name}, as a card of its own. Save it and leave the editor to keep it.`, ...said];
  return writtenInEditor(app.person, writeCharacter(before ?? given, 'toml', remarks), 'toml', ({ after }) =>
    keepOwn(app, revisedCard(card, 0, { before: given, after }, secondsNow(app)), null),
  );
}

/** What the model writes, once somebody has agreed to it; null when nobody did. */
async function byModel(app: App, card: Card, play: Play, isSure: boolean) {
  if (!isSure && !process.stdin.isTTY) {
    const message = 'what the model writes needs a yes; add --yes where nobody can be asked';
    throw new SottoError('usage', 'not_confirmed', message);
  }
  await app.checkBackend();
  const [given = blankCharacter('')] = card.characters;
  const after = { ...given, description: await play.describe(play.state().playing.name) };
  app.out.talk(after.description);
  const answer = isSure
    ? 'yes'
    : await app.person.ask(`Keep this as the card of ${given.name}? [y]es, [e]dit, [N]o `);
  if (answer?.startsWith('e')) return byHand(app, card, [], after);
  if (!answer?.startsWith('y')) return null;
  return keepOwn(app, revisedCard(card, 0, { before: given, after }, secondsNow(app)), null);
}

async function split(
  app: App,
  [address, name = '']: readonly (string | undefined)[],
  options: SplitOptions,
): Promise<void> {
  const chat = app.chatId(address);
  const card = startingCard(app, chat, name);
  const play = app.play(chat, name);
  try {
    const kept = options.byModel
      ? await byModel(app, card, play, options.yes === true)
      : await byHand(app, card, ownLines(play, play.state().playing.id));
    if (!kept) return app.out.talk('nothing was kept');
    await play.changeCard(name, { id: kept.id, index: 0 });
    printKept(app, kept, chat);
  } finally {
    await play.close();
  }
}

/** `sotto card split`. */
export function registerSplit(card: Command): void {
  card
    .command('split <chat> <name>')
    .description('give a character without a card, or within a card of several, a card of its own')
    .option('--by-model', 'let the model write it, from what this character has perceived')
    .option('--yes', 'keep what the model writes without asking')
    .action(run<SplitOptions>((app, args, options) => split(app, args, options)));
}
