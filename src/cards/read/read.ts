import { SottoError } from '../../domain/errors.ts';
import type { Card, CardKind } from '../character.ts';
import { exifCardText, pictureKind } from '../formats/exif.ts';
import { isPng } from '../formats/png.ts';
import { type Inflate, readCardText } from '../formats/png-text.ts';
import { beginsAsZip, cardMember, escapesFolder, readZip, type Zip } from '../formats/zip.ts';
import { memberBytes } from '../formats/zip-member.ts';
import { decodeText, parseObject } from '../json.ts';
import { limits, MiB, tooLarge } from '../limits.ts';
import { toCard } from './to-card.ts';

/** File types that people take for a card that can be read, by their first bytes. */
const lookalikes: readonly (readonly [RegExp, string])[] = [
  [/^PK\x03\x04/, 'a zip or CHARX file that is cut short or damaged'],
  [/^GIF8/, 'a GIF picture'],
  [/^\s*<(!doctype|html|\?xml|!--)/i, 'a web page'],
];

const refuseLookalike = (bytes: Uint8Array): void => {
  const start = String.fromCharCode(...bytes.subarray(0, 64));
  const found = lookalikes.find(([pattern]) => pattern.test(start));
  if (!found) return;
  throw new SottoError(
    'usage',
    'not_a_card',
    `This file is ${found[1]}, which cannot hold a card; get the card again from where it came from`,
  );
};

const readJson = (bytes: Uint8Array): Card => {
  refuseLookalike(bytes);
  if (bytes.length > limits.text) throw tooLarge('The JSON file', `${limits.text / MiB} MiB`);
  const warnings: string[] = [];
  const text = decodeText(bytes, (oddity) => warnings.push(oddity));
  return toCard(parseObject(text), 'json', warnings);
};

const nothingReadable = (chunks: number): SottoError => {
  if (chunks > 0) {
    return new SottoError('usage', 'not_a_card', 'The card text in this PNG is damaged; get the file again');
  }
  const remedy = 'get the original file, since sites and chat programs often strip the card from a picture';
  return new SottoError('usage', 'png_without_card', `This PNG is a picture without a card; ${remedy}`);
};

const readPng = (bytes: Uint8Array, inflate: Inflate): Card => {
  const warnings: string[] = [];
  const png = readCardText(bytes, inflate, (oddity) => warnings.push(oddity));
  const kind = png.animated ? 'apng' : 'png';
  let failure: SottoError | undefined;
  for (const keyword of ['ccv3', 'chara'] as const) {
    const text = png.text[keyword];
    if (text === undefined) continue;
    try {
      return toCard(parseObject(text), kind, warnings);
    } catch (error) {
      if (!(error instanceof SottoError)) throw error;
      warnings.push(`The ${keyword} chunk holds no card: ignored`);
      failure ??= error;
    }
  }
  throw failure ?? nothingReadable(png.chunks);
};

const readText = (text: string, kind: CardKind, warnings: readonly string[]): Card =>
  toCard(parseObject(text), kind, warnings);

const readCharx = (zip: Zip): Card => {
  const warnings: string[] = [];
  const warn = (oddity: string) => warnings.push(oddity);
  const found = zip.members.filter(({ name }) => name === cardMember);
  const member = found.at(-1);
  if (!member) {
    const message = `This zip holds no ${cardMember}, so it is not a CHARX card; choose a card file`;
    throw new SottoError('usage', 'not_a_card', message);
  }
  if (found.length > 1) warn(`The zip has more than one ${cardMember}: the last counts`);
  if (zip.members.some(({ name }) => escapesFolder(name))) {
    warn('The zip has members whose names lead out of it: kept, but never unpacked to a file');
  }
  return readText(decodeText(memberBytes(zip, member, limits.text, warn), warn), 'charx', warnings);
};

const readPicture = (bytes: Uint8Array, kind: 'jpeg' | 'webp'): Card => {
  const zip = kind === 'jpeg' ? readZip(bytes) : null;
  if (zip?.members.some(({ name }) => name === cardMember)) return readCharx(zip);
  const warnings: string[] = [];
  const text = exifCardText(bytes, (oddity) => warnings.push(oddity));
  if (text !== null) return readText(text, kind, warnings);
  const message = `This ${kind.toUpperCase()} is a picture without a card; get the card as PNG, CHARX or JSON`;
  throw new SottoError('usage', 'not_a_card', message);
};

/**
 * Refuses by its first bytes a file of so many that would be no card whatever follows. Throws SottoError `not_a_card`, `too_large`.
 */
export const refuseByStart = (start: Uint8Array, size: number): void => {
  if (isPng(start) || pictureKind(start) || beginsAsZip(start)) return;
  refuseLookalike(start);
  if (size > limits.text) throw tooLarge('The JSON file', `${limits.text / MiB} MiB`);
};

/**
 * Reads a V1, V2, V3 or multi-character card from a PNG, APNG, JSON, CHARX (also behind a JPEG), JPEG or WEBP
 * file, told apart by content. Oddities become warnings; throws SottoError `not_a_card`, `png_without_card`,
 * `broken_png`, `broken_zip`, `encrypted_zip` or `too_large`.
 */
export const readCard = (bytes: Uint8Array, { inflate }: { inflate: Inflate }): Card => {
  if (bytes.length > limits.file) throw tooLarge('The file', `${limits.file / MiB} MiB`);
  if (isPng(bytes)) return readPng(bytes, inflate);
  const picture = pictureKind(bytes);
  if (picture) return readPicture(bytes, picture);
  const zip = beginsAsZip(bytes) ? readZip(bytes) : null;
  return zip ? readCharx(zip) : readJson(bytes);
};
