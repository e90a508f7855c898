import { decodeBase64 } from '../base64.ts';
import { decodeText, type Warn } from '../json.ts';
import { limits, MiB, tooLarge } from '../limits.ts';
import { crc32, type PngChunk, readChunks, viewOf } from './png.ts';

/**
 * Undoes zlib compression. Throws RangeError when the result would exceed `limit` bytes, any other Error when the
 * bytes are not zlib data: `inflateSync(bytes, { maxOutputLength: limit })` of node:zlib does just that.
 */
export type Inflate = (bytes: Uint8Array, limit: number) => Uint8Array;

/** Keywords of the chunks that hold a card. */
export type Keyword = 'ccv3' | 'chara';

/** The JSON texts of a PNG's card chunks, by keyword. */
export type CardText = { [keyword in Keyword]?: string };

const isKeyword = (keyword: string): keyword is Keyword => keyword === 'ccv3' || keyword === 'chara';

const longestKeyword = 79;

/** The card keyword of a text chunk; null for other chunks. */
export const keywordOf = (png: Uint8Array, chunk: PngChunk): Keyword | null => {
  if (!['tEXt', 'zTXt', 'iTXt'].includes(chunk.type)) return null;
  const start = png.subarray(chunk.dataStart, Math.min(chunk.dataEnd, chunk.dataStart + longestKeyword + 1));
  const keyword = String.fromCharCode(...start.subarray(0, start.indexOf(0))).toLowerCase();
  return start.includes(0) && isKeyword(keyword) ? keyword : null;
};

/** Where the text of an iTXt chunk begins, after language and translated keyword; -1 when there is none. */
const internationalTextStart = (data: Uint8Array, flag: number): number => {
  const language = data.indexOf(0, flag + 2);
  return language < 0 ? -1 : data.indexOf(0, language + 1) + 1 || -1;
};

const textBytes = (type: string, data: Uint8Array, inflate: Inflate): Uint8Array => {
  const keywordEnd = data.indexOf(0) + 1;
  if (type === 'tEXt') return data.subarray(keywordEnd);
  if (type === 'zTXt') return inflate(data.subarray(keywordEnd + 1), limits.text);
  const start = internationalTextStart(data, keywordEnd);
  if (start < 0) throw new Error('iTXt without text');
  const text = data.subarray(start);
  return data[keywordEnd] === 1 ? inflate(text, limits.text) : text;
};

const looksLikeJson = (bytes: Uint8Array): boolean =>
  /^\s*\{/.test(decodeText(bytes.subarray(0, 64), () => {}));

/** The JSON text of one card chunk, or null with a warning when it holds none. */
const jsonText = (png: Uint8Array, chunk: PngChunk, inflate: Inflate, warn: Warn): string | null => {
  const what = `The card text in the ${chunk.type} chunk`;
  const data = png.subarray(chunk.dataStart, chunk.dataEnd);
  if (data.length > limits.text) throw tooLarge(what, `${limits.text / MiB} MiB`);
  if (viewOf(png).getUint32(chunk.dataEnd) !== crc32(png.subarray(chunk.start + 4, chunk.dataEnd))) {
    warn(`${what} does not match its checksum: it may be damaged`);
  }
  try {
    const text = textBytes(chunk.type, data, inflate);
    if (looksLikeJson(text)) {
      warn(`${what} is not base64: read as plain JSON`);
      return decodeText(text, warn);
    }
    const json = decodeBase64(text);
    if (json !== null) return decodeText(json, warn);
    warn(`${what} is not base64: ignored`);
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(what, `${limits.text / MiB} MiB after inflation`);
    warn(`${what} cannot be unpacked: ignored`);
  }
  return null;
};

/** What a PNG says about a card: `text` is empty when it says nothing, `chunks` counts the card chunks. */
export interface PngCard {
  readonly text: CardText;
  readonly chunks: number;
  readonly animated: boolean;
}

/**
 * Reads the first card chunk of each keyword (tEXt, zTXt or iTXt, anywhere in the file).
 * Throws SottoError `broken_png` or `too_large`; lesser oddities are warnings.
 */
export const readCardText = (png: Uint8Array, inflate: Inflate, warn: Warn): PngCard => {
  const chunks = readChunks(png);
  const text: CardText = {};
  const seen = new Set<Keyword>();
  let count = 0;
  for (const chunk of chunks) {
    const keyword = keywordOf(png, chunk);
    if (keyword === null) continue;
    count += 1;
    if (seen.has(keyword)) {
      warn(`The PNG has more than one ${keyword} chunk: the first counts`);
      continue;
    }
    seen.add(keyword);
    const json = jsonText(png, chunk, inflate, warn);
    if (json !== null) text[keyword] = json;
  }
  return { text, chunks: count, animated: chunks.some((chunk) => chunk.type === 'acTL') };
};
