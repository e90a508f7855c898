/** The most that a byte of a packed vector says of a dimension, to either side. */
const most = 127;

/** A vector in a byte for each dimension, by its largest. */
export function packedVector(vector: Float32Array): Buffer {
  const largest = vector.reduce((found, part) => Math.max(found, Math.abs(part)), 0);
  const scale = largest === 0 ? 0 : most / largest;
  return Buffer.from(Int8Array.from(vector, (part) => Math.round(part * scale)).buffer);
}

/** The dimensions of a packed vector. */
export const unpackedVector = (packed: Buffer): Int8Array =>
  new Int8Array(packed.buffer, packed.byteOffset, packed.length);

/** On which side of zero each dimension is: a bit for each. */
export function signsOf(vector: ArrayLike<number>): Buffer {
  const bits = Buffer.alloc(Math.ceil(vector.length / 8));
  for (let at = 0; at < vector.length; at += 1)
    if ((vector[at] ?? 0) > 0) bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7));
  return bits;
}

/** How alike two vectors are: the cosine of the angle between them. */
export function likeness(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [both, ofA, ofB] = [0, 0, 0];
  for (let at = 0; at < a.length; at += 1) {
    const [left, right] = [a[at] ?? 0, b[at] ?? 0];
    both += left * right;
    ofA += left * left;
    ofB += right * right;
  }
  return ofA === 0 || ofB === 0 ? 0 : both / Math.sqrt(ofA * ofB);
}
