import { decodeBase64 } from '../base64.ts';
import { decodeText, type Warn } from '../json.ts';
import { limits, MiB, tooLarge } from '../limits.ts';
import { viewOf } from './png.ts';

const exifPointer = 0x8769;
const userComment = 0x9286;
const entryLength = 12;

/** JPEG or WEBP, by the first bytes. */
export const pictureKind = (bytes: Uint8Array): 'jpeg' | 'webp' | null => {
  const start = String.fromCharCode(...bytes.subarray(0, 12));
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  return /^RIFF.{4}WEBP$/s.test(start) ? 'webp' : null;
};

const withoutPrefix = (data: Uint8Array): Uint8Array =>
  String.fromCharCode(...data.subarray(0, 6)) === 'Exif\0\0' ? data.subarray(6) : data;

const jpegExif = (bytes: Uint8Array): Uint8Array | null => {
  const view = viewOf(bytes);
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; ) {
    const kind = bytes[at + 1] ?? 0;
    if (kind === 0xda || kind === 0xd9) return null;
    const end = at + 2 + view.getUint16(at + 2);
    const data = bytes.subarray(at + 4, end);
    if (kind === 0xe1 && withoutPrefix(data) !== data) return withoutPrefix(data);
    at = end;
  }
  return null;
};

const webpExif = (bytes: Uint8Array): Uint8Array | null => {
  const view = viewOf(bytes);
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at + 4, true);
    if (String.fromCharCode(...bytes.subarray(at, at + 4)) === 'EXIF') {
      return withoutPrefix(bytes.subarray(at + 8, at + 8 + length));
    }
    at += 8 + length + (length % 2);
  }
  return null;
};

/** The value of a tag in the directory at this place: where it stands, or null. */
const tagAt = (
  view: DataView,
  directory: number,
  tag: number,
  isLittle: boolean,
): [number, number] | null => {
  if (directory < 8 || directory + 2 > view.byteLength) return null;
  const count = view.getUint16(directory, isLittle);
  for (let index = 0; index < count; index++) {
    const at = directory + 2 + index * entryLength;
    if (at + entryLength > view.byteLength) return null;
    if (view.getUint16(at, isLittle) !== tag) continue;
    const length = view.getUint32(at + 4, isLittle);
    return [length <= 4 || tag === exifPointer ? at + 8 : view.getUint32(at + 8, isLittle), length];
  }
  return null;
};

const commentOf = (tiff: Uint8Array): Uint8Array | null => {
  if (tiff.length < 8) return null;
  const view = viewOf(tiff);
  const order = view.getUint16(0);
  if (order !== 0x4949 && order !== 0x4d4d) return null;
  const isLittle = order === 0x4949;
  const first = view.getUint32(4, isLittle);
  const pointer = tagAt(view, first, exifPointer, isLittle);
  const directory = pointer ? view.getUint32(pointer[0], isLittle) : first;
  const found = tagAt(view, directory, userComment, isLittle) ?? tagAt(view, first, userComment, isLittle);
  return found && tiff.subarray(found[0], found[0] + found[1]);
};

const decodeComment = (comment: Uint8Array, warn: Warn): string => {
  const charset = String.fromCharCode(...comment.subarray(0, 8));
  const isNamed = /^(ASCII|UNICODE|JIS|)\0+$/.test(charset);
  const text = isNamed ? comment.subarray(8) : comment;
  const zero = charset === 'UNICODE\0' ? text.subarray(0, 2).indexOf(0) : -1;
  if (zero >= 0) return new TextDecoder(zero === 0 ? 'utf-16be' : 'utf-16le').decode(text);
  return decodeText(text, warn);
};

const blank = ' '.charCodeAt(0);
const comma = ','.charCodeAt(0);

/** The bytes whose numbers a text lists, one after the other. */
const listedBytes = (text: string): Uint8Array => {
  const bytes = new Uint8Array(Math.ceil(text.length / 2));
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) === comma) count += 1;
    else bytes[count] = (bytes[count] ?? 0) * 10 + (text.charCodeAt(at) & 15);
  }
  return bytes.subarray(0, count + 1);
};

/** The text without the blanks and NULs at its ends. */
const trimmed = (text: string): string => {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) <= blank) end -= 1;
  return text.slice(0, end).trimStart();
};

/** The JSON that a comment holds: as it is, as base64, or as the numbers of its bytes. */
const jsonOf = (comment: string, warn: Warn): string | null => {
  const text = trimmed(comment);
  if (text.startsWith('{')) return text;
  if (/^\d{1,3},\d/.test(text)) return decodeText(listedBytes(text), warn);
  const bytes = text === '' ? null : decodeBase64(new TextEncoder().encode(text));
  return bytes && decodeText(bytes, warn);
};

/** The card text in the EXIF UserComment of a JPEG or WEBP; null when there is none. Throws `too_large`. */
export const exifCardText = (bytes: Uint8Array, warn: Warn): string | null => {
  const tiff = pictureKind(bytes) === 'jpeg' ? jpegExif(bytes) : webpExif(bytes);
  const comment = tiff && commentOf(tiff);
  if (!comment) return null;
  if (comment.length > limits.text) throw tooLarge('The EXIF comment', `${limits.text / MiB} MiB`);
  return jsonOf(decodeComment(comment, warn), warn);
};
