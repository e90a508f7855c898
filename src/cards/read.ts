import { SottoError } from '../domain/errors.ts';
import type { Card } from './character.ts';
import { decodeText, parseObject } from './json.ts';
import { limits, MiB, tooLarge } from './limits.ts';
import { isPng } from './png.ts';
import { type Inflate, readCardText } from './png-text.ts';
import { toCard } from './to-card.ts';

/** File types that people take for a card that can be read, by their first bytes. */
const lookalikes: readonly (readonly [RegExp, string])[] = [
  [/^PK\x03\x04/, 'a zip or CHARX file'],
  [/^\xff\xd8\xff/, 'a JPEG picture'],
  [/^RIFF....WEBP/s, 'a WEBP picture'],
  [/^GIF8/, 'a GIF picture'],
  [/^\s*<(!doctype|html|\?xml|!--)/i, 'a web page'],
];

const refuseLookalike = (bytes: Uint8Array): void => {
  const head = String.fromCharCode(...bytes.subarray(0, 64));
  const found = lookalikes.find(([pattern]) => pattern.test(head));
  if (!found) return;
  throw new SottoError(
    'usage',
    'not_a_card',
    `This file is ${found[1]}, in which no card can be read; get the card as PNG or JSON`,
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

/**
 * Reads a V1, V2, V3 or multi-character card from a PNG, APNG or JSON file, told apart by content.
 * Oddities become warnings; throws SottoError `not_a_card`, `png_without_card`, `broken_png` or `too_large`.
 */
export const readCard = (bytes: Uint8Array, { inflate }: { inflate: Inflate }): Card => {
  if (bytes.length > limits.file) throw tooLarge('The file', `${limits.file / MiB} MiB`);
  return isPng(bytes) ? readPng(bytes, inflate) : readJson(bytes);
};
