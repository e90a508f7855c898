import { SottoError } from '../../domain/errors.ts';
import { brokenLine, type ChatReader, type Fallback, notAChat } from '../chat-file.ts';
import { parseJson, usualDepth } from '../parse-json.ts';
import { isSillyTavernStart, SillyTavernReader } from '../sillytavern/sillytavern-jsonl.ts';
import { isArchiveHeader } from './archive-lines.ts';
import { isSottoHeader, SottoJsonlReader } from './sotto-jsonl.ts';

/** The reader for a file that begins with this line. Throws SottoError `not_a_chat`. */
export function chatReader(firstLine: unknown, fallback: Fallback): ChatReader {
  if (isSottoHeader(firstLine)) return new SottoJsonlReader(fallback);
  if (isSillyTavernStart(firstLine)) return new SillyTavernReader(fallback);
  if (isArchiveHeader(firstLine)) {
    const message =
      'an archive is read more than once, so it cannot come through a pipe; save it to a file first';
    throw new SottoError('usage', 'bad_file', message);
  }
  throw notAChat('does not begin as a chat of sotto or SillyTavern');
}

/** A line holds a tenth of the values that a file may: 400,000, in 100,000 objects and lists. */
const ofLine = 10;

/** The value of a line; undefined for a blank one. Throws SottoError `broken_line`. */
export function readLine(bytes: Uint8Array, number: number): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw brokenLine(number, 'is not UTF-8');
  }
  if (text.trim() === '') return undefined;
  try {
    return parseJson(text, usualDepth, ofLine);
  } catch (error) {
    const why =
      error instanceof RangeError ? error.message.replace(/^it /, '') : 'is not JSON, or nests too deep';
    throw brokenLine(number, why);
  }
}
