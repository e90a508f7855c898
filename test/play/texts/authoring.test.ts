import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toCard } from '../../../src/cards/read/to-card.ts';
import {
  authoredCard,
  blankCharacter,
  groupedCard,
  ownCard,
  revisedCard,
} from '../../../src/play/texts/authoring.ts';
import { runs } from '../../cases.ts';
import { innCard, keeperCard } from '../../cli/inn.ts';

const at = 1_800_000_000;
const { book: _, ...blank } = blankCharacter('Nell');
const keeper = toCard(keeperCard, 'json', []);
const inn = toCard(innCard, 'json', []);

describe('a new card', () => {
  test('V3-SPEC says what its author wrote, and has every field that V3 asks for', () => {
    const card = authoredCard({ ...blank, nickname: 'Nel', greetings: ['One.', 'Two.'], tags: ['inn'] }, at);
    expect(card.warnings).toEqual([]);
    expect(card.characters).toEqual([
      { ...blankCharacter('Nell'), nickname: 'Nel', greetings: ['One.', 'Two.'], tags: ['inn'] },
    ]);
    expect(card.raw).toMatchObject({ spec: 'chara_card_v3', data: { creation_date: at, extensions: {} } });
  });
});

describe('a revised card', () => {
  const extra = fc.dictionary(
    fc.string({ minLength: 1 }).map((key) => `x_${key}`),
    fc.jsonValue(),
  );

  test('invariant 7 keeps every key that its author did not touch, known and unknown', () => {
    fc.assert(
      fc.property(extra, extra, fc.string(), (around, within, description) => {
        const raw = { ...keeperCard, ...around, data: { ...keeperCard.data, ...within } };
        const card = toCard(structuredClone(raw), 'json', []);
        const [before = blank] = card.characters;
        const revised = revisedCard(card, 0, { before, after: { ...before, description } }, at);
        expect(revised.raw).toEqual({ ...raw, data: { ...raw.data, description } });
      }),
      runs(100),
    );
  });

  test('is the same card when nothing differs', () => {
    const [before = blank] = keeper.characters;
    expect(revisedCard(keeper, 0, { before, after: { ...before } }, at)).toBe(keeper);
    const newest = authoredCard(blank, at);
    expect(revisedCard(newest, 0, { before: blank, after: { ...blank } }, at + 5)).toBe(newest);
  });

  test('a V3 card says when it was changed', () => {
    const card = authoredCard(blank, at);
    const after = { ...blank, personality: 'Dry.' };
    const { raw } = revisedCard(card, 0, { before: blank, after }, at + 5);
    expect(raw.data).toMatchObject({
      creation_date: at,
      modification_date: at + 5,
      personality: 'Dry.',
    });
  });

  test('of a card of several, only the one that was changed is another', () => {
    const [, before = blank] = inn.characters;
    const revised = revisedCard(inn, 1, { before, after: { ...before, description: 'Late.' } }, at);
    expect(revised.raw).toEqual({
      ...innCard,
      chars: ['Alice', { name: 'Bob', description: 'Late.' }, 'Carl'],
    });
  });
});

describe('a card of several', () => {
  test('holds its characters as they came, opens as the first does, and keeps shared rules', () => {
    const card = groupedCard([keeper, inn], { title: ' Rain ', role: 'carl' });
    expect(card.warnings).toEqual([]);
    expect(card.raw).toMatchObject({ title: 'Rain', role: 'Carl', sys_prompt: innCard.sys_prompt });
    expect(card.raw.chars).toEqual([keeperCard.data, ...innCard.chars.map((name) => ({ name }))]);
    expect(card.opening).toBe('Keeper: Wipe your boots, {{user}}.');
    expect(card.characters[0]).toEqual(keeper.characters[0]);
  });

  test('of single cards has rules that name them', () => {
    const other = authoredCard(blank, at);
    const { rules, role } = groupedCard([keeper, other], { title: 'T', role: '' });
    expect({ rules, role }).toEqual({ rules: 'This is a chat between Keeper and Nell.', role: '' });
  });

  test.each([
    [[keeper, keeper], { title: 'T', role: '' }, 'duplicate_name'],
    [[keeper], { title: ' ', role: '' }, 'empty_title'],
    [[keeper], { title: 'T', role: 'Bob' }, 'unknown_name'],
  ])('is refused when it cannot be played %#', (cards, grouping, code) => {
    expect(() => groupedCard(cards, grouping)).toThrow(expect.objectContaining({ code }));
  });
});

test('HC-36 a character out of a card of several has a card of its own, its secret and unknown keys with it', () => {
  const bob = {
    name: 'Bob',
    description: 'Bob cooks.',
    secret: 'He salts.',
    example: 'Bob: Hot.',
    x_mood: { warm: true },
    extensions: { 'a/b': 1 },
  };
  const card = ownCard(toCard({ ...innCard, chars: ['Alice', bob] }, 'json', []), 1, at);
  expect(card.warnings).toEqual([]);
  expect(card.characters).toEqual([
    { ...blankCharacter('Bob'), description: 'Bob cooks.\n\nHe salts.', exampleDialogue: 'Bob: Hot.' },
  ]);
  expect(card.raw.data).toMatchObject({ x_mood: { warm: true }, extensions: { 'a/b': 1 } });
});
