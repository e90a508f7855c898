import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { membersOf } from '../../src/app/files/json-members.ts';
import { largeBook, madeOfLarge } from '../../src/app/library/large-book.ts';
import { madeOf } from '../../src/app/library/made-of.ts';
import { toLorebook } from '../../src/cards/read/lorebook.ts';
import { entryPlaces, lorebookIn } from '../../src/interop/sillytavern/lorebook.ts';
import { runs } from '../cases.ts';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'sotto-members-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

function fileOf(text: string): string {
  const file = join(folder(), 'Large.json');
  writeFileSync(file, text);
  return file;
}

function membersIn(file: string) {
  const members = membersOf(file, entryPlaces);
  const found: { place: string; key: string | null; value: unknown }[] = [];
  for (;;) {
    const step = members.next();
    if (step.done) return { found, rest: JSON.parse(step.value) };
    const { place, key, json } = step.value;
    found.push({ place, key, value: JSON.parse(json()) });
  }
}

describe('the entries in a large file', () => {
  const value = fc.jsonValue({ stringUnit: fc.constantFrom('[', '}', '"', '\\', 'é', ',', ':', 'a') });
  const entries = fc.oneof(fc.array(value), fc.dictionary(fc.string({ unit: 'binary' }), value));
  const fields = fc.dictionary(fc.constantFrom('name', 'data', 'entries', 'a.b', '"', 'x'), value);
  const files = fc.oneof(
    fc.tuple(fields, entries).map(([more, all]) => ({ ...more, entries: all })),
    fc
      .tuple(fields, fields, entries)
      .map(([more, data, all]) => ({ ...more, data: { ...data, entries: all } })),
    fc.tuple(fields, fc.array(value)).map(([more, data]) => ({ ...more, data })),
    value,
  );

  test('for all JSON, however it is spaced, are the objects and lists at their places, and the rest is all else', () => {
    const file = fileOf('');
    fc.assert(
      fc.property(files, fc.constantFrom(undefined, 1, '\t'), (json, space) => {
        writeFileSync(file, `${space === 1 ? '\u{feff}' : ''}${JSON.stringify(json, null, space)}`);
        const { found, rest } = membersIn(file);
        const back = structuredClone(rest);
        const last = new Map(found.map(({ place, key }, at) => [`${place} ${key ?? at}`, at]));
        let [place, number] = ['', 0];
        for (const [at, one] of found.entries()) {
          const list = one.place === 'data.entries' ? back.data.entries : back[one.place];
          if (one.place !== place) [place, number] = [one.place, 0];
          if (one.key === null) while (list[number] !== 0 || !isOpen(json, one.place, number)) number += 1;
          if (last.get(`${one.place} ${one.key ?? at}`) === at) list[one.key ?? number++] = one.value;
        }
        expect(JSON.stringify(back)).toBe(JSON.stringify(json));
      }),
      runs(200),
    );
  });

  function isOpen(json: unknown, place: string, number: number): boolean {
    const list = place.split('.').reduce((of, name) => (of as Record<string, unknown>)[name], json);
    const there = (list as unknown[])[number];
    return typeof there === 'object' && there !== null;
  }
});

const text = 'The lantern burns. '.repeat(2500);
const entry = (n: number) => ({
  uid: n,
  key: [`lantern${n}`, '/b.+/i'],
  content: `${n} ${text}`,
  odd: [n, { a: 1.5 }],
});
const many = Array.from({ length: 100 }, (_, n) => entry(n));
const byUid = Object.fromEntries(many.map((one) => [one.uid, one]));
const v3 = many.map(({ key, content, odd }) => ({ keys: key, content, extensions: { odd }, enabled: true }));
const risu = many.map(({ key, content }) => ({ key: key.join(), content, insertorder: 1, mode: 'normal' }));
const agnai = many.map(({ key, content }) => ({
  name: 'n',
  entry: content,
  keywords: key,
  priority: 1,
  weight: 2,
}));
const novel = many.map(({ key, content }) => ({ text: content, displayName: 'n', keys: key, enabled: true }));

describe('a large lorebook', () => {
  test.each<[string, object]>([
    ['SillyTavern', { entries: byUid, name: 'Lamps', more: { entries: [1] } }],
    ['SillyTavern, as a list', { name: 'Lamps', entries: many }],
    [
      'the V3 specification',
      { spec: 'lorebook_v3', data: { entries: v3, extensions: { x: 1 }, scan_depth: 3 } },
    ],
    ['a card', { entries: v3, description: 'Of lamps.', name: 'Lamps' }],
    ['RisuAI', { type: 'risu', ver: 1, data: risu }],
    ['Agnai', { kind: 'memory', name: 'Lamps', description: 'x', entries: agnai }],
    ['NovelAI', { lorebookVersion: 5, entries: novel, settings: { a: 1 } }],
  ])('of %s, read an entry at a time, is the same as one that is read whole', (_, value) => {
    const json = JSON.stringify(value, null, 1);
    const book = largeBook(fileOf(json), 'Large');
    const whole = toLorebook(lorebookIn(JSON.parse(json), 'Large'), () => {});
    expect(book && [...book.entries(() => {})]).toEqual(whole?.entries);
    expect(book?.size).toBe(100);
    expect(book && madeOfLarge(book)).toBe(madeOf({ body: { ...whole }, foreign: {} }));
  });

  test.each([
    ['a name stands twice', '{"entries":{"1":{"key":"a"},"1":', '}}'],
    ['its entries are in an order of their own', '{"entries":{"2":{"key":"a"},"1":', '}}'],
    ['one of them is none', '{"entries":[0,', ']}'],
    ['others stand elsewhere in it', '{"entries":{"1":{}},"data":{"entries":{"1":', '}}}'],
    ['it is small', '{"entries":{"1":{}}, "n":', '}'],
  ])('is read whole where %s', (says, before, after) => {
    const content = says === 'it is small' ? 'x' : 'x'.repeat(4_400_000);
    expect(largeBook(fileOf(`${before}${JSON.stringify({ key: ['a'], content })}${after}`), 'L')).toBeNull();
  });
});
