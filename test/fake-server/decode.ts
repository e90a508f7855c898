const mostBytes = 6;
const radix = 256;
const lengthUnit = radix ** mostBytes;

/** The text of tokens as the understudy encodes it. Numbers that are no token say nothing. */
export const decode = (tokens: readonly number[]): string => {
  const bytes: number[] = [];
  for (const token of tokens) {
    const length = Math.floor(token / lengthUnit);
    if (!Number.isSafeInteger(token) || length < 1 || length > mostBytes) continue;
    for (let at = length - 1; at >= 0; at--) bytes.push(Math.floor(token / radix ** at) % radix);
  }
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(bytes));
};
