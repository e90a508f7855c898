/** A value of a GGUF file's metadata, with its type. */
export type Field =
  | { readonly type: 'uint32' | 'float32' | 'bool'; readonly value: number }
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'strings'; readonly value: readonly string[] }
  | { readonly type: 'int32s'; readonly value: readonly number[] };

/** A tensor of 32-bit floats; the first dimension is the one whose values lie side by side. */
export interface Tensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

const alignment = 32;
const codes = { uint32: 4, int32: 5, float32: 6, bool: 7, string: 8, array: 9 };

/** The bytes of a GGUF file, version 3. */
export const ggufFile = (fields: Readonly<Record<string, Field>>, tensors: readonly Tensor[]): Buffer => {
  const head = [Buffer.from('GGUF'), uint32(3), uint64(tensors.length), uint64(Object.keys(fields).length)];
  for (const [key, field] of Object.entries(fields)) head.push(text(key), written(field));
  let offset = 0;
  for (const { name, shape, data } of tensors) {
    head.push(text(name), uint32(shape.length), ...shape.map(uint64), uint32(0), uint64(offset));
    offset += padded(data.byteLength);
  }
  return Buffer.concat([fill(Buffer.concat(head)), ...tensors.map(({ data }) => fill(bytesOf(data)))]);
};

const written = (field: Field): Buffer => {
  if (field.type === 'string') return Buffer.concat([uint32(codes.string), text(field.value)]);
  if (field.type === 'strings') return arrayOf('string', field.value.map(text));
  if (field.type === 'int32s') return arrayOf('int32', field.value.map(uint32));
  return Buffer.concat([uint32(codes[field.type]), scalar(field.type, field.value)]);
};

const scalar = (type: 'uint32' | 'float32' | 'bool', value: number): Buffer => {
  if (type === 'uint32') return uint32(value);
  return type === 'bool' ? Buffer.of(value) : bytesOf(Float32Array.of(value));
};

const arrayOf = (type: 'string' | 'int32', items: readonly Buffer[]): Buffer =>
  Buffer.concat([uint32(codes.array), uint32(codes[type]), uint64(items.length), ...items]);

const text = (value: string): Buffer => {
  const bytes = Buffer.from(value);
  return Buffer.concat([uint64(bytes.length), bytes]);
};

const uint32 = (value: number): Buffer => bytesOf(Uint32Array.of(value));
const uint64 = (value: number): Buffer => bytesOf(BigUint64Array.of(BigInt(value)));
const bytesOf = ({ buffer, byteOffset, byteLength }: NodeJS.TypedArray): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

const padded = (size: number): number => Math.ceil(size / alignment) * alignment;
const fill = (bytes: Buffer): Buffer =>
  Buffer.concat([bytes, Buffer.alloc(padded(bytes.length) - bytes.length)]);
