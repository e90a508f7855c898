import { Inflate } from 'fflate';

const piece = 8 * 1024;

/**
 * Undoes deflate compression a piece at a time; a piece has at most about a thousand times 8 KiB. Throws RangeError
 * right after the piece that made it more than `limit` bytes, any other Error when the bytes are not deflated data.
 */
export function* inflatePieces(deflated: Uint8Array, limit: number): Generator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const stream = new Inflate((bytes) => ready.push(bytes));
  let total = 0;
  for (let at = 0; at < deflated.length; at += piece) {
    stream.push(deflated.subarray(at, at + piece), at + piece >= deflated.length);
    for (const bytes of ready.splice(0)) {
      total += bytes.length;
      if (bytes.length > 0) yield bytes;
    }
    if (total > limit) throw new RangeError('more bytes than allowed');
  }
}

/** The bytes joined into one array. */
export const concatenate = (parts: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};
