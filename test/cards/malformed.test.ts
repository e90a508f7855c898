import fc from 'fast-check';
import { describe, it } from 'vitest';
import { runs } from '../cases.ts';
import {
  base64Of,
  bytesOf,
  entry,
  internationalChunk,
  pngWith,
  textChunk,
  v1,
  v2With,
  v3,
  zippedChunk,
} from './fixtures.ts';
import { readsOrRefuses } from './reads-or-refuses.ts';

const book = { character_book: { extensions: {}, entries: [entry, { ...entry, keys: ['x'] }] } };
const samples: readonly Uint8Array[] = [
  bytesOf(JSON.stringify(v2With(book))),
  bytesOf(
    JSON.stringify({ chars: ['A', { name: 'B', secret: 'x' }], role: 'A', sys_prompt: 'x', first_msg: 'y' }),
  ),
  pngWith(textChunk('chara', base64Of(v1)), textChunk('ccv3', base64Of(v3))),
  pngWith(zippedChunk('ccv3', bytesOf(base64Of(v3)))),
  pngWith(internationalChunk('chara', base64Of(v2With(book)), true)),
];

describe('malformed bytes', () => {
  const sample = fc.constantFrom(...samples);

  it('invariant 7: for all flipped bits, a card or a typed error', () => {
    const flips = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 7 })), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(sample, flips, (bytes, places) => {
        const damaged = bytes.slice();
        for (const [place, bit] of places) damaged[place % damaged.length]! ^= 1 << bit;
        readsOrRefuses(damaged);
      }),
      runs(1500),
    );
  });

  it('invariant 7: for all cuts, insertions and repetitions, a card or a typed error', () => {
    fc.assert(
      fc.property(sample, fc.nat(), fc.nat(), fc.uint8Array({ maxLength: 12 }), (bytes, from, to, noise) => {
        const head = bytes.subarray(0, from % bytes.length);
        const tail = bytes.subarray(to % bytes.length);
        readsOrRefuses(Uint8Array.from([...head, ...noise, ...tail]));
      }),
      runs(1000),
    );
  });

  it('invariant 7: for all declared lengths of any chunk, a card or a typed error', () => {
    const png = samples[2]!;
    const starts = [8, 33];
    fc.assert(
      fc.property(fc.constantFrom(...starts), fc.integer({ min: 0, max: 0xffffffff }), (start, length) => {
        const lying = png.slice();
        new DataView(lying.buffer).setUint32(start, length);
        readsOrRefuses(lying);
      }),
      runs(500),
    );
  });

  it('invariant 7: for all JSON values in all fields, a card or a typed error', () => {
    const fields = [
      'name',
      'description',
      'nickname',
      'alternate_greetings',
      'tags',
      'character_book',
      'extensions',
    ];
    const value = fc.jsonValue({ maxDepth: 5 });
    const data = fc.dictionary(fc.constantFrom(...fields, 'char_name', 'creator_notes_multilingual'), value);
    const roots = fc.dictionary(
      fc.constantFrom('spec', 'spec_version', 'data', 'chars', 'role', 'first_msg', 'entries', ...fields),
      fc.oneof(value, data, fc.constantFrom('chara_card_v2', 'chara_card_v3')),
    );
    fc.assert(
      fc.property(roots, (root) => {
        readsOrRefuses(bytesOf(JSON.stringify(root)));
        readsOrRefuses(pngWith(textChunk('chara', base64Of(root))));
      }),
      runs(1500),
    );
  });

  it('invariant 7: for all bytes behind a PNG signature or none, a card or a typed error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        readsOrRefuses(bytes);
        readsOrRefuses(Uint8Array.from([...samples[2]!.subarray(0, 8), ...bytes]));
      }),
      runs(1000),
    );
  });
});
