const paeth = (left: number, up: number, corner: number): number => {
  const guess = left + up - corner;
  const byLeft = Math.abs(guess - left);
  const byUp = Math.abs(guess - up);
  const byCorner = Math.abs(guess - corner);
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
};

const paethFilter = 4;

/** What one of PNG's filters, by its number, takes for the value of a byte. */
const predicted = (filter: number, left: number, up: number, corner: number): number => {
  if (filter === 1) return left;
  if (filter === 2) return up;
  return filter === 3 ? (left + up) >> 1 : paeth(left, up, corner);
};

/**
 * Undoes PNG's filters in place: `lines` are rows of one filter byte and `rowBytes` bytes, `pixelBytes` of them a
 * pixel. The filter bytes stay. False when a row names a filter that PNG does not have; rows before it are undone.
 */
export const unfilter = (lines: Uint8Array, rowBytes: number, pixelBytes: number): boolean => {
  const stride = rowBytes + 1;
  for (let start = 0; start < lines.length; start += stride) {
    const filter = lines[start] ?? 0;
    if (filter > paethFilter) return false;
    if (filter === 0) continue;
    for (let at = start + 1; at < start + stride; at++) {
      const hasLeft = at - start > pixelBytes;
      const left = hasLeft ? (lines[at - pixelBytes] ?? 0) : 0;
      const up = start > 0 ? (lines[at - stride] ?? 0) : 0;
      const corner = hasLeft && start > 0 ? (lines[at - stride - pixelBytes] ?? 0) : 0;
      lines[at] = (lines[at] ?? 0) + predicted(filter, left, up, corner);
    }
  }
  return true;
};
