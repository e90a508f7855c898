import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editCard } from '../../src/cards/write/edit.ts';
import { runs } from '../cases.ts';
import { anyCard } from './arbitrary.ts';
import { entry, readJson, v1, v2, v2With, v3 } from './fixtures.ts';

const same = (left: unknown, right: unknown) => expect(JSON.stringify(left)).toBe(JSON.stringify(right));

describe('an edited card', () => {
  it('V2-EXT-KEEP, V3-UNK-1: for all cards and edits, the edit is read back and every other key stays', () => {
    const text = fc.string({ minLength: 1 }).filter((value) => value.trim() !== '');
    const changes = fc.record(
      {
        personality: text,
        scenario: text,
        description: text,
        systemPrompt: text,
        tags: fc.array(text),
        greetings: fc.array(text, { minLength: 1 }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(anyCard, changes, fc.nat(), (raw, edit, pick) => {
        const card = readJson(raw);
        const index = pick % card.characters.length;
        const edited = editCard(card, index, edit);
        expect(edited.characters[index]).toMatchObject(edit);
        const whole = { ...card.characters[index], ...edit };
        expect({ ...edited.characters[index], book: null }).toEqual({ ...whole, book: null });
        same(editCard(edited, index, edit), edited);
        const others = (cards: typeof card.characters) => cards.filter((_, at) => at !== index);
        same(others(edited.characters), others(card.characters));
        expect(Object.keys(edited.raw)).toEqual(expect.arrayContaining(Object.keys(raw)));
      }),
      runs(300),
    );
  });

  it('V2-EXT-KEEP: what is not changed is not written, and no edit is no change', () => {
    const card = readJson(v2);
    const [ada] = card.characters;
    expect(editCard(card, 0, ada ?? {})).toBe(card);
    expect(editCard(card, 0, { ...ada, name: 'Eva' }).raw).toEqual(v2With({ name: 'Eva' }));
    expect(editCard(card, 0, { greetings: ['One.', 'Two.'] }).raw).toEqual(
      v2With({ first_mes: 'One.', alternate_greetings: ['Two.'] }),
    );
    expect(editCard(readJson(v1), 0, { greetings: ['One.'] }).raw).toEqual({ ...v1, first_mes: 'One.' });
    expect(editCard(readJson({ char_name: 'A', char_persona: 'B' }), 0, { name: 'C' }).raw).toEqual({
      char_name: 'C',
      char_persona: 'B',
    });
  });

  it('V2-BOOK-SAVE, V2-BOOK-OPT-KEEP: a lorebook is saved in the form of the specification, with what is not known', () => {
    const book = { extensions: { 'a/b': 1 }, entries: [{ ...entry, own: 1 }] };
    const card = readJson(v2With({ character_book: book }));
    const read = card.characters[0]?.book ?? null;
    const changed = read && { ...read, name: 'Bees' };
    expect(editCard(card, 0, { book: changed }).raw).toEqual(
      v2With({ character_book: { ...book, name: 'Bees' } }),
    );
    expect(editCard(card, 0, { book: null }).raw).toEqual(v2);
  });

  it('V3-CN-3: the English note that counts is the one that is edited', () => {
    const card = readJson({
      ...v3,
      data: { ...v3.data, creator_notes_multilingual: { en: 'Old', de: 'Alt' } },
    });
    expect(editCard(card, 0, { creatorNotes: 'New' }).raw.data).toMatchObject({
      creator_notes: 'New',
      creator_notes_multilingual: { en: 'New', de: 'Alt' },
    });
  });

  it('KT-19: of several characters one is edited, by name; a secret stays one', () => {
    const card = readJson({
      chars: ['A', 7, { name: ' B ', description: 'Open.', secret: 'Shut.', own: 1 }],
      role: 'A',
    });
    expect(editCard(card, 0, { description: 'Tall.' }).raw).toEqual({
      ...card.raw,
      chars: [{ name: 'A', description: 'Tall.' }, 7, (card.raw.chars as unknown[])[2]],
    });
    const second = (description: string) => (editCard(card, 1, { description }).raw.chars as unknown[])[2];
    expect(second('Wide.\n\nShut.')).toEqual({ name: ' B ', description: 'Wide.', secret: 'Shut.', own: 1 });
    expect(second('Wide.')).toEqual({ name: ' B ', description: 'Wide.', own: 1 });
  });
});
