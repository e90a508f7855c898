import { readdirSync, readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Card, Character } from '../../src/cards/character.ts';
import { readChunks } from '../../src/cards/formats/png.ts';
import { readCard } from '../../src/cards/read/read.ts';
import { inflate } from './fixtures.ts';
import { makeTollKeeper } from './make-portrait.ts';

const folder = new URL('../../cards/', import.meta.url);
const works = readdirSync(folder, { withFileTypes: true }).flatMap((file) =>
  file.isFile() ? [file.name] : [],
);
const bytesOfWork = (name: string): Uint8Array => readFileSync(new URL(name, folder));
const read = (name: string): Card => readCard(bytesOfWork(name), { inflate });

const pixelsOf = (png: Uint8Array): Uint8Array => {
  const chunk = readChunks(png).find(({ type }) => type === 'IDAT');
  return inflateSync(png.subarray(chunk?.dataStart, chunk?.dataEnd));
};

const linesOf = (character: Character): string[] => character.exampleDialogue.split('\n');

describe('the bundled works', () => {
  it.each(works)('%s is read without a warning', (name) => {
    expect(read(name).warnings).toEqual([]);
  });

  it('the default work is a multi-character card with three characters', () => {
    expect(read('the-last-ferry.json')).toMatchObject({ spec: 'multi', role: 'Maren' });
  });

  it.each(['the-last-ferry.json', 'the-word-under-the-table.json'])(
    'KT-19: %s has rules that teach the tag, an opening and three characters with lines of their own',
    (name) => {
      const card = read(name);
      expect(card.characters).toHaveLength(3);
      expect(card.rules).toMatch(/\(ooc: __known_to_chars__[A-Z][a-z]+__\)/);
      expect(card.opening.length).toBeGreaterThan(200);
      for (const character of card.characters) {
        expect(linesOf(character).length).toBeGreaterThanOrEqual(5);
        for (const line of linesOf(character)) expect(line).toMatch(new RegExp(`^${character.name}: .{15,}`));
      }
    },
  );

  it.each(['the-last-ferry.json', 'the-word-under-the-table.json'])(
    'KT-19: %s tells the secret of a character to that character alone',
    (name) => {
      const card = read(name);
      const chars = card.raw.chars as { name: string; secret: string }[];
      for (const { name, secret } of chars) {
        for (const character of card.characters) {
          expect(JSON.stringify(character).includes(JSON.stringify(secret).slice(1, -1))).toBe(
            character.name === name,
          );
        }
        expect(card.rules + card.opening).not.toContain(secret);
      }
    },
  );

  it('the PNG is made of its text and its drawing, and nothing else', () => {
    const stored = bytesOfWork('the-toll-keeper.png');
    const made = makeTollKeeper();
    expect(readChunks(stored).map(({ type }) => type)).toEqual(['IHDR', 'tEXt', 'IDAT', 'IEND']);
    expect(read('the-toll-keeper.png')).toEqual(readCard(made, { inflate }));
    expect(pixelsOf(made).length).toBe(384 * (1 + 256 * 3));
    const before = pixelsOf(stored);
    expect(pixelsOf(made).every((value, at) => Math.abs(value - (before[at] ?? -9)) <= 1)).toBe(true);
  });

  it('the PNG shows alternate greetings, a nickname and a lorebook', () => {
    const [fathom] = read('the-toll-keeper.png').characters;
    expect(fathom?.nickname).toBe('Fathom');
    expect(fathom?.greetings).toHaveLength(3);
    expect(fathom?.book?.entries).toHaveLength(6);
  });
});
