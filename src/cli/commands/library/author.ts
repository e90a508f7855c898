import { extname } from 'node:path';
import { type Command, Option } from 'commander';
import { limits } from '../../../cards/limits.ts';
import { cardToJson } from '../../../cards/write/write.ts';
import { SottoError } from '../../../domain/errors.ts';
import { authoredCard, blankCharacter, groupedCard, revisedCard } from '../../../play/texts/authoring.ts';
import { type CardFormat, readCharacter, writeCharacter } from '../../../play/texts/card-text.ts';
import { writtenInEditor } from '../../cards/card-draft.ts';
import { findCard } from '../../cards/cards.ts';
import {
  type CharacterInCard,
  cardOfMember,
  findCharacter,
  keepOwn,
  memberIn,
  printKept,
  secondsNow,
} from '../../cards/own-cards.ts';
import type { Context } from '../../context.ts';
import { aboutFile } from '../../files/file-error.ts';
import { readFileOf, writeFileOf } from '../../files/files.ts';
import { run } from '../../run.ts';
import { registerSplit } from './split.ts';

interface FormatOption {
  format?: CardFormat;
}

const formatOption = (): Option =>
  new Option('--format <format>', 'what to write in; default toml').choices(['toml', 'json']);

/** Says that the editor was left without a text to keep. */
const givenUp = (context: Context): void => context.out.talk('nothing was kept: the editor gave up');

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
  context: Context,
  name: string,
  { from, format }: FormatOption & { from?: string },
): Promise<void> {
  const at = secondsNow(context);
  if (from !== undefined) {
    printKept(context, keepOwn(context, authoredCard(readFrom(from, name, format), at), null));
    return;
  }
  const remarks = ['A new character. Save it and leave the editor to keep it.'];
  const text = writeCharacter(blankCharacter(name), format ?? 'toml', remarks);
  const kept = await writtenInEditor(text, format ?? 'toml', ({ after }) =>
    keepOwn(context, authoredCard(after, at), null),
  );
  if (kept) printKept(context, kept);
  else givenUp(context);
}

interface EditOptions extends FormatOption {
  in?: string;
  character?: string;
}

/** The character of a chat with its card. Throws SottoError `no_card`. */
function characterIn(context: Context, chat: string, name: string): CharacterInCard {
  const member = memberIn(context, chat, name);
  const found = cardOfMember(context, member);
  if (found) return found;
  const message = `${member.name} has no card; \`sotto card split\` makes one`;
  throw new SottoError('not_found', 'no_card', message);
}

async function edit(
  context: Context,
  wanted: string,
  { in: chat, character, format = 'toml' }: EditOptions,
): Promise<void> {
  const chatId = chat === undefined ? undefined : context.chatId(chat);
  const { of, index } =
    chatId === undefined ? findCharacter(context, wanted, character) : characterIn(context, chatId, wanted);
  const given = of.card.characters[index] ?? blankCharacter(wanted);
  const remarks = [`${given.name}. Save it and leave the editor to keep it; what you empty will be empty.`];
  const kept = await writtenInEditor(writeCharacter(given, format, remarks), format, (text) => {
    const revised = revisedCard(of.card, index, text, secondsNow(context));
    return revised === of.card ? of : keepOwn(context, revised, of);
  });
  if (kept === null) return givenUp(context);
  if (kept === of) return context.out.talk('nothing was changed');
  if (chatId !== undefined) await context.play(chatId).changeCard(wanted, { id: kept.id, index });
  printKept(context, kept, chatId);
}

interface GroupOptions {
  title: string;
  role?: string;
  out?: string;
  force?: boolean;
}

function group(context: Context, names: readonly string[], { title, role, out, force }: GroupOptions): void {
  const cards = names.map((name) => findCard(context, name).card);
  const card = groupedCard(cards, { title, role: role ?? '' });
  if (out !== undefined) writeFileOf(out, [cardToJson(card)], { force: force === true });
  printKept(context, keepOwn(context, card, null));
}

/** `sotto card new|edit|group|split`, beside what the group `card` holds already. */
export function registerAuthor(program: Command): void {
  const card = program.commands.find((command) => command.name() === 'card') ?? program.command('card');
  card
    .command('new <name>')
    .description('write a character in your editor')
    .option('--from <file>', 'take this file of TOML or JSON instead')
    .addOption(formatOption())
    .action(
      run<FormatOption & { from?: string }>((context, [name = ''], options) => make(context, name, options)),
    );
  card
    .command('edit <card>')
    .description('change a character in your editor; the old card stays as it is')
    .option('--in <chat>', 'the character of this name in a chat, which has the new card from then on')
    .option('--character <name>', 'which one of a card of several')
    .addOption(formatOption())
    .action(run<EditOptions>((context, [wanted = ''], options) => edit(context, wanted, options)));
  card
    .command('group <cards...>')
    .description('put a cast into one card of several characters; the first opens the chat')
    .requiredOption('--title <title>', 'title of the card')
    .option('--role <name>', 'whom the human plays')
    .option('--out <file>', 'also write it to a file')
    .option('--force', 'replace the file when it exists')
    .action(
      run<GroupOptions>((context, names, options) =>
        group(
          context,
          names.flatMap((name) => name ?? []),
          options,
        ),
      ),
    );
  registerSplit(card);
}
