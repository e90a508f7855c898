import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from '../../cards/limits.ts';
import { readFileOf } from '../files/files.ts';

const cardIdLength = 16;

/** Id of a card in the library: made from its bytes. */
export const cardId = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, cardIdLength);

/** Whether a card is one of those that come with sotto, in the folder `cards` of its package, by its bytes. */
export function isBundled(packageRoot: string, card: string): boolean {
  const folder = join(packageRoot, 'cards');
  return readdirSync(folder, { withFileTypes: true }).some(
    (file) => file.isFile() && cardId(readFileOf(join(folder, file.name), limits.file)) === card,
  );
}
