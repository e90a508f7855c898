import { createHash } from 'node:crypto';
import type { StoredPreset } from '../../store/library.ts';

/** SHA-256 of bytes. */
export const hashOfBytes = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');

type Made = Pick<StoredPreset, 'body' | 'foreign'>;

/** Tells whether a named thing is still as it came in. */
export const madeOf = ({ body, foreign }: Made): string =>
  hashOfBytes(JSON.stringify([{ ...body, name: '' }, foreign]));
