const chunkLength = 4096;

/** A command of kitty's graphics protocol with its data, in as many pieces as that takes; no answer is asked for. */
const command = (keys: string, data: Uint8Array): string => {
  const base64 = Buffer.from(data).toString('base64');
  let text = '';
  for (let at = 0; at < base64.length; at += chunkLength) {
    const more = at + chunkLength < base64.length ? 1 : 0;
    text += `\x1b_G${at === 0 ? `${keys},` : ''}q=2,m=${more};${base64.slice(at, at + chunkLength)}\x1b\\`;
  }
  return text;
};

/** Whether the terminal of this environment draws pictures by kitty's graphics protocol, as far as it says. */
export const hasKittyGraphics = (env: Readonly<Record<string, string | undefined>>): boolean => {
  const { TERM = '', TERM_PROGRAM = '' } = env;
  if (env.TMUX || env.STY || /^(screen|tmux)/.test(TERM)) return false;
  if (TERM === 'xterm-kitty' || TERM_PROGRAM === 'ghostty' || TERM_PROGRAM === 'WezTerm') return true;
  return TERM_PROGRAM === '' && Boolean(env.KITTY_WINDOW_ID);
};

/**
 * Sequences that draw a PNG over this many cells, leave the cursor at the start of the line below it, and ask the
 * terminal for no answer. Room is made first: the screen would scroll away under the picture.
 */
export const kittyPicture = (png: Uint8Array, cells: { columns: number; rows: number }): string => {
  const { columns, rows } = cells;
  const room = `${'\n'.repeat(rows)}\x1b[${rows}A`;
  return `${room}${command(`a=T,f=100,c=${columns},r=${rows},C=1`, png)}\x1b[${rows}B\r`;
};

/** Whether the terminal also draws pictures where letters of their own stand (kitty and ghostty do, WezTerm does not). */
export const hasKittyLetters = (env: Readonly<Record<string, string | undefined>>): boolean =>
  hasKittyGraphics(env) && env.TERM_PROGRAM !== 'WezTerm';

interface Bitmap {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and opacity of each pixel. */
  readonly bytes: Uint8Array;
}

interface Cells {
  readonly columns: number;
  readonly rows: number;
}

/** Sequences that give the terminal a picture for letters of its own, over so many cells, under a number of at most 24 bits. */
export const kittyLettersOf = (
  id: number,
  { width, height, bytes }: Bitmap,
  { columns, rows }: Cells,
): string => command(`a=T,U=1,i=${id},f=32,s=${width},v=${height},c=${columns},r=${rows}`, bytes);

const letter = '\u{10eeee}';
/** The marks that number rows and columns, as kitty lists them. */
const numbers = [0x305, 0x30d, 0x30e, 0x310, 0x312, 0x33d, 0x33e, 0x33f].map((code) =>
  String.fromCodePoint(code),
);

/** The letters of one row of a picture: its number, the row of the picture, how many columns, and where they stand in a text. */
export interface LetterRun {
  readonly id: number;
  readonly part: number;
  readonly columns: number;
  readonly at: number;
  readonly end: number;
}

const run = /\x1b\[38;2;(\d+);(\d+);(\d+)m((?:\u{10eeee}\p{M}*)+)\x1b\[0m/gu;

/** The letters of pictures in a row. */
export const letterRunsIn = (row: string): LetterRun[] =>
  [...row.matchAll(run)].map(({ 0: all, 1: red, 2: green, 3: blue, 4: letters = '', index: at }) => ({
    id: (Number(red) << 16) | (Number(green) << 8) | Number(blue),
    part: numbers.indexOf(letters.charAt(letter.length)),
    columns: letters.split(letter).length - 1,
    ...{ at, end: at + all.length },
  }));

/** Whether a row may have letters of a picture. */
export const hasLetters = (row: string): boolean => row.includes(letter);

/** Most rows of a picture of letters. */
export const mostLetterRows = numbers.length;

/** The rows of letters in whose place the terminal draws a picture: it knows which by their colour, its first cell by two marks. */
export const kittyLetters = (id: number, { columns, rows }: Cells): string[] => {
  const colour = [16, 8, 0].map((shift) => (id >> shift) & 0xff).join(';');
  return numbers
    .slice(0, rows)
    .map(
      (row) =>
        `\x1b[38;2;${colour}m${letter}${row}${numbers[0]}${letter.repeat(Math.max(0, columns - 1))}\x1b[0m`,
    );
};
