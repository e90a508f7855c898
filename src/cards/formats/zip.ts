import { SottoError } from '../../domain/errors.ts';
import { limits, tooLarge } from '../limits.ts';
import { viewOf } from './png.ts';

/** One member of a zip as its directory tells, with where things stand in the file. */
export interface ZipMember {
  readonly name: string;
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  /** Of the local header. */
  readonly start: number;
  /** Of the entry in the directory: [entryStart, entryEnd); `offsetAt` is where it says `start`, `isWide` in 8 bytes. */
  readonly entryStart: number;
  readonly entryEnd: number;
  readonly offsetAt: number;
  readonly isWide: boolean;
}

/** A zip, perhaps behind other bytes. Names are as they came: `../x` is a name like any other. */
export interface Zip {
  readonly bytes: Uint8Array;
  readonly members: readonly ZipMember[];
  readonly directoryStart: number;
  /** Where the record that ends the zip begins. */
  readonly end: number;
}

/** The member of a CHARX that holds the card. */
export const cardMember = 'card.json';

/** True when the bytes begin as a zip does, an empty one included. */
export const beginsAsZip = (bytes: Uint8Array): boolean =>
  /^PK(\x03\x04|\x05\x06)/.test(String.fromCharCode(...bytes.subarray(0, 4)));

/** True for the name of a member that, unpacked to a file, could land outside its folder. */
export const escapesFolder = (name: string): boolean =>
  /^([/\\]|[a-z]:)/i.test(name) || name.split(/[/\\]/).includes('..');

const endLength = 22;
const entryLength = 46;
const wideEndLength = 56;
const locatorLength = 20;
const inWide = 0xffffffff;

/** The refusal of a zip that cannot be read. */
export const brokenZip = (why: string): SottoError =>
  new SottoError(
    'usage',
    'broken_zip',
    `This zip is broken: ${why}; get the file again from where it came from`,
  );

const isMark = (view: DataView, at: number, mark: number): boolean =>
  at >= 0 && at + 4 <= view.byteLength && view.getUint32(at, true) === mark;

const wide = (view: DataView, at: number): number =>
  view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32;

interface Directory {
  readonly start: number;
  /** End of the directory. */
  readonly stop: number;
  readonly end: number;
  /** How many bytes stand before what the zip counts from. */
  readonly shift: number;
}

/** The directory that an end record at this place tells of; null when none stands there. */
const directoryFrom = (view: DataView, end: number): Directory | null => {
  const comment = view.getUint16(end + 20, true);
  if (end + endLength + comment > view.byteLength) return null;
  const wideEnd = end - locatorLength - wideEndLength;
  const isWide = isMark(view, end - locatorLength, 0x07064b50) && isMark(view, wideEnd, 0x06064b50);
  const stop = isWide ? wideEnd : end;
  const size = isWide ? wide(view, wideEnd + 40) : view.getUint32(end + 12, true);
  const offset = isWide ? wide(view, wideEnd + 48) : view.getUint32(end + 16, true);
  const start = stop - size;
  const shift = start - offset;
  if (start < 0 || shift < 0 || (size > 0 && !isMark(view, start, 0x02014b50))) return null;
  return { start, stop, end, shift };
};

const findDirectory = (view: DataView): Directory | null => {
  const last = view.byteLength - endLength;
  for (let at = last; at >= Math.max(0, last - 0xffff); at--) {
    const directory = isMark(view, at, 0x06054b50) ? directoryFrom(view, at) : null;
    if (directory) return directory;
  }
  return null;
};

/** Where the 8-byte values of an entry stand, in their order. */
const wideField = (view: DataView, from: number, to: number): number[] => {
  for (let at = from; at + 4 <= to; at += 4 + view.getUint16(at + 2, true)) {
    const length = view.getUint16(at + 2, true);
    if (view.getUint16(at, true) === 1 && at + 4 + length <= to) {
      return Array.from({ length: Math.floor(length / 8) }, (_, index) => at + 4 + index * 8);
    }
  }
  return [];
};

const memberAt = (bytes: Uint8Array, view: DataView, at: number, { stop, shift }: Directory): ZipMember => {
  if (at + entryLength > stop || !isMark(view, at, 0x02014b50)) throw brokenZip('its directory is damaged');
  const short = (offset: number) => view.getUint16(at + offset, true);
  const nameEnd = at + entryLength + short(28);
  const extraEnd = nameEnd + short(30);
  const entryEnd = extraEnd + short(32);
  if (entryEnd > stop) throw brokenZip('its directory is damaged');
  const wides = wideField(view, nameEnd, extraEnd);
  const placed = (offset: number): { at: number; isWide: boolean } => {
    if (view.getUint32(at + offset, true) !== inWide) return { at: at + offset, isWide: false };
    const found = wides.shift();
    if (found === undefined) throw brokenZip('a length in its directory is missing');
    return { at: found, isWide: true };
  };
  const valueAt = (field: { at: number; isWide: boolean }): number =>
    field.isWide ? wide(view, field.at) : view.getUint32(field.at, true);
  const size = valueAt(placed(24));
  const packed = valueAt(placed(20));
  const offset = placed(42);
  return {
    name: new TextDecoder().decode(bytes.subarray(at + entryLength, nameEnd)),
    method: short(10),
    isEncrypted: (short(8) & 1) === 1,
    crc: view.getUint32(at + 16, true),
    packed,
    size,
    start: valueAt(offset) + shift,
    entryStart: at,
    entryEnd,
    offsetAt: offset.at,
    isWide: offset.isWide,
  };
};

/** The zip that ends these bytes, null when none does; no member is unpacked. Throws `broken_zip` or `too_large`. */
export const readZip = (bytes: Uint8Array): Zip | null => {
  if (bytes.length < endLength) return null;
  const view = viewOf(bytes);
  const directory = findDirectory(view);
  if (!directory) return null;
  const excess = tooLarge('The number of members in the zip', `${limits.members} members`);
  const members: ZipMember[] = [];
  for (let at = directory.start; at < directory.stop; at = members.at(-1)?.entryEnd ?? directory.stop) {
    if (members.length >= limits.members) throw excess;
    members.push(memberAt(bytes, view, at, directory));
  }
  return { bytes, members, directoryStart: directory.start, end: directory.end };
};
