import { existsSync } from 'node:fs';
import { dirname, extname } from 'node:path';
import { droppedPath } from '../../app/files/dropped-path.ts';
import { type Recognised, recognised } from '../../app/recognised.ts';
import type { App } from '../../app/run/app.ts';
import { usualFolder } from '../../app/sillytavern/folder.ts';
import { isSottoError } from '../../domain/errors.ts';
import { type Call, type Command, define } from '../command.ts';
import { cardImport } from '../library/cards.ts';
import { loreImport } from '../library/lore.ts';
import { presetImport } from '../library/preset.ts';
import { importSillyTavern } from '../library/transfer.ts';
import { argument, text } from '../parameters.ts';
import { notice, plural, question } from '../shown/show.ts';
import { chatImport } from '../upkeep/transfer.ts';
import { callToChat, start } from './opening.ts';

const pathIn = (line: string, { search }: App): string => droppedPath(line, search.home) ?? line.trim();

/** On the screen the rest of the line is one path, with its spaces. */
const onePath = {
  usage: 'PATH',
  read: (line: string, { app }: { app: App }) => ({ files: [pathIn(line, app)] }),
};

const cards: typeof cardImport = {
  ...cardImport,
  screen: {
    ...onePath,
    show(results) {
      const [card, ...others] = results.flatMap((one) => ('path' in one ? [one] : []));
      const failed = results.find(isSottoError);
      if (!card) throw failed;
      if (others.length > 0) {
        const unread = results.filter(isSottoError).length;
        const left = unread === 0 ? '' : `, ${unread} unreadable`;
        return notice(`${others.length + 1} cards are in the library${left}; /new begins a chat with one`);
      }
      const call = { command: start as Command, values: { cards: [card.id] } };
      return question(`${card.name} is in the library. Begin a chat?`, card.notices, call);
    },
  },
};

const chats: typeof chatImport = {
  ...chatImport,
  screen: {
    ...onePath,
    show([chat, ...others]) {
      if (!chat) return null;
      if (others.length > 0)
        return notice(`${plural(others.length + 1, 'chat')} imported; /chats lists them`);
      return question(`"${chat.title}" is imported. Open it?`, chat.warnings, callToChat(chat.id));
    },
  },
};

/** What brings in what was recognised. */
function bringing({ holds }: Recognised, path: string): Call {
  if (holds === 'sillytavern')
    return { command: importSillyTavern as Command, values: { dir: path, dryRun: false, verbose: false } };
  const commands = { card: cards, cards, chat: chats, lorebook: loreImport, preset: presetImport };
  return { command: commands[holds] as Command, values: { files: [path], force: false } };
}

const whatComes = [
  'Paste the path of a file, or drop the file on the terminal.',
  'A card, a lorebook, a preset, a chat of sotto or of another program, a directory of cards, or that of SillyTavern.',
];

/** `import`: what a path names comes in once a person has seen what it is. */
const importAny = define({
  name: 'import',
  group: 'library',
  synonyms: ['load', 'open', 'file', 'drop', 'bring'],
  summary: 'import a card, a chat, a lorebook, a preset or a directory: what its path names',
  parameters: { path: argument('[path]', text) },
  run: () => null,
  screen: {
    usage: '[PATH]',
    async ask({ app }, { path = '' }, again) {
      if (path.trim() === '') {
        const value = usualFolder(app.search.home) ?? '';
        const call = (given: string): Call => again({ path: given });
        return { type: 'field', title: 'Import', lines: whatComes, value, call };
      }
      const at = pathIn(path, app);
      const found = await recognised(at);
      return question(`Import ${found.says}?`, [at], bringing(found, at));
    },
  },
  only: {
    side: 'screen',
    why: 'a script says what a file holds: `card import`, `chat import`, `lore import`',
  },
});

/** The call that asks whether to import what a path names; without one, for the path. */
export const callToImport = (path?: string): Call => ({ command: importAny as Command, values: { path } });

/** The same for a line that is the path of something which is there; undefined for any other. */
export function importOf(line: string, { search }: App): Call | undefined {
  const path = droppedPath(line, search.home);
  // A name right below the root is rather a command than a file.
  const isFile = path !== null && (dirname(path) !== dirname(dirname(path)) || extname(path) !== '');
  return isFile && existsSync(path) ? callToImport(path) : undefined;
}

/** Commands that bring in what a path names. */
export const importing: readonly Command[] = [importAny, cards, chats];
