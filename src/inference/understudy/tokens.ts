const mostBytes = 6;
const radix = 256;
const lengthUnit = radix ** mostBytes;
const word = / ?[\p{L}\p{M}]+|\d{1,3}| ?[^\s\p{L}\p{M}\d]+|\s+/gu;
const encoder = new TextEncoder();
const ascii = /^[\0-\x7f]*$/;

const bytesOf = (character: string): number => encoder.encode(character).length;

const cut = (text: string, pieces: string[]): void => {
  if (ascii.test(text)) {
    for (let at = 0; at < text.length; at += mostBytes) pieces.push(text.slice(at, at + mostBytes));
    return;
  }
  let piece = '';
  let size = 0;
  for (const character of text) {
    const bytes = bytesOf(character);
    if (size + bytes > mostBytes) {
      pieces.push(piece);
      piece = '';
      size = 0;
    }
    piece += character;
    size += bytes;
  }
  if (piece !== '') pieces.push(piece);
};

/** The text cut into word pieces of at most 6 UTF-8 bytes, about 4 letters each; joined they are the text. */
export const piecesOf = (text: string): string[] => {
  const pieces: string[] = [];
  for (const [match] of text.matchAll(word)) cut(match, pieces);
  return pieces;
};

/** The id of a piece: its UTF-8 bytes and their number, packed into one safe integer. No vocabulary is kept. */
const idOf = (piece: string): number => {
  const bytes = encoder.encode(piece);
  return bytes.reduce((id, byte) => id * radix + byte, 0) + bytes.length * lengthUnit;
};

/** The understudy's tokens of a text, by its own reversible tokenizer. */
export const encode = (text: string): number[] => piecesOf(text).map(idOf);
