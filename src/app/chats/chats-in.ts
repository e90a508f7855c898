import { closeSync, openSync, readSync } from 'node:fs';
import { isSottoError, SottoError } from '../../domain/errors.ts';
import { type ChatFile, notAChat } from '../../interop/chat-file.ts';
import { emptyCode, type Unsaid } from '../../interop/documents/document.ts';
import { documentFormat } from '../../interop/documents/table.ts';
import { isFields } from '../../interop/fields.ts';
import { parseJson } from '../../interop/parse-json.ts';
import { aboutFile } from '../files/file-error.ts';
import { isFile } from '../files/files.ts';
import { jsonValuesOf } from '../files/json-values.ts';
import type { Progress } from '../run/person.ts';
import { readChatFile } from './import-chat.ts';

/** The largest chat in a document, in bytes. */
const largest = 16 * 1024 * 1024;

const parsed = (bytes: Buffer): unknown => {
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
};

/** Whether a file begins as a list, which no file of lines does. */
export function isList(path: string): boolean {
  if (!isFile(path)) return false;
  const file = openSync(path, 'r');
  try {
    const start = Buffer.alloc(64);
    return start.toString('utf8', 0, readSync(file, start)).replace('\ufeff', '').trimStart().startsWith('[');
  } finally {
    closeSync(file);
  }
}

/**
 * Whether a file is one document, or a list of them, of a program that writes its chats so; false for a file of lines.
 * Rejects with SottoError `not_a_chat` for any other document.
 */
async function isDocument(path: string): Promise<boolean> {
  if (!isFile(path)) return false;
  for await (const bytes of jsonValuesOf(path, largest)) {
    const value = bytes === null ? null : parsed(bytes);
    if (isFields(value) && documentFormat(value)) return true;
    if ((isFields(value) && bytes?.includes('\n')) || isList(path))
      throw aboutFile(path, notAChat('is JSON, but no export that sotto knows'));
    return false;
  }
  return false;
}

function* chatsOf(bytes: Buffer | null, unsaid: Unsaid): Generator<ChatFile> {
  if (bytes === null)
    throw notAChat(`is cut off, or has a part that is not a chat or is larger than ${largest} bytes`);
  const value = parsed(bytes);
  const format = isFields(value) ? documentFormat(value) : undefined;
  if (!isFields(value) || !format) throw notAChat('has a part that is damaged or is not a chat');
  yield* format.chats(value, unsaid);
}

const atPlace = (error: unknown, number: number): unknown =>
  isSottoError(error) && number > 1
    ? new SottoError(error.family, error.code, `chat ${number}: ${error.message}`, { cause: error })
    : error;

/** The chats of a document, each read when it is asked for; those without a message are left out, and counted. */
async function* documentChats(path: string, unsaid: Unsaid, progress: Progress): AsyncGenerator<ChatFile> {
  let [number, left, last]: [number, number, ChatFile | null] = [0, 0, null];
  for await (const bytes of jsonValuesOf(path, largest)) {
    number += 1;
    try {
      for (const chat of chatsOf(bytes, unsaid)) {
        if (last) yield last;
        last = chat;
      }
    } catch (error) {
      if (!isSottoError(error) || error.code !== emptyCode) throw atPlace(error, number);
      left += 1;
    }
    await progress.step(`reading ${path}`);
  }
  if (!last) throw notAChat('has no message');
  const warning = `${left} chats in the file have no messages and are left out`;
  yield left > 0 ? { ...last, warnings: [...last.warnings, warning] } : last;
}

/**
 * The chats in a file of whatever program, in their order: at least one. They are read when they are asked for, so that
 * a large export takes the memory of one. Rejects with SottoError, which names the file, and the line or the chat.
 */
export async function* chatsIn(path: string, unsaid: Unsaid, progress: Progress): AsyncGenerator<ChatFile> {
  if (!(await isDocument(path))) {
    yield await readChatFile(path, unsaid, progress);
    return;
  }
  try {
    yield* documentChats(path, unsaid, progress);
  } catch (error) {
    throw aboutFile(path, error);
  }
}
