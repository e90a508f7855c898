import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readAssets } from '../../../src/cards/assets/assets.ts';
import { makeChunk } from '../../../src/cards/formats/png.ts';
import { withoutCards } from '../../../src/cards/formats/png-write.ts';
import { readCard } from '../../../src/cards/read/read.ts';
import { chunkTexts } from '../../../src/cards/write/came-text.ts';
import { type ExportOptions, exportCard } from '../../../src/cards/write/export.ts';
import { runs } from '../../cases.ts';
import { anyCard } from '../arbitrary.ts';
import { charxWith, entryOf, exif, jpeg, webpWith, withAssetsOf } from '../containers.ts';
import { base64Of, bytesOf, entry, inflate, joined, pngWith, textChunk, v1, v2, v3 } from '../fixtures.ts';

const read = (bytes: Uint8Array) => readCard(bytes, { inflate });
const same = (left: unknown, right: unknown) => expect(JSON.stringify(left)).toBe(JSON.stringify(right));
const write = (file: Uint8Array, options: Omit<ExportOptions, 'file'>) =>
  exportCard(read(file), { ...options, file });
const jsonOf = (card: unknown) => bytesOf(JSON.stringify(card));
const image = new Uint8Array([1, 2, 3, 4]);
const foreign = makeChunk('prVt', bytesOf('kept'));
const animation = [makeChunk('acTL', new Uint8Array(8)), makeChunk('fdAT', bytesOf('frame'))];
const picture = pngWith(foreign, ...animation);
const icon = { type: 'icon', uri: 'ccdefault:', name: 'main', ext: 'png' };
const smile = { type: 'emotion', uri: '__asset:7', name: 'a smile', ext: 'webp' };
const assetChunk = textChunk('chara-ext-asset_:7', Buffer.from(image).toString('base64'));
const pngOf = (card: unknown, ...more: Uint8Array[]) =>
  pngWith(foreign, ...animation, ...more, textChunk('ccv3', base64Of(card)));

const works = new URL('../../../cards/', import.meta.url);

describe('export', () => {
  it.each(readdirSync(works).filter((name) => name !== 'lore'))(
    'V3-JSON-1: %s is equal after import and export in each format that it has',
    (name) => {
      const file = readFileSync(new URL(name, works));
      const { raw, spec } = read(file);
      same(read(write(file, { to: 'json' }).bytes).raw, raw);
      const png = write(file, { to: 'png', picture }).bytes;
      same(read(png).raw, raw);
      if (spec === 'multi') return;
      const charx = write(file, { to: 'charx' }).bytes;
      same(read(write(charx, { to: 'charx' }).bytes).raw, read(charx).raw);
    },
  );

  it.each(['json', 'png'])(
    'V3-UNK-1: numbers too large for JavaScript of a %s survive PNG and CHARX',
    (kind) => {
      const text = JSON.stringify({ ...v3, own: 0 }).replace('"own":0', '"own": 12345678901234567890');
      const base64 = Buffer.from(text).toString('base64');
      const file = kind === 'json' ? bytesOf(text) : pngWith(textChunk('ccv3', base64));
      const written = write(write(file, { to: 'charx' }).bytes, { to: 'json' }).bytes;
      expect(new TextDecoder().decode(written)).toContain('12345678901234567890');
      const { ccv3 } = chunkTexts(write(file, { to: 'png', picture }).bytes);
      expect(ccv3).toBe(text);
    },
  );

  it('V3-UNK-1, V3-EN-KEEP: unknown keys at all five levels survive each format and each specification', () => {
    const own = { own: { a: [null, 1] }, __proto_: 1 };
    const kept = { ...entry, ...own, use_regex: false, comment: 'c', id: 'x', priority: 2 };
    const book = { extensions: {}, entries: [kept], ...own };
    const card = {
      ...v3,
      ...own,
      data: { ...v3.data, ...own, assets: [{ ...icon, ...own }], character_book: book },
    };
    for (const file of [jsonOf(card), pngOf(card), charxWith(card)]) {
      for (const to of ['json', 'png', 'charx'] as const) {
        const { raw } = read(write(file, { to, picture: to === 'png' ? picture : undefined }).bytes);
        expect(raw).toMatchObject({ ...own, data: { ...own, assets: [own], character_book: book } });
      }
      expect(read(write(file, { to: 'json', spec: 'v2' }).bytes).raw).toMatchObject({
        ...own,
        data: { ...own, assets: [own], character_book: book },
      });
    }
  });

  it('V3-JSON-1, V2-EXT-KEEP, V3-UNK-1: for all cards, import → export as JSON, PNG and CHARX is equal key by key', () => {
    fc.assert(
      fc.property(anyCard, (raw) => {
        for (const file of [jsonOf(raw), charxWith(raw), pngWith(textChunk('chara', base64Of(raw)))]) {
          const { kind } = read(file);
          if (kind === 'png' || kind === 'charx') same(read(write(file, { to: kind }).bytes).raw, raw);
          same(read(write(file, { to: 'json' }).bytes).raw, raw);
          same(read(write(file, { to: 'png', picture }).bytes).raw.spec, raw.spec);
        }
      }),
      runs(150),
    );
  });

  it('V3-CHARX-5: CHARX → CHARX keeps every other byte: members, prefix, comment, what stands between', () => {
    const members = {
      'x_meta/1.json': [image, { comment: 'c', mtime: '2001-02-03' }],
      '../x': image,
      Ünï: image,
    } as const;
    const charx = charxWith(v3, members as never);
    const file = joined(jpeg, charx);
    const card = read(file);
    const edited = { ...v3, data: { ...v3.data, name: 'Anna', description: 'x'.repeat(999) } };
    const { bytes } = exportCard({ ...card, raw: edited }, { to: 'charx', file });
    expect(read(bytes)).toMatchObject({ kind: 'charx', raw: edited, warnings: card.warnings });
    const before = unzipSync(charx);
    const after = unzipSync(bytes);
    expect(Object.keys(after).sort()).toEqual(Object.keys(before).sort());
    expect({ ...after, 'card.json': null }).toEqual({ ...before, 'card.json': null });
    expect(bytes.subarray(0, jpeg.length)).toEqual(jpeg);
    const records = Buffer.from(charx).indexOf(
      'PK\u0003\u0004',
      Buffer.from(charx).indexOf('card.json') - 30,
    );
    expect(bytes.subarray(jpeg.length, jpeg.length + records)).toEqual(charx.subarray(0, records));
    const comment = (zip: Uint8Array) => zip.subarray(entryOf(zip, '../x') - 1, entryOf(zip, '../x'));
    expect(comment(bytes)).toEqual(bytesOf('c'));
    expect(Buffer.from(bytes).includes('Ada Third')).toBe(false);
  });

  it('V3-CHARX-5: what stands behind the old card moves up, and the comment of the zip stays', () => {
    const members = { 'card.json': bytesOf(JSON.stringify(v3)), a: image, b: bytesOf('b'.repeat(500)) };
    const file = joined(zipSync(members, { level: 6 }), bytesOf('note'));
    file[file.length - 6] = 4;
    const card = { ...read(file), raw: { ...v3, own: 'x'.repeat(77) } };
    const { bytes } = exportCard(card, { to: 'charx', file });
    expect(read(bytes).raw).toEqual(card.raw);
    expect(unzipSync(bytes)).toMatchObject({ a: members.a, b: members.b });
    expect(Buffer.from(bytes.subarray(-4)).toString()).toBe('note');
  });

  it('V3-CHARX-1, V3-CHARX-2, V3-CHARX-3, V3-CHARX-6: PNG → CHARX has the picture and the assets as members', () => {
    const file = pngOf(withAssetsOf(icon, smile, { ...smile, uri: 'https://x/y' }), assetChunk);
    const { bytes, warnings } = write(file, { to: 'charx' });
    const members = unzipSync(bytes);
    expect(warnings).toEqual([]);
    expect(Object.keys(members)).toEqual([
      'assets/icon/images/main.png',
      'assets/emotion/images/a_smile.webp',
      'card.json',
    ]);
    expect(members['assets/icon/images/main.png']).toEqual(picture);
    expect(read(bytes).raw.data).toMatchObject({
      assets: [
        { ...icon, uri: 'embeded://assets/icon/images/main.png' },
        { ...smile, uri: 'embeded://assets/emotion/images/a_smile.webp' },
        { uri: 'https://x/y' },
      ],
    });
  });

  it('V3-PNG-8, V3-AST-KEEP: PNG → CHARX → PNG keeps pixels, foreign chunks and assets', () => {
    const file = pngOf(withAssetsOf(icon, smile), assetChunk, textChunk('chara-ext-asset_:unnamed', 'AQID'));
    const charx = write(file, { to: 'charx' }).bytes;
    const again = write(charx, { to: 'png' }).bytes;
    expect(withoutCards(again)).toEqual(picture);
    expect(read(again).kind).toBe('apng');
    const [portrait, smiling] = readAssets(read(again), again);
    expect(portrait).toMatchObject({ uri: 'ccdefault:', location: 'picture' });
    expect(smiling?.bytes()).toEqual(image);
    expect(smiling?.uri).toBe('__asset:assets/emotion/images/a_smile.webp');
    expect(Buffer.from(again).includes('chara-ext-asset_:unnamed\0AQID')).toBe(true);
    const { assets: _assets, ...data } = read(again).raw.data as Record<string, unknown>;
    expect(data).toEqual(v3.data);
    expect(write(write(again, { to: 'charx' }).bytes, { to: 'png' }).bytes).toEqual(again);
  });

  it('V3-CHARX-3, V3-CHARX-6: names of members are ASCII, never lead out, and unlike each other', () => {
    const chunk = (path: string) => textChunk(`chara-ext-asset_:${path}`, 'AQID');
    const names = ['../../x', 'Ünï cödé/..', '', 'a b', 'a_b'];
    const assets = names.map((name, index) => ({
      type: index ? 'a/../b' : 'x_own',
      uri: `__asset:${index}`,
      name,
      ext: '../PNG',
    }));
    const file = pngOf(
      withAssetsOf(...assets),
      ...names.map((_, index) => chunk(`${index}`)),
      chunk('../../etc/x'),
    );
    const members = Object.keys(unzipSync(write(file, { to: 'charx' }).bytes)).slice(0, -1);
    expect(new Set(members).size).toBe(names.length + 2);
    for (const member of members)
      expect(member).toMatch(/^assets\/(x_own|other)\/(other|images)\/[\w-][\w.-]*$/);
  });

  it('V3-CHARX-1, V3-CHARX-3: V1 and V2 become V3 in a CHARX, and the picture of a WEBP comes along', () => {
    const { bytes } = write(webpWith(exif(jsonOf(v1))), { to: 'charx', now: 5 });
    expect(Object.keys(unzipSync(bytes))).toEqual(['assets/icon/images/main.webp', 'card.json']);
    expect(read(bytes)).toMatchObject({ spec: 'v3', raw: { data: { name: 'Ada', modification_date: 5 } } });
    expect(read(write(jsonOf(v2), { to: 'charx' }).bytes).raw).toMatchObject({
      data: { group_only_greetings: [] },
    });
  });

  it('V2-SPEC, V3-PNG-3: --spec v2 writes V2 alone, --spec v3 V3 with its V2 form, and what is lost is told', () => {
    const book = { extensions: {}, entries: [{ ...entry, content: '@@depth 1\nText' }] };
    const png = write(pngOf({ ...v3, data: { ...v3.data, character_book: book } }), {
      to: 'png',
      spec: 'v2',
    });
    expect(write(pngOf(v3), { to: 'png', spec: 'v2' }).warnings).toEqual([]);
    expect(read(png.bytes)).toMatchObject({ spec: 'v2', raw: { data: { creator_notes: 'For spring.' } } });
    expect(png.warnings).toEqual([expect.stringContaining('Decorators')]);
    expect(Buffer.from(png.bytes).includes('ccv3')).toBe(false);
    const up = write(pngWith(textChunk('chara', base64Of(v2))), { to: 'png', spec: 'v3' }).bytes;
    expect(read(up)).toMatchObject({ spec: 'v3', raw: { data: v2.data } });
    same(read(write(jsonOf(v3), { to: 'json', spec: 'v3' }).bytes).raw, v3);
  });

  it('V3-AST-KEEP: what JSON cannot hold is told', () => {
    expect(write(pngOf(v3), { to: 'json' }).warnings).toEqual([]);
    expect(write(pngOf(withAssetsOf(smile), assetChunk), { to: 'json' }).warnings).toEqual([
      expect.stringContaining('CHARX'),
    ]);
  });

  it('V3-CHARX-1: what has no form is refused', () => {
    const refused = (file: Uint8Array, options: Omit<ExportOptions, 'file'>, code: string) =>
      expect(() => write(file, options)).toThrow(expect.objectContaining({ code, family: 'usage' }));
    refused(jsonOf(v3), { to: 'charx', spec: 'v2' }, 'cannot_convert');
    refused(jsonOf({ chars: ['A'] }), { to: 'charx' }, 'cannot_convert');
    refused(jsonOf({ chars: ['A'] }), { to: 'json', spec: 'v2' }, 'cannot_convert');
    refused(jsonOf(v3), { to: 'png' }, 'no_picture');
    refused(charxWith(v3), { to: 'png' }, 'no_picture');
    refused(jsonOf(v3), { to: 'png', picture: jpeg }, 'broken_png');
  });

  it('V3-AST-ICON: a picture that is given becomes the card, an icon that is another asset too stays an asset', () => {
    const uri = `data:image/png;base64,${Buffer.from(picture).toString('base64')}`;
    expect(withoutCards(write(jsonOf(withAssetsOf({ ...icon, uri })), { to: 'png' }).bytes)).toEqual(picture);
    expect(withoutCards(write(jsonOf(v1), { to: 'png', picture }).bytes)).toEqual(picture);
    const twice = withAssetsOf({ ...icon, uri: 'embeded://p' }, { ...smile, uri: 'embeded://p' });
    const { bytes } = write(charxWith(twice, { p: picture }), { to: 'png' });
    expect(readAssets(read(bytes), bytes).map((asset) => asset.bytes())).toEqual([picture, picture]);
  });
});
