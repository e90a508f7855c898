import { readFileSync, writeFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { readCard } from '../../src/cards/read/read.ts';
import { cardToPng } from '../../src/cards/write/write.ts';
import { drawPortrait } from './portrait.ts';

/** The bundled PNG card, made of its text beside this file and its drawn portrait. */
export const makeTollKeeper = (): Uint8Array => {
  const json = readFileSync(new URL('toll-keeper.json', import.meta.url));
  const inflate = (bytes: Uint8Array, limit: number) => inflateSync(bytes, { maxOutputLength: limit });
  return cardToPng(readCard(json, { inflate }), drawPortrait());
};

// Run as `npx tsx test/cards/make-portrait.ts` it writes the file.
if (process.argv[1] === import.meta.filename) {
  writeFileSync(new URL('../../cards/the-toll-keeper.png', import.meta.url), makeTollKeeper());
}
