import { isSottoError } from '../../domain/errors.ts';
import { type DirectoryFile, dataOf, filesIn, linksIn, otherFolders } from './folder.ts';
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
  notRead: string[] = [];
  links = 0;

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
  await intake.progress.step(file.name);
  try {
    const taken = await take(intake, file);
    report.taken.push(...taken);
    yield* taken;
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
  report.links = linksIn(data);
  report.notRead = otherFolders(
    data,
    sections.map(({ folder }) => folder),
  );
  const [settings] = filesIn(data, '.', ['.json']).filter(({ name }) => name === './settings.json');
  const takeIt: Take = (to, file) => takeSettings(to, { ...file, name: 'settings.json' }, report.fails);
  if (settings) yield* takeFile(intake, settings, takeIt, report);
  for (const { folder, take, extensions = ['.json'], deep } of sections) {
    for (const file of filesIn(data, folder, extensions, deep)) yield* takeFile(intake, file, take, report);
  }
  for (const book of intake.globalBooks.filter((name) => !intake.books.has(name))) {
    const reason = `the lorebook "${book}" is used in all chats there, but was not imported`;
    report.failed.push({ file: 'settings.json', reason });
  }
}
