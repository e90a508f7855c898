import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { SottoError } from '../domain/errors.ts';
import { mostBytes } from './options.ts';

const tooLarge = (name: string): SottoError =>
  new SottoError(
    'server',
    'too_large',
    `${name} is not read: it is larger than 2 MB: look for a shorter page`,
  );

const unpackers: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** A stream cut off where more than may be read has come. */
async function* upTo(stream: Readable, most: number, name: string): AsyncIterable<Buffer> {
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) throw tooLarge(name);
    yield chunk;
  }
}

/**
 * The bytes of an answer, unpacked. Reads no more of it than may be kept, packed or not, and nothing after that; `name` is what
 * messages call it. Rejects with SottoError `too_large`, `wrong_type` for a packing that nobody asked for.
 */
export async function bytesOf(body: Readable, packing: string, name: string): Promise<Buffer> {
  const unpack = packing === '' || packing === 'identity' ? null : unpackers[packing];
  if (unpack === undefined) {
    body.destroy();
    throw new SottoError('server', 'wrong_type', `${name} is not read: its compression is unknown`);
  }
  const chunks: Buffer[] = [];
  const stream = unpack
    ? pipeline(
        body,
        (packed) => upTo(packed, mostBytes, name),
        unpack(),
        () => {},
      )
    : body;
  for await (const chunk of upTo(stream as Readable, mostBytes, name)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
