import { realpathSync } from 'node:fs';
import { isSottoError } from '../../domain/errors.ts';
import { nothingOfIt } from '../sources/sources.ts';
import { type DirectoryFile, dataOf, filesBelow, filesIn, leftIn, linksIn } from './folder.ts';
import type { ImportedItem, Intake } from './intake.ts';
import {
  takeCard,
  takeGroup,
  takeLorebook,
  takePresets,
  takeQuickReplies,
  takeRegexScripts,
  takeSettings,
} from './take.ts';
import { takeChat, takeGroupChat } from './take-chat.ts';

type Take = (intake: Intake, file: DirectoryFile) => ImportedItem[] | Promise<ImportedItem[]>;

interface Section {
  readonly folder: string;
  readonly take: Take;
  readonly extensions?: readonly string[];
  readonly deep?: boolean;
}

const lines = ['.jsonl'];

/** The folders that are read, in this order: chats look for cards and groups that are known by then. */
const sections: readonly Section[] = [
  { folder: 'characters', take: takeCard, extensions: ['.png', '.json', '.charx', '.webp'] },
  { folder: 'worlds', take: takeLorebook, extensions: ['.json', '.lorebook'] },
  { folder: 'TextGen Settings', take: takePresets },
  { folder: 'KoboldAI Settings', take: takePresets },
  { folder: 'OpenAI Settings', take: takePresets },
  { folder: 'instruct', take: takePresets },
  { folder: 'context', take: takePresets },
  { folder: 'regex', take: takeRegexScripts },
  { folder: 'QuickReplies', take: takeQuickReplies },
  { folder: 'groups', take: takeGroup },
  { folder: 'chats', take: takeChat, extensions: lines, deep: true },
  { folder: 'group chats', take: takeGroupChat, extensions: lines },
];

/** What could not be read, and why. */
interface Failure {
  readonly file: string;
  readonly reason: string;
}

/** What an import of a folder came to. */
export class Report {
  readonly taken: ImportedItem[] = [];
  readonly failed: Failure[] = [];
  /** Folders whose files mean nothing to sotto; they are kept for the way back. */
  notRead: string[] = [];
  /** What is not taken along, and why. */
  left: readonly Failure[] = [];
  links = 0;
  /** How many files there are, and have been looked at. */
  all = 0;
  #seen = 0;

  /** Counts one more file: how much of the folder has been looked at. */
  share(): number {
    this.#seen += 1;
    return this.all === 0 ? 0 : Math.min(1, this.#seen / this.all);
  }

  /** Takes note of what is wrong with a file; an error that is no fault of a file is thrown on. */
  readonly fails = (file: string, error: unknown, path = file): void => {
    const isOfFile = isSottoError(error) && (error.family === 'usage' || error.family === 'not_found');
    if (!isOfFile) throw error;
    this.failed.push({ file, reason: error.message.replace(`${path}: `, '') });
  };
}

/** Takes a file's things into the report; what is wrong with it stops nothing else. */
async function* takeFile(
  intake: Intake,
  file: DirectoryFile,
  take: Take,
  report: Report,
): AsyncGenerator<ImportedItem> {
  await intake.progress.step(file.name, report.share());
  try {
    const taken = await take(intake, file);
    report.taken.push(...taken);
    yield* taken;
  } catch (error) {
    report.fails(file.name, error, file.path);
    keepPlain(intake, file, report);
  }
}

/** Keeps a file for the way back, whatever it is. */
function keepPlain(intake: Intake, file: DirectoryFile, report: Report): void {
  try {
    intake.came(file, nothingOfIt);
  } catch (error) {
    report.fails(file.name, error, file.path);
  }
}

/**
 * Imports the data folder of SillyTavern at `dir` into `report`, each file in a transaction of its own, and yields what
 * comes in. Links are passed over. Rejects with SottoError `no_such_file`, `no_sillytavern`, `interrupted` (then files before it stay).
 */
export async function* importFolder(
  intake: Intake,
  dir: string,
  report: Report,
): AsyncGenerator<ImportedItem> {
  const data = dataOf(dir);
  intake.root = realpathSync(data);
  report.links = linksIn(data);
  report.left = leftIn(data);
  report.all = [...filesBelow(data)].length;
  const read = new Set<string>();
  const [settings] = filesIn(data, '.', ['.json']).filter(({ name }) => name === './settings.json');
  const takeIt: Take = (to, file) => takeSettings(to, file, report.fails);
  if (settings) yield* takeFile(intake, { ...settings, name: settingsFile }, takeIt, report);
  if (settings) read.add(settingsFile);
  for (const { folder, take, extensions = ['.json'], deep } of sections) {
    if (folder === 'groups') linkBooks(intake, report);
    for (const file of filesIn(data, folder, extensions, deep)) {
      read.add(file.name);
      yield* takeFile(intake, file, take, report);
    }
  }
  for (const book of intake.globalBooks.filter((name) => !intake.books.has(name))) {
    const reason = `the lorebook "${book}" is used in all chats there, but was not imported`;
    report.failed.push({ file: settingsFile, reason });
  }
  await keepOthers(intake, data, read, report);
}

const settingsFile = 'settings.json';

/** Cards and lorebooks are known by now: what a card names belongs to its character. */
function linkBooks(intake: Intake, report: Report): void {
  for (const { avatar, book } of intake.linkBooks())
    report.failed.push({
      file: `characters/${avatar}`,
      reason: `its lorebook "${book}" is not in the folder`,
    });
}

/** Keeps what no section reads, for the way back. */
async function keepOthers(intake: Intake, data: string, read: Set<string>, report: Report): Promise<void> {
  const folders = new Set<string>();
  for (const file of filesBelow(data)) {
    if (read.has(file.name)) continue;
    await intake.progress.step(file.name, report.share());
    keepPlain(intake, file, report);
    const [folder, ...inside] = file.name.split('/');
    if (folder !== undefined && inside.length > 0 && !isSection(folder)) folders.add(folder);
  }
  report.notRead = [...folders].sort();
}

const isSection = (name: string): boolean => sections.some(({ folder }) => folder === name);
