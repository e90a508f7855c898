import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { lintCard } from '../../../src/cards/lint/lint.ts';
import { readCard } from '../../../src/cards/read/read.ts';
import { cardToPng } from '../../../src/cards/write/write.ts';
import { charxWith, exif, jpeg, jpegWith, lying, withAssetsOf } from '../containers.ts';
import {
  base64Of,
  bytesOf,
  entry,
  inflate,
  joined,
  pngWith,
  readJson,
  textChunk,
  v1,
  v2,
  v2With,
  v3,
} from '../fixtures.ts';

const lintFile = (file: Uint8Array) => lintCard(readCard(file, { inflate }), file, { inflate });
const ids = (file: Uint8Array) => lintFile(file).map(({ id, level }) => `${id} ${level}`);
const lint = (card: object) => ids(bytesOf(JSON.stringify(card)));
const v3With = (data: object) => ({ ...v3, data: { ...v3.data, ...data } });
const lore = { ...entry, use_regex: false };
const withEntry = (more: object) =>
  v3With({ character_book: { extensions: {}, entries: [{ ...lore, ...more }] } });
const icon = { type: 'icon', uri: 'ccdefault:', name: 'main', ext: 'png' };
const without = (card: { data: object }, key: string) => ({
  ...card,
  data: Object.fromEntries(Object.entries(card.data).filter(([name]) => name !== key)),
});

describe('lint', () => {
  it('V1-FIELDS, V2-SPEC, V3-SPEC: what follows its specification has no departure', () => {
    for (const card of [
      v1,
      v2,
      v3,
      v3With({ assets: [icon] }),
      withEntry({ content: '@@depth 4\nText', keys: ['/a+/i'] }),
    ]) {
      expect(lint(card)).toEqual([]);
      expect(lint(cardIn(card))).toEqual([]);
    }
    for (const png of [v2, v3].map((card) => cardToPng(readJson(card), pngWith())))
      expect(ids(png)).toEqual([]);
    expect(ids(charxWith(v3))).toEqual([]);
    expect(lint({ chars: ['A'] })).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['V1-DEFAULT', { ...v1, scenario: null }, 'error'],
    ['V1-FIELDS', { ...v1, name: ' ' }, 'error'],
    ['V2-SPEC', { data: v2.data }, 'error'],
    ['V2-SPEC', { ...v2, spec_version: 2 }, 'error'],
    ['V2-MINOR', { ...v2, spec_version: '2.1' }, 'warning'],
    ['V2-DEFAULTS', without(v2, 'creator'), 'error'],
    ['V2-DEFAULTS', v2With({ tags: 'bees' }), 'error'],
    ['V2-DEFAULTS', v2With({ character_book: null }), 'error'],
    ['V2-EXT-DEFAULT', without(v2, 'extensions'), 'error'],
    ['V2-CV', v2With({ character_version: 2 }), 'error'],
    ['V2-BOOK-EXT', v2With({ character_book: { entries: [] } }), 'error'],
    ['V2-BOOK-SAVE', v2With({ character_book: { extensions: {}, entries: {} } }), 'error'],
    [
      'V2-ENT-ENABLED',
      v2With({ character_book: { extensions: {}, entries: [{ ...entry, enabled: 1 }] } }),
      'error',
    ],
    [
      'V2-ENT-POS',
      v2With({ character_book: { extensions: {}, entries: [{ ...entry, position: 4 }] } }),
      'error',
    ],
    ['V3-NEST', { ...v1, spec: 'chara_card_v3', spec_version: '3.0' }, 'error'],
    ['V3-VER-1', { ...v3, spec_version: 3 }, 'error'],
    ['V3-VER-3', { ...v3, spec_version: '3.5' }, 'warning'],
    ['V3-VER-4', { ...v3, spec_version: '2.9' }, 'warning'],
    ['V3-GOG', without(v3, 'group_only_greetings'), 'error'],
    ['V3-NICK', v3With({ nickname: 3 }), 'error'],
    ['V3-SRC-1', v3With({ source: 'x' }), 'error'],
    ['V3-CNM', v3With({ creator_notes_multilingual: { 'en-GB': 'x' } }), 'error'],
    ['V3-CNM', v3With({ creator_notes_multilingual: ['x'] }), 'error'],
    ['V3-CDATE', v3With({ creation_date: 'today' }), 'error'],
    ['V3-MDATE', v3With({ modification_date: null }), 'error'],
    ['X20', v3With({ creation_date: 1700000000000 }), 'warning'],
    ['V3-BOOK', v3With({ character_book: [] }), 'error'],
    ['V3-LB-ENTRIES', v3With({ character_book: { extensions: {} } }), 'error'],
    ['V3-LB-BUDGET', v3With({ character_book: { extensions: {}, entries: [], token_budget: '' } }), 'error'],
    ['V3-EN-KEYS', withEntry({ keys: 'a,b' }), 'error'],
    ['V3-EN-REGEX', withEntry({ use_regex: undefined }), 'error'],
    ['V3-EN-REGEX', withEntry({ use_regex: true, keys: ['/(/'] }), 'warning'],
    ['V3-EN-ENABLED', withEntry({ enabled: undefined }), 'error'],
    ['V3-EN-ORDER', withEntry({ insertion_order: '1' }), 'error'],
    ['V3-DEC-unknown', withEntry({ content: '@@activate_after 3\nText' }), 'warning'],
    ['V3-DEC-custom', withEntry({ content: '@@own2\nText' }), 'warning'],
    ['V3-AST-SHAPE', v3With({ assets: {} }), 'error'],
    [
      'V3-AST-SHAPE',
      v3With({
        assets: [
          { ...icon, more: 1 },
          { ...icon, name: 3 },
        ],
      }),
      'error',
    ],
    ['V3-AST-URI', v3With({ assets: [{ ...icon, uri: 'ftp://x' }] }), 'error'],
    ['V3-AST-URI', v3With({ assets: [{ ...icon, uri: 'data:,x' }] }), 'error'],
    ['V3-AST-URI', v3With({ assets: [{ ...icon, uri: 'embeded://x' }] }), 'error'],
    ['V3-AST-ICON', v3With({ assets: [icon, icon] }), 'error'],
    [
      'V3-AST-BG',
      v3With({
        assets: [
          { ...icon, type: 'background' },
          { ...icon, type: 'background' },
        ],
      }),
      'error',
    ],
    ['V3-AST-EXT', v3With({ assets: [{ ...icon, ext: '.PNG' }] }), 'error'],
    ['V3-AST-XTYPE', v3With({ assets: [{ ...icon, type: 'own' }] }), 'warning'],
    ['X13', v3With({ asset: [icon] }), 'warning'],
  ])('%s: is told', (id, card, level) => {
    expect(new Set(lint(card))).toContain(`${id} ${level}`);
    expect(new Set(lint(card).filter((found) => !found.startsWith('V3-AST')))).toEqual(
      new Set(id.startsWith('V3-AST') ? [] : [`${id} ${level}`]),
    );
  });

  it('V3-PNG-1, V3-PNG-3, V3-PNG-6, V3-PNG-7: what stands wrong in a PNG', () => {
    const chunk = (keyword: string, card: unknown) => textChunk(keyword, base64Of(card));
    const decorated = withEntry({ content: '@@depth 4\nText' });
    expect(ids(pngWith(chunk('chara', v3)))).toEqual(['V3-PNG-1 error']);
    expect(ids(pngWith(chunk('ccv3', v2)))).toEqual(['V3-SPEC error']);
    expect(ids(pngWith(chunk('ccv3', decorated), chunk('chara', decorated)))).toEqual([
      'V3-PNG-3 warning',
      'V3-PNG-7 warning',
    ]);
    expect(ids(pngWith(chunk('ccv3', v3), textChunk('chara-ext-asset_:1', 'AQID')))).toEqual([
      'V3-PNG-6 warning',
    ]);
  });

  it('V3-CHARX-1, V3-CHARX-2, V3-CHARX-3, V3-CHARX-6, V3-AST-EXT, X1: what stands wrong in a CHARX', () => {
    const image = new Uint8Array([1]);
    expect(ids(charxWith(v2))).toEqual(['V3-CHARX-1 error']);
    const members = { '../x': image, ü: image, secret: image };
    expect(ids(lying(charxWith(v3, members), 'secret', { 8: 1 }))).toEqual([
      'V3-CHARX-6 warning',
      'V3-CHARX-6 warning',
      'V3-CHARX-2 error',
    ]);
    const card = withAssetsOf(
      { ...icon, uri: 'embedded://face', ext: 'webp' },
      { ...icon, name: 'x', uri: 'embeded://no' },
    );
    const file = joined(jpeg, zipSync({ face: pngWith(), 'card.json': strToU8(JSON.stringify(card)) }));
    expect(ids(file)).toEqual(['X1 warning', 'V3-CHARX-3 warning', 'V3-CHARX-2 error', 'V3-AST-EXT warning']);
  });

  it('V1-WEBP: a card in a JPEG or WEBP is in no specification, and there is an end to what is told', () => {
    expect(ids(jpegWith(exif(bytesOf(JSON.stringify(v2)))))).toEqual(['V1-WEBP warning']);
    const entries = Array.from({ length: 1000 }, () => ({}));
    expect(lint(v3With({ character_book: { extensions: {}, entries } }))).toHaveLength(200);
  });
});

/** The card again, so that its fields are in another order. */
const cardIn = (card: object): object => Object.fromEntries(Object.entries(card).reverse());
