import { isPlain, mostFound, piecesOf, wordsOf } from '../../domain/search.ts';

/** Bytes of a piece of text that is marked in memory which is used again, and of what a mark may add to one of them. */
const usual = 8192;
const mostOfMark = 24;
/** Where a word begins: to match it whole takes as much of the stack as it is long, and a word may have megabytes. */
const beginnings = /(?<![0-9A-Za-z\x80-\uffff])(?=[0-9A-Za-z\x80-\uffff])/g;

interface Room {
  readonly text: Buffer;
  readonly marked: Buffer;
  /** By byte: 1 for one of a word. */
  readonly isOfWord: Uint8Array;
}

let room: Room | null = null;

const roomFor = (): Room => ({
  text: Buffer.alloc(usual),
  marked: Buffer.alloc(usual * mostOfMark),
  isOfWord: Uint8Array.from({ length: 256 }, (_, byte) =>
    Number(/[0-9A-Za-z]/.test(String.fromCharCode(byte))),
  ),
});

/** As `replace` does it, several times sooner, a piece after the other: every message that is written goes through here. */
function markedPlain(mark: string, plain: string): string {
  room ??= roomFor();
  const { text, marked, isOfWord } = room;
  const end = Math.min(plain.length, mostFound);
  let [all, before] = ['', 0];
  for (let from = 0; from < end; from += usual) {
    const length = text.write(plain.slice(from, Math.min(end, from + usual)), 0, 'latin1');
    let to = 0;
    for (let at = 0; at < length; at += 1) {
      const byte = text[at] ?? 0;
      const isIn = isOfWord[byte] ?? 0;
      if (isIn > before) for (let n = 0; n < mark.length; n += 1) marked[to++] = mark.charCodeAt(n);
      marked[to++] = byte;
      before = isIn;
    }
    all += marked.toString('latin1', 0, to);
  }
  return all;
}

/** The words of a text as the index keeps them for one audience, by its number: `12xkey` for a key. */
export function markedWords(audience: number, text: string): string {
  const mark = `${audience}x`;
  if (mark.length < mostOfMark && isPlain(text)) return markedPlain(mark, text);
  const marked = piecesOf(text).flatMap((piece) =>
    isPlain(piece) ? piece.replace(beginnings, mark) : wordsOf(piece).map((word) => mark + word),
  );
  return marked.filter((words) => words !== '').join(' ');
}
