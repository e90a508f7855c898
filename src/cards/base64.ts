const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const digits = Uint8Array.from(alphabet, (letter) => letter.charCodeAt(0));
const foreign = 255;
const skipped = 254;
const padding = '='.charCodeAt(0);

const values = new Uint8Array(256).fill(foreign);
for (const [value, digit] of digits.entries()) values[digit] = value;
values['-'.charCodeAt(0)] = 62;
values['_'.charCodeAt(0)] = 63;
for (const blank of '\0\t\n\f\r ') values[blank.charCodeAt(0)] = skipped;

/** The bytes that base64 text stands for; tolerates blanks, NUL, missing padding, URL digits. null = not base64. */
export const decodeBase64 = (text: Uint8Array): Uint8Array | null => {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let length = 0;
  let bits = 0;
  let held = 0;
  for (const byte of text) {
    if (byte === padding) break;
    const value = values[byte] ?? foreign;
    if (value === foreign) return null;
    if (value === skipped) continue;
    held = ((held << 6) | value) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[length] = (held >> bits) & 0xff;
      length += 1;
    }
  }
  return bits === 6 ? null : bytes.subarray(0, length);
};

/** Padded base64 of bytes, as ASCII bytes. */
export const encodeBase64 = (bytes: Uint8Array): Uint8Array => {
  const text = new Uint8Array(Math.ceil(bytes.length / 3) * 4).fill(padding);
  for (let from = 0, to = 0; from < bytes.length; from += 3, to += 4) {
    const group = ((bytes[from] ?? 0) << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0);
    const count = Math.min(4, bytes.length - from + 1);
    for (let digit = 0; digit < count; digit++)
      text[to + digit] = digits[(group >> (18 - 6 * digit)) & 63] ?? 0;
  }
  return text;
};
