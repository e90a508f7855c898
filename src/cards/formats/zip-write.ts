import { deflateSync } from 'fflate';
import { concatenate } from './inflate-raw.ts';
import { crc32, viewOf } from './png.ts';
import { brokenZip, type Zip, type ZipMember } from './zip.ts';
import { dataOf } from './zip-member.ts';

/** A member to be written; `packs` compresses it, which pays for text and not for pictures. */
export interface NewMember {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly packs?: boolean;
}

/** A zip without members. */
export const emptyZip: Zip = { bytes: new Uint8Array(), members: [], directoryStart: 0, end: 0 };

const firstDay = 0x21;
const utf8Names = 0x800;

/** The numbers that local header and directory entry share, from "version needed" on. */
const shared = ({ name, bytes, packs }: NewMember, packed: Uint8Array): Uint8Array => {
  const fields = new Uint8Array(26);
  const view = viewOf(fields);
  view.setUint16(0, 20, true);
  view.setUint16(2, utf8Names, true);
  view.setUint16(4, packs ? 8 : 0, true);
  view.setUint16(8, firstDay, true);
  view.setUint32(10, crc32(bytes), true);
  view.setUint32(14, packed.length, true);
  view.setUint32(18, bytes.length, true);
  view.setUint16(22, new TextEncoder().encode(name).length, true);
  return fields;
};

const mark = (value: number): Uint8Array => new Uint8Array([0x50, 0x4b, value & 0xff, value >> 8]);

const newRecord = (member: NewMember, start: number): { record: Uint8Array; entry: Uint8Array } => {
  const packed = member.packs ? deflateSync(member.bytes) : member.bytes;
  const fields = shared(member, packed);
  const name = new TextEncoder().encode(member.name);
  const rest = new Uint8Array(14);
  viewOf(rest).setUint32(10, start, true);
  return {
    record: concatenate([mark(0x0403), fields, name, packed]),
    entry: concatenate([mark(0x0201), new Uint8Array([20, 0]), fields, rest, name]),
  };
};

/** Where the record of a removed member stands. Throws `broken_zip` when another member shares a part of it. */
const recordOf = (zip: Zip, member: ZipMember): [number, number] => {
  const others = zip.members.filter((other) => other !== member && other.start >= member.start);
  const next = others.reduce((least, other) => Math.min(least, other.start), zip.directoryStart);
  if (dataOf(zip, member)[1] > next) throw brokenZip('its members overlap');
  return [member.start, next];
};

const movedEntry = (zip: Zip, member: ZipMember, start: number): Uint8Array => {
  const entry = zip.bytes.slice(member.entryStart, member.entryEnd);
  viewOf(entry).setUint32(member.offsetAt - member.entryStart, start, true);
  if (member.isWide) viewOf(entry).setUint32(member.offsetAt - member.entryStart + 4, 0, true);
  return entry;
};

const endRecord = (zip: Zip, count: number, size: number, start: number): Uint8Array => {
  const fresh = new Uint8Array(22);
  fresh.set(mark(0x0605));
  const end = zip.bytes.length > zip.end ? zip.bytes.slice(zip.end) : fresh;
  const view = viewOf(end);
  view.setUint16(8, count, true);
  view.setUint16(10, count, true);
  view.setUint32(12, size, true);
  view.setUint32(16, start, true);
  return end;
};

/**
 * The zip without some of its members and with others added behind the rest. What stands before, between and after
 * the members stays, byte for byte. Throws SottoError `broken_zip` when it cannot be taken apart.
 */
export const changeZip = (
  zip: Zip,
  removed: readonly ZipMember[],
  added: readonly NewMember[],
): Uint8Array => {
  const cuts = removed.map((member) => recordOf(zip, member)).sort(([one], [other]) => one - other);
  const parts: Uint8Array[] = [];
  let from = 0;
  for (const [start, end] of cuts) {
    parts.push(zip.bytes.subarray(from, start));
    from = end;
  }
  parts.push(zip.bytes.subarray(from, zip.directoryStart));
  const kept = zip.members.filter((member) => !removed.includes(member));
  const entries = kept.map((member) => {
    const gone = cuts.filter(([start]) => start < member.start);
    return movedEntry(
      zip,
      member,
      gone.reduce((at, [start, end]) => at - (end - start), member.start),
    );
  });
  let length = parts.reduce((sum, part) => sum + part.length, 0);
  for (const member of added) {
    const { record, entry } = newRecord(member, length);
    parts.push(record);
    entries.push(entry);
    length += record.length;
  }
  const size = entries.reduce((sum, entry) => sum + entry.length, 0);
  return concatenate([...parts, ...entries, endRecord(zip, entries.length, size, length)]);
};
