import { isPng } from '../../cards/formats/png.ts';
import { exportCard } from '../../cards/write/export.ts';
import { isSottoError } from '../../domain/errors.ts';
import { attempt } from '../files/attempt.ts';
import { readCardFile } from '../library/card-files.ts';

/** A PNG of one transparent dot: the picture of whoever has none. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR4nGNgYAAAAAMAAbitOmMAAAAASUVORK5CYII=',
  'base64',
);

/**
 * The bytes of a card as a PNG, which SillyTavern takes every card for: its own where it is one, else in `there`, where that is a
 * picture, in its portrait or in a dot. Null for a card that no PNG can hold.
 */
export function cardPicture(bytes: Uint8Array, there: Uint8Array | null): Uint8Array | null {
  if (isPng(bytes)) return bytes;
  const write = (picture?: Uint8Array) =>
    exportCard(readCardFile(bytes), { to: 'png', file: bytes, picture });
  const inIts = attempt(() => write(there && isPng(there) ? there : undefined));
  const written = isSottoError(inIts) ? attempt(() => write(dot)) : inIts;
  return isSottoError(written) ? null : written.bytes;
}
