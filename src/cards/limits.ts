import { SottoError } from '../domain/errors.ts';

/** Bytes in a MiB. */
export const MiB = 1024 * 1024;

/**
 * Most that is read of a card: bytes of a file, of one JSON text and of one asset after inflation, chunks, JSON, members
 * of a zip, and how many times its packed size a member of more than `slack` bytes may have.
 */
export const limits = {
  file: 512 * MiB,
  text: 16 * MiB,
  asset: 512 * MiB,
  pngChunks: 200_000,
  nesting: 256,
  values: 500_000,
  members: 10_000,
  ratio: 200,
  slack: MiB,
} as const;

/** The refusal of something over a limit; `limit` is the limit in words. */
export const tooLarge = (what: string, limit: string): SottoError =>
  new SottoError('usage', 'too_large', `${what} is larger than the limit of ${limit}; use a smaller card`);
