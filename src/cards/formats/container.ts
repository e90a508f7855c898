import { decodeBase64 } from '../base64.ts';
import { limits } from '../limits.ts';
import { pictureKind } from './exif.ts';
import { isPng, readChunks } from './png.ts';
import { beginsAsZip, cardMember, readZip, type Zip } from './zip.ts';
import { memberBytes } from './zip-member.ts';

/** What stands in a card's file beside the card. */
export interface Container {
  /** Names of the assets in the file, as they came. */
  readonly paths: ReadonlySet<string>;
  /** The bytes of an asset; null when there is none of this name or it cannot be read. */
  readonly read: (path: string) => Uint8Array | null;
  /** The picture that the card came in, with all that stands in it. */
  readonly picture: Uint8Array | null;
  readonly zip: Zip | null;
}

const assetKeyword = 'chara-ext-asset_';
const longestPath = 1024;

/** Path of the asset that a PNG chunk with this type and data holds, with the place of its text; null for others. */
export const assetChunkPath = (
  type: string,
  data: Uint8Array,
): { path: string; textStart: number } | null => {
  if (type !== 'tEXt') return null;
  const start = data.subarray(0, assetKeyword.length + longestPath);
  const end = start.indexOf(0);
  const keyword = end < 0 ? '' : new TextDecoder().decode(start.subarray(0, end));
  if (!keyword.startsWith(assetKeyword)) return null;
  return { path: keyword.slice(assetKeyword.length).replace(/^:/, ''), textStart: end + 1 };
};

const ofPng = (png: Uint8Array): Container => {
  const texts = new Map<string, Uint8Array>();
  for (const { type, dataStart, dataEnd } of readChunks(png)) {
    const data = png.subarray(dataStart, dataEnd);
    const found = assetChunkPath(type, data);
    if (found && !texts.has(found.path)) texts.set(found.path, data.subarray(found.textStart));
  }
  const read = (path: string) => {
    const text = texts.get(path);
    return text && text.length <= limits.asset ? decodeBase64(text) : null;
  };
  return { paths: new Set(texts.keys()), read, picture: png, zip: null };
};

const ofZip = (zip: Zip): Container => {
  const members = new Map(zip.members.map((member) => [member.name, member]));
  const first = zip.members.reduce((least, { start }) => Math.min(least, start), zip.directoryStart);
  const before = zip.bytes.subarray(0, first);
  const read = (path: string) => {
    const member = members.get(path);
    try {
      return member ? memberBytes(zip, member, limits.asset, () => {}) : null;
    } catch {
      return null;
    }
  };
  const paths = [...members.keys()].filter((name) => name !== cardMember && !name.endsWith('/'));
  return { paths: new Set(paths), read, picture: pictureKind(before) ? before : null, zip };
};

/** Opens the file that a card was read from. Throws SottoError `broken_png`, `broken_zip` or `too_large`. */
export const openContainer = (file: Uint8Array): Container => {
  if (isPng(file)) return ofPng(file);
  const kind = pictureKind(file);
  const zip = kind !== 'webp' && (kind || beginsAsZip(file)) ? readZip(file) : null;
  if (zip?.members.some(({ name }) => name === cardMember)) return ofZip(zip);
  return { paths: new Set(), read: () => null, picture: kind ? file : null, zip: null };
};
