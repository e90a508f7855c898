import { editedJson } from '../../domain/json/edits.ts';
import { openContainer } from '../formats/container.ts';
import { isPng } from '../formats/png.ts';
import { type CardText, readCardText } from '../formats/png-text.ts';
import { cardMember } from '../formats/zip.ts';
import { memberBytes } from '../formats/zip-member.ts';
import { decodeText, type JsonObject } from '../json.ts';
import { limits } from '../limits.ts';

const ignore = (): void => {};

/** Texts that are packed are written anew. */
const noInflate = (): never => {
  throw new Error('packed');
};

/** The JSON of a card's file as text; null where the file is a picture. */
export const jsonIn = (file: Uint8Array): string | null => {
  const { zip, picture } = openContainer(file);
  const member = zip?.members.findLast(({ name }) => name === cardMember);
  if (zip && member) return decodeText(memberBytes(zip, member, limits.text, ignore), ignore);
  return picture || file.length === 0 ? null : decodeText(file, ignore);
};

/** What the text chunks of a PNG say as they came, and of a file of JSON what they would; nothing of any other file. */
export function chunkTexts(file: Uint8Array): CardText {
  if (isPng(file)) return readCardText(file, noInflate, ignore).text;
  const json = jsonIn(file);
  return json === null ? {} : { ccv3: json, chara: json };
}

/** The JSON of a card as its file has it, in whatever container; null where none is at hand. */
export function cameText(file: Uint8Array): string | null {
  const { ccv3, chara } = chunkTexts(file);
  return ccv3 ?? chara ?? null;
}

/** A card's JSON as its file had it where that says the same, spacing and numbers that are too large for JavaScript included. */
export const writtenLike = (text: string | null | undefined, raw: JsonObject): string | null => {
  try {
    return text ? editedJson(text, JSON.parse(text), raw) : null;
  } catch {
    return null;
  }
};
