import { statSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { limits } from '../cards/limits.ts';
import { isSottoError, type SottoError } from '../domain/errors.ts';
import { lorebookIn } from '../interop/sillytavern/lorebook.ts';
import { filesAt } from './cards/card-import.ts';
import { cardName, readCardAt } from './cards/cards.ts';
import { isZipOfChats } from './chats/chat-files.ts';
import { isArchive } from './chats/import-archive.ts';
import { attempt } from './files/attempt.ts';
import { asFileError } from './files/file-error.ts';
import { readJsonFile } from './files/json-file.ts';
import { largeBook } from './library/large-book.ts';
import { readPresetFile } from './presets/preset-files.ts';
import { dataOf } from './sillytavern/folder.ts';

/** What there is at a path, and so how it comes in; `says` names it for a person. */
export interface Recognised {
  readonly holds: 'card' | 'cards' | 'chat' | 'lorebook' | 'preset' | 'sillytavern';
  readonly says: string;
}

const isDone = <T>(result: T | SottoError): result is T => !isSottoError(result);

function folder(path: string): Recognised {
  if (isDone(attempt(() => dataOf(path)))) return { holds: 'sillytavern', says: `everything in ${path}` };
  const { length } = filesAt(path);
  return { holds: 'cards', says: length === 1 ? 'the card in it' : `the ${length} files in it, as cards` };
}

/** A chat of any program: what is JSON and neither a card, a preset nor a lorebook may be one. */
const chat = (path: string): Recognised => ({ holds: 'chat', says: `the chat ${basename(path)}` });

function json(path: string): Recognised {
  const name = basename(path, extname(path));
  const large = attempt(() => largeBook(path, name));
  const isBook = !isDone(large) ? large.code === 'too_large' : large !== null;
  if (isBook) return { holds: 'lorebook', says: `the lorebook ${name}` };
  if (!isDone(large)) return chat(path);
  const value = readJsonFile(path);
  const book = attempt(() => lorebookIn(value, name));
  if (isDone(book) || book.code === 'too_large') return { holds: 'lorebook', says: `the lorebook ${name}` };
  if (isDone(attempt(() => readPresetFile(path)))) return { holds: 'preset', says: `the preset ${name}` };
  return chat(path);
}

/** Looks at what a path names, without keeping anything. Rejects with SottoError where nothing there can come in. */
export async function recognised(path: string): Promise<Recognised> {
  try {
    if (statSync(path).isDirectory()) return folder(path);
  } catch (error) {
    throw isSottoError(error) ? error : asFileError(path, error);
  }
  if (/\.jsonl$/i.test(path)) {
    const isWhole = await isArchive(path);
    return isWhole
      ? { holds: 'chat', says: `the chat in ${basename(path)}, with its whole tree` }
      : chat(path);
  }
  const card = attempt(() => readCardAt(path));
  if (isDone(card)) return { holds: 'card', says: `the card ${cardName(card.card)}` };
  if (isZipOfChats(path)) return chat(path);
  if (/\.toml$/i.test(path)) return { holds: 'preset', says: `the preset ${basename(path)}` };
  if (/\.json$/i.test(path) && statSync(path).size <= limits.file) return json(path);
  throw card;
}
