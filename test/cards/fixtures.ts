import { deflateSync, inflateSync } from 'node:zlib';
import type { Card } from '../../src/cards/character.ts';
import { makeChunk } from '../../src/cards/formats/png.ts';
import type { Inflate } from '../../src/cards/formats/png-text.ts';
import { readCard } from '../../src/cards/read/read.ts';

/** What a caller of `readCard` hands in. */
export const inflate: Inflate = (bytes, limit) => inflateSync(bytes, { maxOutputLength: limit });

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

export const joined = (...parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));

export const signature = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
export const header = makeChunk('IHDR', new Uint8Array([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]));
export const pixels = makeChunk('IDAT', deflateSync(new Uint8Array([0, 128])));
export const end = makeChunk('IEND', new Uint8Array());

/** A PNG of one grey pixel with these chunks between header and pixels. */
export const pngWith = (...chunks: readonly Uint8Array[]): Uint8Array =>
  joined(signature, header, ...chunks, pixels, end);

export const base64Of = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');

export const textChunk = (keyword: string, text: string): Uint8Array =>
  makeChunk('tEXt', Buffer.from(`${keyword}\0${text}`, 'latin1'));

export const zippedChunk = (keyword: string, text: Uint8Array): Uint8Array =>
  makeChunk('zTXt', joined(bytesOf(`${keyword}\0\0`), deflateSync(text)));

export const internationalChunk = (keyword: string, text: string, zipped: boolean): Uint8Array =>
  makeChunk(
    'iTXt',
    joined(
      bytesOf(`${keyword}\0`),
      new Uint8Array([zipped ? 1 : 0, 0]),
      bytesOf('en\0Figur\0'),
      zipped ? deflateSync(bytesOf(text)) : bytesOf(text),
    ),
  );

export const v1 = {
  name: 'Ada',
  description: 'Keeps bees.',
  personality: 'Calm.',
  scenario: 'A roof at dusk.',
  first_mes: 'Mind the hives.',
  mes_example: '<START>\n{{char}}: They know your step.',
};

export const v2 = {
  spec: 'chara_card_v2',
  spec_version: '2.0',
  data: {
    ...v1,
    creator_notes: 'For spring.',
    system_prompt: '',
    post_history_instructions: 'Stay on the roof.',
    alternate_greetings: ['It rains.', 'It snows.'],
    tags: ['bees'],
    creator: 'someone',
    character_version: '1.2',
    extensions: { 'app/x': { kept: [1, null] } },
  },
};

export const v3 = {
  spec: 'chara_card_v3',
  spec_version: '3.0',
  data: { ...v2.data, name: 'Ada Third', nickname: 'Addie', group_only_greetings: ['All of you!'] },
};

export const entry = {
  keys: ['bee'],
  content: 'Bees sleep at night.',
  extensions: {},
  enabled: true,
  insertion_order: 5,
};

export const readJson = (value: unknown): Card => readCard(bytesOf(JSON.stringify(value)), { inflate });

export const readPng = (png: Uint8Array): Card => readCard(png, { inflate });

/** A V2 card with these fields of `data` replaced; undefined removes one. */
export const v2With = (data: object): object => ({ ...v2, data: { ...v2.data, ...data } });

/** The code of the SottoError that reading these bytes ends in; fails on success and on any other error. */
export const refusal = (bytes: Uint8Array): { code: string; message: string; family: string } => {
  try {
    readCard(bytes, { inflate });
  } catch (error) {
    return error as { code: string; message: string; family: string };
  }
  throw new Error('expected a refusal');
};
