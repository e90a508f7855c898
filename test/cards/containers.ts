import { strToU8, type Zippable, zipSync } from 'fflate';
import { bytesOf, joined, v3 } from './fixtures.ts';

/** A CHARX with this card and these members, as another program would write it. */
export const charxWith = (card: unknown, members: Zippable = {}): Uint8Array =>
  zipSync({ ...members, 'card.json': [strToU8(JSON.stringify(card)), { level: 6 }] });

/** The smallest JPEG that has something in it. */
export const jpeg = joined(
  new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1]),
  new Uint8Array([0xff, 0xda, 0, 2, 1, 2, 3, 0xff, 0xd9]),
);

/** A V3 card with these assets. */
export const withAssetsOf = (...assets: readonly object[]): typeof v3 =>
  ({ ...v3, data: { ...v3.data, assets } }) as typeof v3;

/** EXIF with this UserComment behind the pointer of its first directory. */
export const exif = (comment: Uint8Array, isLittle = true): Uint8Array => {
  const tiff = new Uint8Array(44 + comment.length);
  const view = new DataView(tiff.buffer);
  const short = (at: number, value: number) => view.setUint16(at, value, isLittle);
  const long = (at: number, value: number) => view.setUint32(at, value, isLittle);
  tiff.set(bytesOf(isLittle ? 'II' : 'MM'));
  short(2, 42);
  long(4, 8);
  for (const [at, tag, type, count, value] of [
    [8, 0x8769, 4, 1, 26],
    [26, 0x9286, 7, comment.length, 44],
  ] as const) {
    short(at, 1);
    short(at + 2, tag);
    short(at + 4, type);
    long(at + 6, count);
    long(at + 10, value);
  }
  tiff.set(comment, 44);
  return tiff;
};

const riffChunk = (name: string, data: Uint8Array): Uint8Array => {
  const head = new Uint8Array(8);
  head.set(bytesOf(name));
  new DataView(head.buffer).setUint32(4, data.length, true);
  return joined(head, data, new Uint8Array(data.length % 2));
};

export const webpWith = (tiff: Uint8Array): Uint8Array =>
  riffChunk('RIFF', joined(bytesOf('WEBP'), riffChunk('VP8 ', new Uint8Array(5)), riffChunk('EXIF', tiff)));

export const jpegWith = (tiff: Uint8Array): Uint8Array => {
  const data = joined(bytesOf('Exif\0\0'), tiff);
  const length = data.length + 2;
  const head = new Uint8Array([0xff, 0xe1, length >> 8, length & 0xff]);
  return joined(jpeg.subarray(0, 8), head, data, jpeg.subarray(8));
};

const endOf = (zip: Uint8Array): number => Buffer.from(zip).lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));

/** Where the entry of a member stands in the directory of a zip. */
export const entryOf = (zip: Uint8Array, name: string): number => {
  const view = new DataView(zip.buffer, zip.byteOffset);
  let at = view.getUint32(endOf(zip) + 16, true);
  while (Buffer.from(zip.subarray(at + 46, at + 46 + view.getUint16(at + 28, true))).toString() !== name) {
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return at;
};

/** A copy of a zip with numbers changed in the directory entry of a member: offset in the entry → 4 bytes. */
export const lying = (
  zip: Uint8Array,
  name: string,
  numbers: Readonly<Record<number, number>>,
): Uint8Array => {
  const copy = zip.slice();
  const at = entryOf(copy, name);
  for (const [offset, value] of Object.entries(numbers)) {
    new DataView(copy.buffer).setUint32(at + Number(offset), value, true);
  }
  return copy;
};
