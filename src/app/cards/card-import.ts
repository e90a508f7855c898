import { readdirSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { isSottoError, SottoError } from '../../domain/errors.ts';
import { attempt } from '../files/attempt.ts';
import { asFileError } from '../files/file-error.ts';
import type { App } from '../run/app.ts';
import { keepAlone } from '../sources/sources.ts';
import { cardName, cardNotices, type KeptCard, keepOnce, readCardAt } from './cards.ts';

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

/** A card that came in, or was there. */
export interface CardIn extends KeptCard {
  readonly path: string;
  readonly name: string;
  /** What a person should know of it. */
  readonly notices: readonly string[];
}

/** How many cards of several files came in. */
export interface CardCount {
  readonly kept: number;
  readonly known: number;
  readonly failed: number;
}

function importCard(app: App, path: string): CardIn {
  const read = readCardAt(path);
  const kept = keepOnce(app, read);
  app.store.atomically(() => keepAlone(app, path, 'characters', { kind: 'card', name: kept.id }));
  return { ...kept, path, name: cardName(read.card), notices: cardNotices(read.card) };
}

/** Keeps the cards of files and folders, whatever is wrong with some; of several files, how many there were at the end. */
export async function* importCards(
  app: App,
  paths: readonly string[],
): AsyncGenerator<CardIn | CardCount | SottoError> {
  const files = paths.flatMap<string | SottoError>((path) => attempt(() => filesAt(path)));
  const count = { kept: 0, known: 0, failed: 0 };
  try {
    yield* app.person.watch(async function* (progress) {
      for (const file of files) {
        await progress.step('cards read');
        const card = isSottoError(file) ? file : attempt(() => importCard(app, file));
        count[isSottoError(card) ? 'failed' : card.isNew ? 'kept' : 'known'] += 1;
        yield card;
      }
    });
  } catch (error) {
    if (!isSottoError(error) || error.family !== 'interrupted') throw error;
    const message = `stopped; ${count.kept} cards already imported are kept`;
    throw new SottoError('interrupted', 'interrupted', message);
  }
  if (files.filter((file) => !isSottoError(file)).length > 1) yield count;
}
