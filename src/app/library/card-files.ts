import { inflateSync } from 'node:zlib';
import type { Card } from '../../cards/character.ts';
import type { Inflate } from '../../cards/formats/png-text.ts';
import { readCard } from '../../cards/read/read.ts';

/** Undoes zlib compression with this platform's zlib. */
export const inflate: Inflate = (bytes, limit) => inflateSync(bytes, { maxOutputLength: limit });

/** Reads a card from a file's bytes. */
export const readCardFile = (bytes: Uint8Array): Card => readCard(bytes, { inflate });
