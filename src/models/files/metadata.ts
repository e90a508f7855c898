import { Bytes, Malformed } from './bytes.ts';

/** A value of a model file's metadata; of lists, only those of a few numbers are kept. */
export type Value = number | boolean | string | readonly number[];

const mostHeader = 512 * 1024 * 1024;
const mostFields = 100_000;
const mostItems = 20_000_000;
const longestKey = 65_535;
const longestText = 1 << 20;
const longestList = 1024;

type Read = (bytes: Bytes) => number | boolean;
const scalars: Readonly<Record<number, readonly [size: number, read: Read]>> = {
  0: [1, (bytes) => bytes.take(1).readUInt8()],
  1: [1, (bytes) => bytes.take(1).readInt8()],
  2: [2, (bytes) => bytes.take(2).readUInt16LE()],
  3: [2, (bytes) => bytes.take(2).readInt16LE()],
  4: [4, (bytes) => bytes.uint32()],
  5: [4, (bytes) => bytes.take(4).readInt32LE()],
  6: [4, (bytes) => bytes.take(4).readFloatLE()],
  7: [1, (bytes) => bytes.take(1).readUInt8() !== 0],
  10: [8, (bytes) => bytes.uint64()],
  11: [8, (bytes) => Number(bytes.take(8).readBigInt64LE())],
  12: [8, (bytes) => bytes.take(8).readDoubleLE()],
};
const textType = 8;
const listType = 9;

const textIn = (bytes: Bytes, longest: number): string | undefined => {
  const length = bytes.uint64();
  if (length > longest) {
    bytes.skip(length);
    return undefined;
  }
  return bytes.take(length).toString('utf8');
};

const listIn = (bytes: Bytes): readonly number[] | undefined => {
  const type = bytes.uint32();
  const count = bytes.uint64();
  if (count > mostItems) throw new Malformed('a list in it is too long');
  if (type === textType) {
    for (let at = 0; at < count; at++) bytes.skip(bytes.uint64());
    return undefined;
  }
  const scalar = scalars[type];
  if (!scalar) throw new Malformed('a list in it is of an unknown kind');
  const [size, read] = scalar;
  if (count <= longestList) return Array.from({ length: count }, () => Number(read(bytes)));
  bytes.skip(size * count);
  return undefined;
};

const valueIn = (bytes: Bytes): Value | undefined => {
  const type = bytes.uint32();
  if (type === textType) return textIn(bytes, longestText);
  if (type === listType) return listIn(bytes);
  const scalar = scalars[type];
  if (!scalar) throw new Malformed('a field in it is of an unknown kind');
  return scalar[1](bytes);
};

const fieldsIn = (bytes: Bytes): Map<string, Value> => {
  if (bytes.take(4).toString('latin1') !== 'GGUF') throw new Malformed('it is no GGUF file');
  const version = bytes.uint32();
  if (version < 2 || version > 3) throw new Malformed(`its version of GGUF is ${version}, not 2 or 3`);
  bytes.skip(8);
  const count = bytes.uint64();
  if (count > mostFields) throw new Malformed('it has too many fields');
  const fields = new Map<string, Value>();
  for (let at = 0; at < count; at++) {
    const key = textIn(bytes, longestKey);
    if (key === undefined) throw new Malformed('a name in it is too long');
    const value = valueIn(bytes);
    if (value !== undefined) fields.set(key, value);
  }
  return fields;
};

/**
 * The metadata of a GGUF file, which nobody has checked: vocabularies are stepped over, and nothing is read past the bounds.
 * Throws Malformed, or what Node says of a file that cannot be read.
 */
export function metadataOf(file: string): { fields: ReadonlyMap<string, Value>; bytes: number } {
  const bytes = new Bytes(file, mostHeader);
  try {
    return { fields: fieldsIn(bytes), bytes: bytes.size };
  } finally {
    bytes.close();
  }
}
