import { SottoError } from '../../domain/errors.ts';
import type { Warn } from '../json.ts';
import { limits, MiB, tooLarge } from '../limits.ts';
import { concatenate, inflatePieces } from './inflate-raw.ts';
import { crc32, viewOf } from './png.ts';
import { brokenZip, type Zip, type ZipMember } from './zip.ts';

const headerLength = 30;

/** Where a member's packed bytes stand. Throws SottoError `broken_zip` when that is not inside the zip. */
export const dataOf = ({ bytes, directoryStart }: Zip, { start, packed }: ZipMember): [number, number] => {
  const view = viewOf(bytes);
  if (start + headerLength > directoryStart || view.getUint32(start, true) !== 0x04034b50) {
    throw brokenZip('a member is not where its directory says');
  }
  const from = start + headerLength + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
  if (from + packed > directoryStart) throw brokenZip('a member is longer than the zip');
  return [from, from + packed];
};

function* unpacked(packed: Uint8Array, { method, size }: ZipMember): Generator<Uint8Array> {
  if (method !== 0 && method !== 8) throw brokenZip(`compression ${method} is not known`);
  let length = 0;
  try {
    for (const piece of method === 0 ? [packed] : inflatePieces(packed, size)) {
      length += piece.length;
      yield piece;
    }
  } catch {
    throw brokenZip('a member does not unpack to the size it claims');
  }
  if (length !== size) throw brokenZip('a member does not have the size it claims');
}

/**
 * The bytes of a member piece by piece, whose declared size counts before anything is unpacked. Throws SottoError `broken_zip`,
 * `encrypted_zip` or `too_large`; its checksum is not looked at.
 */
export function memberPieces(zip: Zip, member: ZipMember, limit: number): Generator<Uint8Array> {
  const { size, packed, isEncrypted } = member;
  if (isEncrypted) {
    throw new SottoError(
      'usage',
      'encrypted_zip',
      'This zip is encrypted; unpack it and zip it without a password',
    );
  }
  if (size > limit) throw tooLarge('A member of the zip', `${limit / MiB} MiB`);
  if (size > limits.slack && size > packed * limits.ratio) {
    throw tooLarge('A member of the zip', `${limits.ratio} times its packed size`);
  }
  const [from, to] = dataOf(zip, member);
  return unpacked(zip.bytes.subarray(from, to), member);
}

/** All bytes of a member at once. Throws as `memberPieces` does; a wrong checksum is a warning. */
export const memberBytes = (zip: Zip, member: ZipMember, limit: number, warn: Warn): Uint8Array => {
  const [first = new Uint8Array(), ...others] = memberPieces(zip, member, limit);
  const bytes = others.length === 0 ? first : concatenate([first, ...others]);
  if (crc32(bytes) !== member.crc) warn('A member of the zip does not match its checksum: it may be damaged');
  return bytes;
};
