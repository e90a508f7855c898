import { extname } from 'node:path';
import { writtenInEditor } from '../../app/cards/card-draft.ts';
import { findCard } from '../../app/cards/cards.ts';
import { keepOwn, secondsNow } from '../../app/cards/own-cards.ts';
import { splitByHand, splitByModel } from '../../app/cards/split.ts';
import { aboutFile } from '../../app/files/file-error.ts';
import { readFileOf, writeFileOf } from '../../app/files/files.ts';
import { limits } from '../../cards/limits.ts';
import { cardToJson } from '../../cards/write/write.ts';
import { authoredCard, blankCharacter, groupedCard } from '../../play/texts/authoring.ts';
import { type CardFormat, readCharacter, writeCharacter } from '../../play/texts/card-text.ts';
import { type Command, define, ofFiles } from '../command.ts';
import { argument, flag, needed, onlyIn, option, word } from '../parameters.ts';
import { formatOption, givenUp, type Kept, keptShape, nothing } from './kept.ts';

const formatOf = (file: string): CardFormat => (/^\.jsonc?$/i.test(extname(file)) ? 'json' : 'toml');

/** The character that a file of TOML or JSON describes, under this name. */
function readFrom(file: string, name: string, format: CardFormat = formatOf(file)) {
  try {
    const text = new TextDecoder().decode(readFileOf(file, limits.text));
    return { ...readCharacter(text, format), name };
  } catch (error) {
    throw aboutFile(file, error);
  }
}

const make = define({
  name: 'card new',
  group: 'library',
  synonyms: ['character', 'create', 'bot'],
  summary: 'create a character in your editor',
  parameters: {
    name: argument('<name>', word),
    from: onlyIn('script', option('--from <file>', word, 'read it from this TOML or JSON file instead')),
    format: formatOption,
  },
  async run({ app }, { name, from, format }): Promise<Kept | null> {
    const at = secondsNow(app);
    if (from !== undefined) return keepOwn(app, authoredCard(readFrom(from, name, format), at), null);
    const remarks = ['A new character. Save and leave the editor to keep it.'];
    const text = writeCharacter(blankCharacter(name), format ?? 'toml', remarks);
    const kept = await writtenInEditor(app.person, text, format ?? 'toml', ({ after }) =>
      keepOwn(app, authoredCard(after, at), null),
    );
    return kept ?? nothing(app, givenUp);
  },
  ...keptShape,
});

const group = define({
  name: 'card group',
  group: 'library',
  summary: 'combine cards into one card of several characters; the first opens the chat',
  parameters: {
    cards: argument('<cards...>', word),
    title: needed('--title <title>', word, 'title of the card'),
    role: option('--role <name>', word, 'whom the human plays'),
    out: option('--out <file>', word, 'also write it to a file'),
    force: flag('--force', 'replace the file if it exists'),
  },
  run({ app }, { cards: names, title, role = '', out, force }): Kept {
    const found = names.map((name) => findCard(app, name));
    const made = found.flatMap(({ id, card }) => card.characters.map((_, index) => ({ id, index })));
    const card = groupedCard(
      found.map((one) => one.card),
      { title, role },
    );
    if (out !== undefined) writeFileOf(out, [cardToJson(card)], { force });
    return keepOwn(app, card, null, made);
  },
  ...keptShape,
  only: ofFiles,
});

const split = define({
  name: 'card split',
  group: 'library',
  summary: 'give a character its own card, out of a chat or a card of several',
  parameters: {
    chat: argument('<chat>', word),
    name: argument('<name>', word),
    byModel: flag('--by-model', 'let the model write it from what this character has perceived'),
    yes: flag('--yes', 'keep what the model writes without asking'),
  },
  async run({ app }, { chat: address, name, byModel, yes }): Promise<Kept | null> {
    const chat = app.chatId(address);
    const kept = await (byModel ? splitByModel(app, chat, name, yes) : splitByHand(app, chat, name));
    return kept ? { ...kept, chat } : nothing(app, 'nothing was saved');
  },
  ...keptShape,
  only: { side: 'script', why: 'on the screen, `/card edit` gives a character a card of its own' },
});

/** Commands that write cards. */
export const authoring: readonly Command[] = [make, group, split];
