import { createHash } from 'node:crypto';
import type { StoredPreset } from '../../store/library.ts';

/** SHA-256 of bytes. */
export const hashOfBytes = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');

type Made = Pick<StoredPreset, 'body' | 'foreign'>;

/** Tells whether a named thing is still as it came in. `text`: the JSON of its body, where that is at hand. */
export function madeOf({ body, foreign }: Made, text?: string): string {
  const name = `{"name":${JSON.stringify(body.name)}`;
  if (!text?.startsWith(name)) return hashOfBytes(JSON.stringify([{ ...body, name: '' }, foreign]));
  const hash = createHash('sha256').update('[{"name":""').update(text.slice(name.length));
  return hash.update(`,${JSON.stringify(foreign)}]`).digest('hex');
}
