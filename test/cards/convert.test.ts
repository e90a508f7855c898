import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lintCard } from '../../src/cards/lint/lint.ts';
import { backfillWarning, toV2, toV3, withoutDecorators } from '../../src/cards/write/convert.ts';
import { cardToPng } from '../../src/cards/write/write.ts';
import { runs } from '../cases.ts';
import { anyCard } from './arbitrary.ts';
import { bytesOf, entry, inflate, pngWith, readJson, readPng, v1, v2, v2With, v3 } from './fixtures.ts';

const book = {
  extensions: {},
  entries: [{ ...entry, content: '@@depth 4\n@@@role user\nBees sleep.', 'app/own': 1 }],
};
const wide = { ...v3, root: 'kept', data: { ...v3.data, assets: [], own: [1], character_book: book } };

const charaOf = (png: Uint8Array) => {
  const text = Buffer.from(png).toString('latin1');
  const [, base64 = ''] = /tEXtchara\0([\w+/=]+?)....(?=....tEXt|....IDAT)/s.exec(text) ?? [];
  return JSON.parse(Buffer.from(base64, 'base64').toString());
};

describe('a V3 card as V2', () => {
  it('V3-PNG-3: the V2 form beside ccv3 warns in creator_notes, the V2-only form does not', () => {
    const written = charaOf(cardToPng(readJson(wide), pngWith()));
    expect(written).toMatchObject({ spec: 'chara_card_v2', spec_version: '2.0', root: 'kept' });
    expect(written.data.creator_notes).toBe(`${backfillWarning}\n\nFor spring.`);
    expect(toV2(readJson(wide))).toMatchObject({ data: { creator_notes: 'For spring.' } });
  });

  it('V3-PNG-4, X24: the warning never comes in with the card', () => {
    const { characters, raw } = readPng(cardToPng(readJson(wide), pngWith()));
    expect(raw).toEqual(wide);
    expect(characters[0]?.creatorNotes).toBe('For spring.');
  });

  it('V3-PNG-7: no decorator stays in the lorebook, everything else does', () => {
    expect(toV2(readJson(wide))).toEqual({
      ...wide,
      spec: 'chara_card_v2',
      spec_version: '2.0',
      data: {
        ...wide.data,
        character_book: { ...book, entries: [{ ...book.entries[0], content: 'Bees sleep.' }] },
      },
    });
  });

  it('V3-PNG-7, X12: the block of decorators that a content begins with goes, and `@@` further down is text', () => {
    for (const [content, rest] of [
      ['@@depth 4\n\n  @@role user\n\nText\n@@x', 'Text\n@@x'],
      ['\n@@depth 4\r\n@@@role user\r\nText', 'Text'],
      ['@@dont_activate', ''],
      ['Text\n@@depth 4', 'Text\n@@depth 4'],
      ['@@ 5 or\nText', '@@ 5 or\nText'],
      ['\n Text', '\n Text'],
      ['', ''],
    ] as const) {
      expect(withoutDecorators(content)).toBe(rest);
    }
  });
});

describe('a card in another specification', () => {
  it('V2-SPEC, V1-DEFAULT, V2-DEFAULTS, V2-EXT-DEFAULT: V1 becomes V2 with every field, unknown ones beside data', () => {
    const { scenario: _scenario, ...part } = v1;
    expect(toV2(readJson({ ...part, mes_example: null, avatar: 'none' }))).toEqual({
      avatar: 'none',
      spec: 'chara_card_v2',
      spec_version: '2.0',
      data: {
        ...part,
        ...{ scenario: '', mes_example: '', creator_notes: '', system_prompt: '', creator: '' },
        ...{
          post_history_instructions: '',
          alternate_greetings: [],
          tags: [],
          character_version: '',
          extensions: {},
        },
      },
    });
  });

  it('V2-V1RULES: old names of fields become those of the specification', () => {
    const old = {
      char_name: 'Ada',
      char_persona: 'Keeps bees.',
      world_scenario: 'A roof.',
      char_greeting: 'Hi.',
    };
    const { data } = toV2(readJson(old));
    expect(data).toMatchObject({
      name: 'Ada',
      description: 'Keeps bees.',
      scenario: 'A roof.',
      first_mes: 'Hi.',
    });
    expect(data).not.toHaveProperty('char_name');
  });

  it('V3-VER-1, V3-GOG, V3-EN-REGEX, V3-MDATE, V3-UNK-2: V2 becomes V3 with what V3 must have, and nothing of our own', () => {
    const card = readJson(v2With({ character_book: { entries: [entry] } }));
    expect(toV3(card, 1700000000)).toEqual({
      spec: 'chara_card_v3',
      spec_version: '3.0',
      data: {
        ...v2.data,
        group_only_greetings: [],
        modification_date: 1700000000,
        character_book: { extensions: {}, entries: [{ ...entry, use_regex: false }] },
      },
    });
    expect(toV3(readJson(v2With({ character_book: null }))).data).not.toHaveProperty('character_book');
  });

  it('V2-EXT-KEEP, V2-BOOK-EXT, V3-UNK-1: for all cards, unknown keys of root, data and extensions survive each conversion', () => {
    fc.assert(
      fc.property(anyCard, (raw) => {
        const card = readJson(raw);
        if (card.spec === 'multi') return;
        for (const form of [toV2(card), toV3(card)]) {
          const again = readJson(form);
          expect(again.characters[0]?.name).toBe(card.characters[0]?.name);
          if (card.spec === 'v1') continue;
          const { spec: _spec, spec_version: _version, data, ...outside } = raw;
          expect(form).toMatchObject(
            JSON.parse(JSON.stringify(outside, (key, value) => (key === '__proto__' ? undefined : value))),
          );
          expect(form.data).toHaveProperty('extensions');
        }
      }),
      runs(200),
    );
  });

  it('V2-SPEC, V3-SPEC: what is converted departs from no "must" of its specification', () => {
    for (const card of [
      v1,
      v2,
      wide,
      v2With({ character_book: { entries: { 0: { key: 'a', content: 'b' } } } }),
    ]) {
      for (const form of [toV2(readJson(card)), toV3(readJson(card))]) {
        const bytes = bytesOf(JSON.stringify(form));
        expect(lintCard(readJson(form), bytes, { inflate }).filter(({ level }) => level === 'error')).toEqual(
          [],
        );
      }
    }
  });

  it('V3-VER-2, V3-VER-4, X15: a version is read as a number, and no other one is refused', () => {
    for (const [version, isNewer] of [
      ['3.10', true],
      ['3.0', false],
      ['2.9', false],
      ['', false],
      ['new', false],
    ] as const) {
      const card = readJson({ ...v3, spec_version: version });
      expect(card).toMatchObject({ spec: 'v3', specVersion: version });
      expect(card.warnings.some((warning) => warning.includes('newer'))).toBe(isNewer);
    }
  });

  it('V3-SRC-2, V3-CDATE, V3-CN-2: sources, dates and notes stay as they are in each specification', () => {
    const data = {
      ...v3.data,
      source: ['id', 'https://x/y'],
      creation_date: 1700000000000,
      creator_notes_multilingual: { de: 'Imme' },
    };
    const card = readJson({ ...v3, data });
    expect(card.characters[0]?.creatorNotes).toBe('For spring.');
    const { source, creation_date, creator_notes, creator_notes_multilingual } = data;
    const kept = { source, creation_date, creator_notes, creator_notes_multilingual };
    for (const form of [toV2(card), toV3(card, 9)]) expect(form.data).toMatchObject(kept);
  });
});
