import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { inflatePieces } from '../../src/cards/formats/inflate-raw.ts';
import { readCard } from '../../src/cards/read/read.ts';
import { charxWith, entryOf, jpeg, lying } from './containers.ts';
import { bytesOf, inflate, joined, refusal, v1, v2, v3 } from './fixtures.ts';

const read = (bytes: Uint8Array) => readCard(bytes, { inflate });
const image = new Uint8Array([1, 2, 3, 4]);
const charx = charxWith(v3, { 'assets/icon/images/main.png': image });

describe('CHARX', () => {
  it('V3-CHARX-1: card.json at the root of a zip is the card', () => {
    expect(read(charx)).toMatchObject({ kind: 'charx', spec: 'v3', raw: v3, warnings: [] });
    expect(read(zipSync({ 'card.json': strToU8(JSON.stringify(v3)) }, { level: 0 })).raw).toEqual(v3);
    expect(read(charxWith(v2)).spec).toBe('v2');
    expect(read(charxWith(v1)).spec).toBe('v1');
  });

  it('V3-CHARX-4: no directory and no other member needs to be there', () => {
    expect(read(charxWith(v3)).raw).toEqual(v3);
    expect(read(charxWith(v3, { 'Assets/': new Uint8Array(), 'x.bin': image })).warnings).toEqual([]);
  });

  it('V3-CHARX-1: a zip behind a JPEG is found from its end, whatever its offsets count from', () => {
    expect(read(joined(jpeg, charx))).toMatchObject({ kind: 'charx', raw: v3, warnings: [] });
    expect(read(joined(jpeg, charx, bytesOf('trailing'))).raw).toEqual(v3);
  });

  it('V3-CHARX-1: signature bytes inside a member are data', () => {
    const traps = joined(bytesOf('PK\u0001\u0002 PK\u0003\u0004'), charxWith(v1));
    const zip = zipSync(
      { 'a.bin': traps, 'card.json': strToU8(JSON.stringify(v3)), 'z.bin': traps },
      { level: 0 },
    );
    expect(read(zip).raw).toEqual(v3);
  });

  it('V3-CHARX-1: a zip whose lengths stand in 8 bytes is read', () => {
    const at = entryOf(charx, 'card.json');
    const view = new DataView(charx.buffer, charx.byteOffset);
    const wide = new Uint8Array(12);
    const wideView = new DataView(wide.buffer);
    wideView.setUint16(0, 1, true);
    wideView.setUint16(2, 8, true);
    wideView.setUint32(4, view.getUint32(at + 42, true), true);
    const entryEnd = at + 46 + 'card.json'.length;
    const widened = joined(charx.subarray(0, entryEnd), wide, charx.subarray(entryEnd));
    const shown = new DataView(widened.buffer);
    shown.setUint32(at + 42, 0xffffffff, true);
    shown.setUint16(at + 30, 12, true);
    const end = widened.length - 22;
    shown.setUint32(end + 12, shown.getUint32(end + 12, true) + 12, true);
    expect(read(widened).raw).toEqual(v3);
  });

  it('V3-CHARX-7: members that lead out of the zip are kept, with a warning, and never a path', () => {
    const { raw, warnings } = read(charxWith(v3, { '../../etc/x': image, 'C:\\y': image }));
    expect(raw).toEqual(v3);
    expect(warnings).toEqual([expect.stringContaining('lead out')]);
  });

  it('V3-CHARX-7: of two card.json the last counts, as other programs unpack it, with a warning', () => {
    const twice = charxWith(v3, { 'cord.json': strToU8(JSON.stringify(v2)) });
    const renamed = twice.slice();
    for (let at = 0; at < twice.length - 9; at++) {
      if (Buffer.from(twice.subarray(at, at + 9)).toString() === 'cord.json')
        renamed[at + 1] = 'a'.charCodeAt(0);
    }
    expect(read(renamed)).toMatchObject({ spec: 'v3', warnings: [expect.stringContaining('more than one')] });
  });
});

describe('a CHARX that cannot be read', () => {
  it('V3-CHARX-7: without card.json, cut short, encrypted, or packed in an unknown way', () => {
    expect(refusal(zipSync({ 'Card.json': strToU8('{}') }))).toMatchObject({ code: 'not_a_card' });
    expect(refusal(zipSync({})).code).toBe('not_a_card');
    expect(refusal(charx.subarray(0, charx.length - 9)).code).toBe('not_a_card');
    expect(refusal(lying(charx, 'card.json', { 8: 1 })).code).toBe('encrypted_zip');
    expect(refusal(lying(charx, 'card.json', { 10: 99 })).code).toBe('broken_zip');
    expect(refusal(lying(charx, 'card.json', { 42: 7 })).code).toBe('broken_zip');
  });

  it('V3-CHARX-7: a declared size is checked before anything is unpacked', () => {
    const size = (bytes: number) => refusal(lying(charx, 'card.json', { 24: bytes }));
    expect(size(0x7fffffff)).toMatchObject({ code: 'too_large', message: expect.stringContaining('16 MiB') });
    expect(size(15 * 1024 * 1024)).toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('200'),
    });
    expect(size(10).code).toBe('broken_zip');
    expect(size(5000).code).toBe('broken_zip');
    expect(refusal(lying(charx, 'card.json', { 20: 0x7fffffff })).code).toBe('broken_zip');
  });

  it('V3-CHARX-7: a bomb that claims to be small is unpacked no further than it claims', () => {
    const bomb = zipSync({ 'card.json': new Uint8Array(64 * 1024 * 1024) });
    expect(refusal(bomb).code).toBe('too_large');
    expect(refusal(lying(bomb, 'card.json', { 24: 1000 })).code).toBe('broken_zip');
    const at = 30 + 'card.json'.length;
    let unpacked = 0;
    expect(() => {
      for (const piece of inflatePieces(bomb.subarray(at), 1000)) unpacked += piece.length;
    }).toThrow(RangeError);
    expect(unpacked).toBeLessThan(9 * 1024 * 1024);
  });

  it('V3-CHARX-7: more members than the limit are refused by their number', () => {
    const many = zipSync(
      Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`${index}`, image])),
    );
    expect(refusal(many)).toMatchObject({ code: 'too_large', message: expect.stringContaining('10000') });
  });

  it('V3-CHARX-7: a wrong checksum is a warning', () => {
    expect(read(lying(charx, 'card.json', { 16: 1 })).warnings).toEqual([
      expect.stringContaining('checksum'),
    ]);
  });
});
