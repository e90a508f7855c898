import { SottoError } from '../../domain/errors.ts';
import { limits, tooLarge } from '../limits.ts';

/** One chunk of a PNG, as offsets into its file: the whole chunk is [start, end), its data [dataStart, dataEnd). */
export interface PngChunk {
  readonly type: string;
  readonly start: number;
  readonly dataStart: number;
  readonly dataEnd: number;
  readonly end: number;
}

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const frame = 12;

/** True when the bytes begin as every PNG and APNG does, whatever the file is called. */
export const isPng = (bytes: Uint8Array): boolean => signature.every((byte, at) => bytes[at] === byte);

const broken = (why: string): SottoError =>
  new SottoError(
    'usage',
    'broken_png',
    `This PNG is broken: ${why}; get the file again from where it came from`,
  );

/** Big-endian view of the bytes. */
export const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const chunkAt = (bytes: Uint8Array, view: DataView, start: number): PngChunk => {
  if (bytes.length - start < frame) throw broken(`it ends at byte ${bytes.length}, before its IEND chunk`);
  const length = view.getUint32(start);
  const type = String.fromCharCode(...[4, 5, 6, 7].map((at) => view.getUint8(start + at)));
  if (!/^[A-Za-z]{4}$/.test(type)) throw broken(`byte ${start} does not begin a chunk`);
  if (length > bytes.length - start - frame) {
    throw broken(`its ${type} chunk at byte ${start} claims ${length} bytes, more than the file has`);
  }
  const dataStart = start + 8;
  return { type, start, dataStart, dataEnd: dataStart + length, end: start + frame + length };
};

/** Every chunk up to IEND, in order; nothing is copied. Throws SottoError `broken_png` or `too_large`. */
export const readChunks = (bytes: Uint8Array): PngChunk[] => {
  if (!isPng(bytes)) throw broken('it does not begin with the PNG signature');
  const view = viewOf(bytes);
  const chunks: PngChunk[] = [];
  for (let at = signature.length; ; ) {
    const chunk = chunkAt(bytes, view, at);
    chunks.push(chunk);
    if (chunk.type === 'IEND') return chunks;
    if (chunks.length >= limits.pngChunks)
      throw tooLarge('The number of chunks', `${limits.pngChunks} chunks`);
    at = chunk.end;
  }
};

/** Filled when it is first needed. */
const crcTable = new Uint32Array(256);

const fillTable = (): void => {
  for (let index = 0; index < crcTable.length; index++) {
    let rest = index;
    for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
    crcTable[index] = rest;
  }
};

/** CRC-32 of the bytes, unsigned, as PNG computes it over a chunk's type and data. */
export const crc32 = (bytes: Uint8Array): number => {
  if (crcTable[1] === 0) fillTable();
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return ~crc >>> 0;
};

/** A whole chunk: length, type (four ASCII letters), data, CRC. */
export const makeChunk = (type: string, data: Uint8Array): Uint8Array => {
  const chunk = new Uint8Array(data.length + frame);
  const view = viewOf(chunk);
  view.setUint32(0, data.length);
  chunk.set(new TextEncoder().encode(type), 4);
  chunk.set(data, 8);
  view.setUint32(data.length + 8, crc32(chunk.subarray(4, data.length + 8)));
  return chunk;
};
