import { closeSync, openSync, readSync } from 'node:fs';
import { isSottoError, SottoError } from '../../domain/errors.ts';
import { isFields } from '../../domain/json/fields.ts';
import { type ChatFile, notAChat } from '../../interop/chat-file.ts';
import { emptyCode, type Unsaid } from '../../interop/documents/document.ts';
import { documentFormat } from '../../interop/documents/table.ts';
import { parseJson } from '../../interop/parse-json.ts';
import { aboutFile } from '../files/file-error.ts';
import { isFile } from '../files/files.ts';
import { Freeing } from '../files/freeing.ts';
import { jsonValuesOf } from '../files/json-values.ts';
import type { Progress } from '../run/person.ts';
import { readChatFile } from './read-chat-file.ts';

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

/** A document while it is read: its first value, and the bytes of the others. */
interface Document {
  readonly first: unknown;
  /** Bytes of it. */
  readonly size: number;
  readonly others: Generator<Buffer | null>;
}

/**
 * A file that is one document, or a list of them, of a program that writes its chats so; null for a file of lines. Throws
 * SottoError `not_a_chat` for any other document.
 */
function documentIn(path: string): Document | null {
  if (!isFile(path)) return null;
  const others = jsonValuesOf(path, largest);
  const { value: bytes } = others.next();
  const first = bytes ? parsed(bytes) : undefined;
  if (isFields(first) && documentFormat(first)) return { first, size: bytes?.length ?? 0, others };
  const isOther = (isFields(first) && bytes?.includes('\n')) || isList(path);
  others.return(null);
  if (isOther) throw aboutFile(path, notAChat('is JSON, but no export that sotto knows'));
  return null;
}

function* chatsOf(value: unknown, unsaid: Unsaid): Generator<ChatFile> {
  if (value === null)
    throw notAChat(`is cut off, or has a part that is not a chat or is larger than ${largest} bytes`);
  const format = isFields(value) ? documentFormat(value) : undefined;
  if (!isFields(value) || !format) throw notAChat('has a part that is damaged or is not a chat');
  yield* format.chats(value, unsaid);
}

const atPlace = (error: unknown, number: number): unknown =>
  isSottoError(error) && number > 1
    ? new SottoError(error.family, error.code, `chat ${number}: ${error.message}`, { cause: error })
    : error;

function* valuesOf({ first, size, others }: Document): Generator<unknown> {
  const freeing = new Freeing();
  freeing.read(size);
  yield first;
  for (const bytes of others) {
    const value = bytes && parsed(bytes);
    freeing.read(bytes?.length ?? 0);
    yield value;
  }
}

/** The chats of a document, each read when it is asked for; those without a message are left out, and counted. */
async function* documentChats(document: Document, unsaid: Unsaid, step: () => Promise<void> | undefined) {
  let [number, left, last]: [number, number, ChatFile | null] = [0, 0, null];
  for (const value of valuesOf(document)) {
    number += 1;
    try {
      for (const chat of chatsOf(value, unsaid)) {
        if (last) yield last;
        last = chat;
      }
    } catch (error) {
      if (!isSottoError(error) || error.code !== emptyCode) throw atPlace(error, number);
      left += 1;
    }
    await step();
  }
  if (!last) throw notAChat('has no message');
  const warning = `chats in the file without messages, which are left out: ${left}`;
  yield left > 0 ? { ...last, warnings: [...last.warnings, warning] } : last;
}

/**
 * The chats in a file of whatever program, in their order: at least one. They are read when they are asked for, so that
 * a large export takes the memory of one. Rejects with SottoError, which names the file, and the line or the chat.
 */
export async function* chatsIn(path: string, unsaid: Unsaid, progress: Progress): AsyncGenerator<ChatFile> {
  const document = documentIn(path);
  if (!document) {
    yield await readChatFile(path, unsaid, progress);
    return;
  }
  try {
    yield* documentChats(document, unsaid, () => progress.step(`reading ${path}`));
  } catch (error) {
    throw aboutFile(path, error);
  }
}
