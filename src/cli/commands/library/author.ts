import { extname } from 'node:path';
import { type Command, Option } from 'commander';
import type { App } from '../../../app/app.ts';
import { writtenInEditor } from '../../../app/cards/card-draft.ts';
import { findCard } from '../../../app/cards/cards.ts';
import {
  type CharacterInCard,
  cardOfMember,
  findCharacter,
  keepOwn,
  memberIn,
  printKept,
  secondsNow,
} from '../../../app/cards/own-cards.ts';
import { aboutFile } from '../../../app/files/file-error.ts';
import { readFileOf, writeFileOf } from '../../../app/files/files.ts';
import { limits } from '../../../cards/limits.ts';
import { cardToJson } from '../../../cards/write/write.ts';
import { SottoError } from '../../../domain/errors.ts';
import { authoredCard, blankCharacter, groupedCard, revisedCard } from '../../../play/texts/authoring.ts';
import { type CardFormat, readCharacter, writeCharacter } from '../../../play/texts/card-text.ts';
import { run } from '../../run.ts';
import { registerSplit } from './split.ts';

interface FormatOption {
  format?: CardFormat;
}

const formatOption = (): Option =>
  new Option('--format <format>', 'what to write in; default toml').choices(['toml', 'json']);

/** Says that the editor was left without a text to keep. */
const givenUp = (app: App): void => app.out.talk('nothing was kept: the editor gave up');

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

async function make(
  app: App,
  name: string,
  { from, format }: FormatOption & { from?: string },
): Promise<void> {
  const at = secondsNow(app);
  if (from !== undefined) {
    printKept(app, keepOwn(app, authoredCard(readFrom(from, name, format), at), null));
    return;
  }
  const remarks = ['A new character. Save it and leave the editor to keep it.'];
  const text = writeCharacter(blankCharacter(name), format ?? 'toml', remarks);
  const kept = await writtenInEditor(app.person, text, format ?? 'toml', ({ after }) =>
    keepOwn(app, authoredCard(after, at), null),
  );
  if (kept) printKept(app, kept);
  else givenUp(app);
}

interface EditOptions extends FormatOption {
  in?: string;
  character?: string;
}

/** The character of a chat with its card. Throws SottoError `no_card`. */
function characterIn(app: App, chat: string, name: string): CharacterInCard {
  const member = memberIn(app, chat, name);
  const found = cardOfMember(app, member);
  if (found) return found;
  const message = `${member.name} has no card; \`sotto card split\` makes one`;
  throw new SottoError('not_found', 'no_card', message);
}

async function edit(
  app: App,
  wanted: string,
  { in: chat, character, format = 'toml' }: EditOptions,
): Promise<void> {
  const chatId = chat === undefined ? undefined : app.chatId(chat);
  const { of, index } =
    chatId === undefined ? findCharacter(app, wanted, character) : characterIn(app, chatId, wanted);
  const given = of.card.characters[index] ?? blankCharacter(wanted);
  const remarks = [`${given.name}. Save it and leave the editor to keep it; what you empty will be empty.`];
  const kept = await writtenInEditor(app.person, writeCharacter(given, format, remarks), format, (text) => {
    const revised = revisedCard(of.card, index, text, secondsNow(app));
    return revised === of.card ? of : keepOwn(app, revised, of);
  });
  if (kept === null) return givenUp(app);
  if (kept === of) return app.out.talk('nothing was changed');
  if (chatId !== undefined) await app.play(chatId).changeCard(wanted, { id: kept.id, index });
  printKept(app, kept, chatId);
}

interface GroupOptions {
  title: string;
  role?: string;
  out?: string;
  force?: boolean;
}

function group(app: App, names: readonly string[], { title, role, out, force }: GroupOptions): void {
  const cards = names.map((name) => findCard(app, name).card);
  const card = groupedCard(cards, { title, role: role ?? '' });
  if (out !== undefined) writeFileOf(out, [cardToJson(card)], { force: force === true });
  printKept(app, keepOwn(app, card, null));
}

/** `sotto card new|edit|group|split`, beside what the group `card` holds already. */
export function registerAuthor(program: Command): void {
  const card = program.commands.find((command) => command.name() === 'card') ?? program.command('card');
  card
    .command('new <name>')
    .description('write a character in your editor')
    .option('--from <file>', 'take this file of TOML or JSON instead')
    .addOption(formatOption())
    .action(run<FormatOption & { from?: string }>((app, [name = ''], options) => make(app, name, options)));
  card
    .command('edit <card>')
    .description('change a character in your editor; the old card stays as it is')
    .option('--in <chat>', 'the character of this name in a chat, which has the new card from then on')
    .option('--character <name>', 'which one of a card of several')
    .addOption(formatOption())
    .action(run<EditOptions>((app, [wanted = ''], options) => edit(app, wanted, options)));
  card
    .command('group <cards...>')
    .description('put a cast into one card of several characters; the first opens the chat')
    .requiredOption('--title <title>', 'title of the card')
    .option('--role <name>', 'whom the human plays')
    .option('--out <file>', 'also write it to a file')
    .option('--force', 'replace the file when it exists')
    .action(
      run<GroupOptions>((app, names, options) =>
        group(
          app,
          names.flatMap((name) => name ?? []),
          options,
        ),
      ),
    );
  registerSplit(card);
}
