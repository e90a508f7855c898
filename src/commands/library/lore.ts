import { addToLibrary } from '../../app/cards/cards.ts';
import { findCharacter } from '../../app/cards/own-cards.ts';
import { writeFileOf } from '../../app/files/files.ts';
import { findBook } from '../../app/library/books.ts';
import { setBookOfCharacter } from '../../app/library/character-books.ts';
import {
  type BookIn,
  bookFile,
  builtInBooks,
  importBook,
  takeBuiltIn,
} from '../../app/presets/book-files.ts';
import type { App } from '../../app/run/app.ts';
import { isSottoError, type SottoError } from '../../domain/errors.ts';
import type { Payload } from '../../domain/events/events.ts';
import type { LoreLine } from '../../play/chat/play-state.ts';
import { loreOptionsOf } from '../../play/lore/lore-options.ts';
import { setLore } from '../../play/tree/changes.ts';
import { type Call, type Command, define, type Item, ofFiles } from '../command.ts';
import {
  argument,
  choice,
  flag,
  name,
  nameOf,
  needed,
  onlyIn,
  option,
  usually,
  whole,
  word,
} from '../parameters.ts';
import type { Scope } from '../scope.ts';
import { castList, list as listOf, page, veil } from '../shown/show.ts';

const list = define({
  name: 'lore list',
  group: 'library',
  synonyms: ['world info', 'lorebook', 'books'],
  summary: 'list the lorebooks in the library, and where they are used',
  parameters: { chat: onlyIn('script', argument('[chat]', nameOf('chat'))) },
  *run(scope, { chat }) {
    const { app, side } = scope;
    const named = chat === undefined ? undefined : app.chatId(chat);
    const id = side === 'screen' ? scope.play.state().chat.id : named;
    const inChat = id === undefined ? [] : app.store.chats.read(id).facts.books;
    for (const { name: book, chosen } of app.store.library.presetNames('lorebook')) {
      const entries = app.store.library.entriesOf(book);
      yield { name: book, entries, allChats: chosen, inChat: inChat.includes(book), isBuiltIn: false };
    }
    for (const { name: book, entries } of builtInBooks(app))
      yield { name: book, entries, allChats: false, inChat: false, isBuiltIn: true };
  },
  json: ({ isBuiltIn: builtIn, ...book }) => ({ type: 'book', ...book, builtIn }),
  text: ({ name: book, entries, allChats, inChat, isBuiltIn }) =>
    `${book}: ${entries} ${entries === 1 ? 'entry' : 'entries'}${isBuiltIn ? ' · comes with sotto' : allChats ? ' · all chats' : inChat ? ' · this chat' : ''}`,
});

/** `lore import`: keeps the lorebooks of files. */
export const loreImport = define({
  name: 'lore import',
  group: 'library',
  summary: 'import lorebooks of cards (V2, V3), SillyTavern, RisuAI, Agnai or NovelAI',
  parameters: {
    files: argument('<files...>', nameOf('file')),
    name: option('--name <name>', word, 'name to use; default the name of the file'),
    force: flag('--force', 'replace a lorebook of the same name'),
  },
  async *run({ app }, { files, ...how }): AsyncGenerator<BookIn | SottoError> {
    yield* app.person.watch(async function* (progress) {
      for (const file of files)
        try {
          yield await importBook(app, file, how, progress);
        } catch (error) {
          if (!isSottoError(error)) throw error;
          yield error;
        }
    });
  },
  json: ({ name: book, warnings }) => ({
    ...{ type: 'imported', kind: 'lore', id: `lorebook/${book}`, name: book, warnings },
  }),
  text: ({ name: book }) => `imported ${book}; \`sotto lore use "${book}"\` adds it to a chat`,
  warnings: ({ name: book, warnings }) => warnings.map((warning) => `${book}: ${warning}`),
  only: ofFiles,
});

const write = define({
  name: 'lore export',
  group: 'library',
  summary: 'write a lorebook to a file',
  parameters: {
    name: argument('<name>', nameOf('book')),
    to: usually('--to <format>', choice(['v3', 'worldinfo']), 'v3', 'format'),
    out: option('--out <file>', word, 'file to write; default standard output'),
    force: flag('--force', 'replace the file'),
  },
  run({ app, write: print }, { name: wanted, to, out, force }) {
    takeBuiltIn(app, wanted);
    const { name: known } = findBook(app.store, wanted);
    const written = bookFile(app, known, to);
    if (out === undefined) print(written.toString('utf8'));
    else writeFileOf(out, [written], { force });
    return out === undefined ? null : { name: known, file: out };
  },
  json: (written) => written && { type: 'exported', kind: 'lore', ...written },
  text: (written) => written && `wrote ${written.file}`,
  only: ofFiles,
});

/** Lets a lorebook belong to a character, by its card, or no longer. */
function bringsAlong(app: App, wanted: string, { book, isUsed }: { book: string; isUsed: boolean }): void {
  const { of, index } = findCharacter(app, wanted);
  if (!app.store.library.hasCard(of.id)) addToLibrary(app, of);
  const { name: known } = findBook(app.store, book);
  setBookOfCharacter(app.store, { id: of.id, index }, { book: known, isUsed });
}

const using = (isUsed: boolean) =>
  define({
    name: isUsed ? 'lore use' : 'lore unuse',
    group: 'library',
    synonyms: ['world info', 'lorebook', 'attach'],
    summary: `${isUsed ? 'add a lorebook to' : 'remove a lorebook from'} a chat`,
    chat: 'option',
    parameters: {
      name: argument('<name>', nameOf('book')),
      allChats: flag('--all-chats', 'in all chats'),
      for: option('--for <character>', name, 'for this character alone, in every chat it is in'),
    },
    async run(scope, { name: book, allChats, for: character }) {
      const { app } = scope;
      if (isUsed) takeBuiltIn(app, book);
      if (character !== undefined) bringsAlong(app, character, { book, isUsed });
      else if (allChats) app.store.library.setInUse('lorebook', findBook(app.store, book).name, isUsed);
      else await scope.play.setBook(book, isUsed);
      return { name: book, used: isUsed, allChats, ...(character !== undefined && { for: character }) };
    },
    json: (book) => ({ type: 'book', ...book }),
    text: ({ name: book, allChats, for: character }) =>
      `${book} is ${isUsed ? 'now' : 'no longer'} used ${character === undefined ? `in ${allChats ? 'all chats' : 'this chat'}` : `for ${character}`}`,
    screen: { usage: 'BOOK' },
  });

const onOff = choice(['on', 'off']);
const isOn = (said: 'on' | 'off' | undefined): boolean | undefined => said && said === 'on';

/** All that a chat can say of how its lorebooks are scanned, taken back. */
const asUsual: Payload<'lore_set'> = {
  ...{ scanDepth: null, budget: null, budgetShare: null, minActivations: null, maxRounds: null },
  ...{ names: null, recursive: null, caseSensitive: null, wholeWords: null, groupScoring: null },
  strategy: null,
};

/** Whose entries come first, in words for people. */
const strategies = {
  evenly: 'entries of all books by their order alone',
  character_first: "the character's entries before global ones",
  global_first: "global entries before the character's",
} as const;

const set = define({
  name: 'lore set',
  group: 'library',
  summary: 'show or change how lorebooks are scanned in a chat; the settings apply to all others',
  notes: 'What is not named stays as it is. A chat from SillyTavern begins as it was scanned there.',
  chat: 'option',
  parameters: {
    usual: flag('--usual', 'as the settings say'),
    scanDepth: option('--scan-depth <n>', whole, 'how many of the newest messages are searched for keys'),
    budget: option('--budget <tokens>', whole, 'tokens for all lorebooks together'),
    recursive: option('--recursive <on|off>', onOff, 'whether entries may activate others'),
    caseSensitive: option('--case <on|off>', onOff, 'whether case matters'),
    wholeWords: option('--whole-words <on|off>', onOff, 'whether one-word keys match whole words only'),
    strategy: option(
      '--strategy <strategy>',
      choice(Object.keys(strategies) as (keyof typeof strategies)[]),
      "whose entries come first after the chat's own: within the budget, and of equal order last",
    ),
    names: option('--names <on|off>', onOff, 'whether keys are searched in names of speakers too'),
  },
  run({ play }, { usual, scanDepth, budget, strategy, ...flags }) {
    const { recursive, caseSensitive, wholeWords, names } = flags;
    const said = {
      ...{ scanDepth, budget, strategy, recursive: isOn(recursive), caseSensitive: isOn(caseSensitive) },
      ...{ wholeWords: isOn(wholeWords), names: isOn(names) },
    };
    const given = Object.entries(said).filter(([, value]) => value !== undefined);
    setLore(play.chat, { ...(usual && asUsual), ...Object.fromEntries(given) });
    const { backtracking: _, ...now } = loreOptionsOf(play.chat);
    return now;
  },
  json: (now) => ({ type: 'lore_settings', ...now }),
  text: (now) =>
    [
      `the newest ${now.scanDepth} messages, ${now.names === false ? 'without' : 'with'} names`,
      `budget ${now.budget ? `${now.budget} tokens` : 'without limit'}`,
      `entries ${now.recursive ? 'activate' : 'do not activate'} others`,
      `case ${now.caseSensitive ? 'matters' : 'does not matter'}`,
      now.wholeWords ? 'whole words only' : 'parts of words too',
      ...(now.strategy ? [strategies[now.strategy]] : []),
    ].join(' · '),
});

const entryName = ({ book, entry }: Pick<LoreLine, 'book' | 'entry'>): string =>
  [book, entry].filter((part) => part !== '').join(' · ');

const lineText = ({ book, entry, awake, reason, position, stands }: LoreLine): string =>
  `${awake ? '●' : '○'} ${entryName({ book, entry })} (${position}${stands ? `, stands ${stands}` : ''}): ${reason}`;

const about = (line: LoreLine): string[] => [
  `${line.awake ? 'Awake' : 'Asleep'}: ${line.reason}.`,
  line.stands === undefined
    ? `Position: ${line.position}.`
    : `Position: ${line.position}; stands ${line.stands} (lore.placement = "exact" keeps its position).`,
];

const calledFor = (line: LoreLine): Call => ({
  isLook: true,
  does: () => page(entryName(line), [...about(line), '', ...line.content.split('\n')]),
});

/** What an entry says that sleeps may be what its reader is not to know yet. */
function entryItem(line: LoreLine): Item {
  const says = line.awake ? [line.content] : ['Its text is hidden while it is inactive; Enter shows it.'];
  return {
    label: `${line.awake ? '●' : '○'} ${entryName(line)}`,
    detail: line.reason,
    stays: true,
    call: calledFor(line),
    isProse: true,
    preview: () => [...about(line), '', ...says],
  };
}

const noneAt = (speaker: string): string[] => [
  noneFor(speaker),
  '',
  '/lore use BOOK adds a lorebook from the library to this chat; `sotto lore import FILE` imports one.',
];

const noneFor = (speaker: string): string => `${speaker} has no lorebook`;

function* reminders({ app, play, side }: Scope, speaker: string): Generator<LoreLine> {
  const lines = play.lore(speaker);
  yield* lines;
  if (lines.length === 0 && side === 'script') app.person.tell(noneFor(speaker));
}

const test = define({
  name: 'lore test',
  group: 'library',
  synonyms: ['world info', 'lorebook', 'wi'],
  summary: 'show which lore entries are active for a character, and why',
  empty:
    'no lorebook in use: each entry would be listed here, with why it is active or not; `sotto lore use BOOK` takes one into use',
  chat: 'first',
  parameters: {
    for: needed('--for <name>', name, 'the character who would speak'),
    shown: onlyIn('screen', argument('[shown]', choice(['shown']))),
  },
  run: (scope, { for: speaker }) => reminders(scope, speaker),
  json: (line) => ({ type: 'lore', ...line }),
  text: lineText,
  screen: {
    name: 'lore',
    usage: '[NAME]',
    ask({ play }, { for: speaker, shown }, again) {
      if (speaker === undefined) return castList('Lore for', play.state().cast, (one) => again({ for: one }));
      if (shown) return null;
      return veil(play, speaker, {
        title: `Lore for ${speaker}`,
        holds: 'what this character alone is reminded of',
        line: `/lore ${speaker} shown`,
        call: again({ for: speaker }, true),
      });
    },
    show(lines, _, { for: speaker }) {
      const awakeFirst = [...lines.filter(({ awake }) => awake), ...lines.filter(({ awake }) => !awake)];
      const title = `Lore for ${speaker}`;
      return lines.length === 0 ? page(title, noneAt(speaker)) : listOf(title, awakeFirst.map(entryItem));
    },
  },
});

/** Commands about lorebooks. */
export const lore: readonly Command[] = [list, loreImport, write, using(true), using(false), set, test];
