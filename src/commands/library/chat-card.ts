import { draftFile, writtenInEditor } from '../../app/cards/card-draft.ts';
import { characterDraft, characterText, keepCharacter } from '../../app/cards/chat-card.ts';
import {
  type CharacterInCard,
  cardOfMember,
  findCharacter,
  keepOwn,
  memberIn,
  secondsNow,
} from '../../app/cards/own-cards.ts';
import type { App } from '../../app/run/app.ts';
import { isSottoError, SottoError } from '../../domain/errors.ts';
import { blankCharacter, revisedCard } from '../../play/texts/authoring.ts';
import { type CardFormat, writeCharacter } from '../../play/texts/card-text.ts';
import { type Command, define } from '../command.ts';
import { argument, choice, name, onlyIn, option, word } from '../parameters.ts';
import type { Scope } from '../scope.ts';
import { castList, notice, page, question, veil } from '../shown/show.ts';
import { formatOption, givenUp, type Kept, keptShape, nothing } from './kept.ts';

const unchanged = 'nothing was changed';

/** The character of a chat with its card. Throws SottoError `no_card`. */
function characterIn(app: App, chat: string, wanted: string): CharacterInCard {
  const member = memberIn(app, chat, wanted);
  const found = cardOfMember(app, member);
  if (found) return found;
  const message = `${member.name} has no card; \`sotto card split CHAT "${member.name}"\` makes one`;
  throw new SottoError('not_found', 'no_card', message);
}

/** Which character is changed: of a card in the library, or one of a chat, which then has the new card. */
interface Edited {
  readonly card: string;
  readonly in: string | undefined;
  readonly character: string | undefined;
  readonly format: CardFormat | undefined;
}

async function editCard(app: App, { card, in: address, character, format = 'toml' }: Edited) {
  const chat = address === undefined ? undefined : app.chatId(address);
  const { of, index } =
    chat === undefined ? findCharacter(app, card, character) : characterIn(app, chat, card);
  const given = of.card.characters[index] ?? blankCharacter(card);
  const remarks = [`${given.name}. Save and leave the editor to keep it; fields you empty stay empty.`];
  const kept = await writtenInEditor(app.person, writeCharacter(given, format, remarks), format, (text) => {
    const revised = revisedCard(of.card, index, text, secondsNow(app));
    return revised === of.card ? of : keepOwn(app, revised, of);
  });
  if (kept === null) return nothing(app, givenUp);
  if (kept === of) return nothing(app, unchanged);
  if (chat === undefined) return kept;
  await app.play(chat).changeCard(card, { id: kept.id, index });
  return { ...kept, chat };
}

/** Why a text was not taken; it is what the editor begins with when it is opened again. */
interface Refused {
  readonly refused: string;
}

async function editInChat({ app, play }: Scope, wanted: string): Promise<Kept | Refused | null> {
  const text = await app.person.edit(characterDraft(app, play, wanted), draftFile('toml'));
  if (text === null) return nothing(app, givenUp);
  try {
    const kept = await keepCharacter(app, play, wanted, text);
    return kept ? { ...kept, chat: play.state().chat.id } : nothing(app, unchanged);
  } catch (error) {
    if (!isSottoError(error)) throw error;
    return { refused: error.message };
  }
}

const edit: Command = define({
  name: 'card edit',
  group: 'library',
  synonyms: ['character', 'description', 'bot'],
  summary: 'edit a character in your editor; the old card stays as it is',
  parameters: {
    card: argument('<card>', name),
    in: onlyIn(
      'script',
      option(
        '--in <chat>',
        word,
        'edit this character as it is in a chat, which uses the new card from then on',
      ),
    ),
    character: onlyIn('script', option('--character <name>', word, 'which character of a card of several')),
    format: onlyIn('script', formatOption),
  },
  run: (scope, values): Promise<Kept | Refused | null> =>
    scope.side === 'screen' ? editInChat(scope, values.card) : editCard(scope.app, values),
  json: (found) => (found && 'refused' in found ? null : keptShape.json(found)),
  text: (found) => (found && 'refused' in found ? found.refused : keptShape.text(found)),
  screen: {
    usage: '[NAME]',
    read: (line, { play }) => (line === '' ? { card: play.state().playing.name } : undefined),
    show([found], _, { card }) {
      if (!found) return null;
      if ('refused' in found)
        return question('Back to the editor?', [found.refused], { command: edit, values: { card } });
      return notice(`${card} uses this card from here on; /undo reverts it`);
    },
  },
}) as unknown as Command;

const card = define({
  name: 'card',
  group: 'library',
  synonyms: ['character', 'bot'],
  summary: 'show the card of NAME; /card edit changes it',
  parameters: { name: argument('<name>', name), shown: argument('[shown]', choice(['shown'])) },
  run: ({ app, play }, { name: wanted }) => characterText(app, play, wanted),
  text: (said) => said,
  screen: {
    usage: '[NAME]',
    ask({ play }, { name: wanted, shown }, again) {
      if (wanted === undefined) return castList('Cards', play.state().cast, (one) => again({ name: one }));
      if (shown) return null;
      return veil(play, wanted, {
        title: `Card of ${wanted}`,
        holds: 'what the card says about this character',
        line: `/card ${wanted} shown`,
        call: again({ name: wanted }, true),
      });
    },
    show: ([said = ''], _, { name: wanted }) => page(wanted, said.split('\n')),
  },
  only: { side: 'screen', why: 'a script uses `sotto card show CARD`' },
});

/** Commands about the cards of the characters in a chat. */
export const chatCards: readonly Command[] = [card, edit];
