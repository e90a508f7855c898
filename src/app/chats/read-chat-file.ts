import { statSync } from 'node:fs';
import { SottoError } from '../../domain/errors.ts';
import {
  type ChatFile,
  type ChatReader,
  type Fallback,
  type FileMessage,
  notAChat,
} from '../../interop/chat-file.ts';
import { chatReader, readLine } from '../../interop/chats/read-chat.ts';
import { aboutFile } from '../files/file-error.ts';
import { isFile, linesOf } from '../files/files.ts';
import { Freeing } from '../files/freeing.ts';
import type { Progress } from '../run/person.ts';

/** A message of a chat is no longer than so many bytes. */
const longestLine = 8 * 1024 * 1024;

const mostMessages = 200_000;
/** Throws SottoError `too_large` where a chat has too many messages to be played. */
export function requireFewer(count: number): void {
  if (count <= mostMessages) return;
  const message = `it has more than ${mostMessages} messages, which would take too long to read; split it`;
  throw new SottoError('usage', 'too_large', message);
}

/** The lines of a chat file that are not blank, each with its number, as `take` reads them. Rejects with SottoError, which names the line. */
async function* readLines<T>(path: string, take: (value: unknown, number: number) => T): AsyncGenerator<T> {
  const freeing = new Freeing();
  let number = 0;
  for await (const bytes of linesOf(path, longestLine)) {
    const { length } = bytes;
    number += 1;
    let taken: T;
    try {
      const value = readLine(bytes, number);
      if (value === undefined) continue;
      requireFewer(number - 1);
      taken = take(value, number);
    } catch (error) {
      throw aboutFile(path, error);
    }
    yield taken;
    freeing.read(length);
  }
}

/** What tells whether a file is still the one that was read. */
const stateOf = (path: string): string => {
  const { size, mtimeMs, ino } = statSync(path);
  return [size, mtimeMs, ino].join();
};

/** What the lines of a file say, of which `reader` has taken all once; of a long chat no more is in memory than a line. */
async function* messagesOf(
  path: string,
  { reader, state, warnings }: { reader: ChatReader; state: string; warnings: string[] },
): AsyncGenerator<FileMessage> {
  const again = reader.again();
  const isOther = () => stateOf(path) !== state;
  const changed = () =>
    new SottoError('usage', 'file_changed', `${path} changed while it was read; try again`);
  if (isOther()) throw changed();
  for await (const message of readLines(path, (value, number) => again.message(value, number)))
    if (message) yield message;
  if (isOther()) throw changed();
  warnings.splice(0, warnings.length, ...again.warnings());
}

/**
 * Reads a chat file, told apart by its first line, for who is in it; its messages are read from it when they are asked for. Rejects
 * with SottoError, which names the line.
 */
export async function readChatFile(path: string, fallback: Fallback, progress: Progress): Promise<ChatFile> {
  const warnings: string[] = [];
  let reader: ChatReader | undefined;
  const take = (value: unknown, number: number) => {
    reader ??= chatReader(value, fallback);
    reader.line(value, number);
  };
  const state = isFile(path) ? stateOf(path) : '';
  for await (const _ of readLines(path, take)) await progress.step(`reading ${path}`);
  try {
    if (!reader) throw notAChat('is empty');
    const read = { reader, state, warnings };
    const messages = { [Symbol.asyncIterator]: () => messagesOf(path, read) };
    return { ...reader.end(), messages, warnings };
  } catch (error) {
    throw aboutFile(path, error);
  }
}
