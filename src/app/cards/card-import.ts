import { readdirSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { isSottoError, SottoError } from '../../domain/errors.ts';
import type { App } from '../app.ts';
import { asFileError } from '../files/file-error.ts';
import type { RecognisedCard } from './card-duplicates.ts';
import { cardName, cardNotices, keepOnce, readCardAt } from './cards.ts';

const cardFiles = new Set(['.png', '.apng', '.json', '.charx', '.jpg', '.jpeg', '.webp']);

/** The file itself, or the card files of a folder and its folders, by name. Throws SottoError when there are none. */
export function filesAt(path: string): string[] {
  try {
    if (!statSync(path).isDirectory()) return [path];
    const found = readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && cardFiles.has(extname(entry.name).toLowerCase()))
      .map((entry) => join(entry.parentPath, entry.name));
    if (found.length > 0) return found.sort();
  } catch (error) {
    throw asFileError(path, error);
  }
  const message = `${path} holds no card; cards are PNG, CHARX, JSON, JPEG or WEBP files`;
  throw new SottoError('not_found', 'no_cards', message);
}

const isOfTheFile = (error: unknown): error is SottoError =>
  isSottoError(error) && (error.family === 'usage' || error.family === 'not_found');

/** Work on many files, each on its own: what is wrong with one is told, and decides the exit code at the end. */
export class EachFile {
  readonly #app: App;
  readonly #codes = new Set<number>();
  failed = 0;

  constructor(app: App) {
    this.#app = app;
  }

  /** The result of the work; undefined when the file is at fault, which is then told. */
  attempt<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if (!isOfTheFile(error)) throw error;
      this.#app.out.error(error);
      this.#codes.add(error.exitCode);
      this.failed += 1;
      return undefined;
    }
  }

  /** Sets the exit code when something was wrong: that of all failures, else 2. */
  finish(): void {
    const [code] = this.#codes;
    if (code !== undefined) process.exitCode = this.#codes.size === 1 ? code : 2;
  }
}

const sayings = (
  name: string,
  id: string,
  { isNew, duplicateOf }: RecognisedCard,
): [text: string, notice: string] => {
  if (!isNew && duplicateOf === null)
    return [`${name} (${id}) is in the library already`, 'The same card is in the library already'];
  if (!isNew)
    return [
      `${name} is in the library already as ${duplicateOf}`,
      `The same card is in the library already as ${duplicateOf}`,
    ];
  if (duplicateOf === null) return [`imported ${name} (${id})`, ''];
  const more = `the same card as ${duplicateOf} with a picture or assets that are new; its name means this one now`;
  return [`imported ${name} (${id}), ${more}`, `It is ${more}`];
};

/** Reads one card and keeps it. False when it was there already. */
function importCard(app: App, path: string): boolean {
  const read = readCardAt(path);
  const kept = keepOnce(app, read);
  const { id, isNew } = kept;
  const name = cardName(read.card);
  const notices = cardNotices(read.card);
  const [text, notice] = sayings(name, id, kept);
  const warnings = [...notices, ...(notice === '' ? [] : [notice])];
  app.out.result({ type: 'imported', kind: 'card', id, name, warnings }, text);
  if (!app.out.isJson) for (const warning of notices) app.out.talk(`${path}: ${warning}`);
  return isNew;
}

/** Keeps the cards of files and folders, and says at the end how many there were. */
export async function importCards(app: App, paths: readonly string[]): Promise<void> {
  const each = new EachFile(app);
  const files = paths.flatMap((path) => each.attempt(() => filesAt(path)) ?? []);
  const counts = { kept: 0, known: 0 };
  try {
    await app.person.watch(async (progress) => {
      for (const file of files) {
        await progress.step('cards read');
        const isNew = each.attempt(() => importCard(app, file));
        if (isNew !== undefined) counts[isNew ? 'kept' : 'known'] += 1;
      }
    });
  } catch (error) {
    if (!isSottoError(error) || error.family !== 'interrupted') throw error;
    const message = `stopped; ${counts.kept} cards that were read before are kept`;
    throw new SottoError('interrupted', 'interrupted', message);
  }
  if (!app.out.isJson && files.length > 1) {
    const { kept, known } = counts;
    app.out.text(`${kept} imported, ${known} known already, ${each.failed} not readable`);
  }
  each.finish();
}
