import { describe, expect, it } from 'vitest';
import { entry, readJson, v2With } from '../fixtures.ts';

const read = (character_book: unknown) => {
  const card = readJson(v2With({ character_book }));
  return { book: card.characters[0]?.book, warnings: card.warnings };
};
const readEntry = (odd: object) => {
  const { book, warnings } = read({ extensions: {}, entries: [odd] });
  return { entry: book?.entries[0], warnings };
};

describe('the lorebook of a card', () => {
  it('V2-BOOK-EXT, V3-LB-ENTRIES: a proper book is read as it is, without warnings', () => {
    const proper = {
      name: 'Bees',
      scan_depth: 3,
      token_budget: 100,
      recursive_scanning: true,
      extensions: { 'app/x': 1 },
      entries: [
        {
          ...entry,
          secondary_keys: ['hive'],
          selective: true,
          position: 'after_char',
          id: 0,
          extensions: { y: 2 },
        },
      ],
    };
    expect(read(proper)).toEqual({ book: proper, warnings: [] });
  });

  it('V2-BOOK-OPT-KEEP, V3-UNK-1: unknown fields of book and entry stay in place', () => {
    const { book } = read({ extensions: {}, mood: 1, entries: [{ ...entry, colour: 'red' }] });
    expect(book).toMatchObject({ mood: 1, entries: [{ colour: 'red' }] });
  });

  it('character_book null is no book, with a warning', () => {
    expect(read(null)).toEqual({ book: null, warnings: ['character_book is null: read as absent'] });
    expect(read('book').book).toBeNull();
    expect(read(undefined)).toEqual({ book: null, warnings: [] });
  });

  it('entries as an object are a list in its order', () => {
    const { book, warnings } = read({
      extensions: {},
      entries: { 0: entry, 1: { ...entry, content: 'Two.' } },
    });
    expect(book?.entries.map(({ content }) => content)).toEqual(['Bees sleep at night.', 'Two.']);
    expect(warnings).toEqual(['entries of the lorebook is an object: read as a list']);
  });

  it('entries that are no list or no objects are left out, with a warning', () => {
    expect(read({ extensions: {} }).book?.entries).toEqual([]);
    expect(read({ extensions: {}, entries: [null, 'x', entry] }).book?.entries).toHaveLength(1);
    expect(read({ extensions: {}, entries: [null] }).warnings).toHaveLength(1);
  });

  it('entry keys called key and keysecondary are keys and secondary_keys', () => {
    const { keys, ...keyless } = entry;
    const read = readEntry({ ...keyless, key: keys, keysecondary: ['hive'] });
    expect(read.entry).toMatchObject({ keys: ['bee'], secondary_keys: ['hive'] });
    expect(read.warnings).toHaveLength(2);
  });

  it('X7: keys as a comma-separated string are a list, and an empty key is none', () => {
    expect(readEntry({ ...entry, keys: 'bee, wasp,,' }).entry?.keys).toEqual(['bee', 'wasp']);
    expect(readEntry({ ...entry, keys: ['', 'bee, wasp', null] }).entry?.keys).toEqual(['bee, wasp']);
  });

  it('an empty string where a number belongs is absent, a spelled number is a number', () => {
    const odd = readEntry({ ...entry, insertion_order: '', priority: '7', id: null });
    expect(odd.entry).toMatchObject({ insertion_order: 100, priority: 7 });
    expect(odd.entry).not.toHaveProperty('id');
    expect(odd.warnings).toHaveLength(2);
    expect(read({ extensions: {}, entries: [], scan_depth: '' }).book).not.toHaveProperty('scan_depth');
    expect(read({ extensions: {}, entries: [], scan_depth: '4' }).book?.scan_depth).toBe(4);
  });

  it('V2-ENT-ENABLED, X21: enabled stays false, defaults to true, and disable is its opposite', () => {
    const { enabled: _, ...unsaid } = entry;
    expect(readEntry({ ...entry, enabled: false }).entry?.enabled).toBe(false);
    expect(readEntry({ ...entry, enabled: 'false' }).entry?.enabled).toBe(false);
    expect(readEntry(unsaid).entry?.enabled).toBe(true);
    expect(readEntry({ ...unsaid, disable: true }).entry?.enabled).toBe(false);
    expect(readEntry({ ...unsaid, disable: false }).entry?.enabled).toBe(true);
  });

  it('optional fields of the wrong type are left out, null ones silently', () => {
    const odd = readEntry({ ...entry, case_sensitive: null, constant: 'maybe', position: 4, use_regex: 1 });
    expect(odd.entry).not.toHaveProperty('case_sensitive');
    expect(odd.entry).not.toHaveProperty('constant');
    expect(odd.entry).not.toHaveProperty('position');
    expect(odd.entry?.use_regex).toBe(true);
    expect(odd.warnings).toHaveLength(3);
    expect(readEntry({ ...entry, position: 1 }).entry?.position).toBe('after_char');
  });

  it('V2-EXT-DEFAULT: missing extensions are empty, and a thousand equal oddities are one warning', () => {
    const { extensions: _, ...bare } = entry;
    const { book, warnings } = read({ extensions: null, entries: Array(1000).fill(bare) });
    expect(book?.extensions).toEqual({});
    expect(book?.entries[999]?.extensions).toEqual({});
    expect(warnings).toHaveLength(2);
  });
});
