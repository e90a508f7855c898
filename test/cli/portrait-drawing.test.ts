import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readChunks } from '../../src/cards/formats/png.ts';
import { hasKittyGraphics } from '../../src/commands/portrait/kitty.ts';
import { drawPng } from '../../src/commands/portrait/portrait.ts';
import { base64Of, end, joined, pngWith, textChunk, v3 } from '../cards/fixtures.ts';
import { Emulator } from '../tui/emulator.ts';
import { pngOf, rgbPng } from './portrait-png.ts';

const red = [255, 0, 0] as const;
const green = [0, 255, 0] as const;
const blue = [0, 0, 255] as const;
const white = [255, 255, 255] as const;

const plain = { env: {}, columns: 80, rows: 24, colourDepth: 24 };
const kitty = { ...plain, env: { TERM: 'xterm-kitty' } };

/** The cells of the first rows of a terminal that this was written to: `character foreground/background`. */
const cells = async (text: string, rows: number, columns: number): Promise<string[][]> => {
  const { terminal } = new Emulator();
  await new Promise<void>((resolve) => terminal.write(text.replaceAll('\n', '\r\n'), resolve));
  const hex = (isSet: number | boolean, colour: number) =>
    isSet ? colour.toString(16).padStart(6, '0') : '-';
  return Array.from({ length: rows }, (_row, y) =>
    Array.from({ length: columns }, (_column, x) => {
      const cell = terminal.buffer.active.getLine(y)!.getCell(x)!;
      const [front, behind] = [
        hex(!cell.isFgDefault(), cell.getFgColor()),
        hex(!cell.isBgDefault(), cell.getBgColor()),
      ];
      return `${cell.getChars()} ${front}/${behind}`;
    }),
  );
};

/** What a kitty sequence asks for and carries, chunk by chunk. */
const chunksOf = (text: string) =>
  [...text.matchAll(/\x1b_G([^;]*);([^\x1b]*)\x1b\\/g)].map(([, keys = '', data = '']) => ({ keys, data }));
const sent = (text: string) =>
  new Uint8Array(
    Buffer.from(
      chunksOf(text)
        .map(({ data }) => data)
        .join(''),
      'base64',
    ),
  );

const lineOf = (width: number, height: number): Uint8Array =>
  pngOf({ width, height, colourType: 0, lines: new Uint8Array(height * (width + 1)) });
const sizeOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => [...line.matchAll(/[▀▄]/g)].length);

describe('HC-43 a portrait as half blocks', () => {
  it('two pixels a character, the upper in front and the lower behind', async () => {
    const text = drawPng(rgbPng([red, green], [blue, white], [white, red]), plain);
    expect(await cells(text, 3, 3)).toEqual([
      ['▀ ff0000/0000ff', '▀ 00ff00/ffffff', ' -/-'],
      ['▀ ffffff/-', '▀ ff0000/-', ' -/-'],
      [' -/-', ' -/-', ' -/-'],
    ]);
  });

  it('what is transparent shows the background of the terminal', async () => {
    const lines = new Uint8Array([0, 9, 0, 9, 255, 9, 0, 0, 9, 255, 9, 0, 9, 0]);
    const text = drawPng(pngOf({ width: 3, height: 2, colourType: 4, lines }), plain);
    expect(await cells(text, 1, 3)).toEqual([['▄ 090909/-', '▀ 090909/-', '  -/-']]);
  });

  it('a terminal of 256 colours gets the nearest ones of its cube; fewer, nothing', async () => {
    const text = drawPng(rgbPng([red], [[128, 128, 128]]), { ...plain, colourDepth: 8 });
    expect(text).toBe('\x1b[38;5;196;48;5;145m▀\x1b[0m\n');
    for (const colourDepth of [1, 4]) expect(drawPng(rgbPng([red]), { ...plain, colourDepth })).toBe('');
  });

  it('at most 40 × 20 characters, fewer in a small terminal, in proportion, never enlarged', () => {
    expect(sizeOf(drawPng(lineOf(400, 400), plain))).toEqual(Array(20).fill(40));
    expect(sizeOf(drawPng(lineOf(100, 400), plain))).toEqual(Array(20).fill(10));
    expect(sizeOf(drawPng(lineOf(400, 100), plain))).toEqual(Array(5).fill(40));
    expect(sizeOf(drawPng(lineOf(400, 400), { ...plain, columns: 30, rows: 11 }))).toEqual(
      Array(10).fill(20),
    );
    expect(sizeOf(drawPng(lineOf(3, 2), plain))).toEqual([3]);
    expect(sizeOf(drawPng(lineOf(10_000, 1), plain))).toEqual([40]);
    expect(sizeOf(drawPng(lineOf(2, 2), { ...plain, columns: 1, rows: 1 }))).toEqual([1]);
  });

  it('with NO_COLOR nothing is drawn, by kitty neither', () => {
    for (const { env } of [plain, kitty]) {
      expect(drawPng(rgbPng([red]), { ...plain, env: { ...env, NO_COLOR: '1' } })).toBe('');
    }
  });
});

describe('HC-43 a portrait by the graphics protocol of kitty', () => {
  it.each([
    [{ TERM: 'xterm-kitty' }, true],
    [{ TERM: 'xterm-ghostty', TERM_PROGRAM: 'ghostty' }, true],
    [{ TERM: 'xterm-256color', TERM_PROGRAM: 'WezTerm' }, true],
    [{ TERM: 'xterm-256color', KITTY_WINDOW_ID: '1' }, true],
    [{ TERM: 'xterm-256color' }, false],
    [{ TERM: 'xterm-256color', TERM_PROGRAM: 'vscode', KITTY_WINDOW_ID: '1' }, false],
    [{ TERM: 'tmux-256color', KITTY_WINDOW_ID: '1' }, false],
    [{ TERM: 'xterm-kitty', TMUX: '/tmp/tmux' }, false],
    [{ TERM: 'screen', STY: '1', KITTY_WINDOW_ID: '1' }, false],
    [{}, false],
  ])('%j: %s', (env, expected) => {
    expect(hasKittyGraphics(env)).toBe(expected);
  });

  it('the PNG goes in chunks of 4096, over cells that are counted, and no answer is asked for', () => {
    const noise = createHash('shake256', { outputLength: 100 * 301 }).digest();
    const lines = noise.map((value, at) => (at % 301 === 0 ? 0 : value));
    const png = pngOf({ width: 100, height: 100, colourType: 2, lines });
    const text = drawPng(png, kitty);
    const chunks = chunksOf(text);
    expect(chunks.length).toBeGreaterThan(2);
    expect(chunks[0]?.keys).toBe('a=T,f=100,c=40,r=20,C=1,q=2,m=1');
    expect(chunks.slice(1).map(({ keys }) => keys)).toEqual([
      ...Array(chunks.length - 2).fill('q=2,m=1'),
      'q=2,m=0',
    ]);
    expect(chunks.slice(0, -1).every(({ data }) => data.length === 4096)).toBe(true);
    expect(sent(text)).toEqual(png);
    expect(chunksOf(drawPng(rgbPng([red]), kitty)).map(({ keys }) => keys)).toEqual([
      'a=T,f=100,c=1,r=1,C=1,q=2,m=0',
    ]);
  });

  it('room is made for it, also at the bottom of the screen, and the text goes on below', async () => {
    const { terminal } = new Emulator();
    const png = lineOf(40, 40);
    const text = `${'above\n'.repeat(30)}${drawPng(png, kitty)}below`;
    await new Promise<void>((resolve) => terminal.write(text.replaceAll('\n', '\r\n'), resolve));
    const { active } = terminal.buffer;
    const row = (y: number) => active.getLine(y)?.translateToString(true);
    expect([row(29), row(30), row(49), row(50)]).toEqual(['above', '', '', 'below']);
  });

  it('hostile sizes are not sent either', () => {
    const png = pngOf({ width: 2 ** 31, height: 2 ** 31, colourType: 0, lines: new Uint8Array([0, 0]) });
    expect(() => drawPng(png, kitty)).toThrow('The portrait cannot be shown');
  });
});

describe('what a card says', () => {
  it('is in no sequence: for all texts, only the pixels are sent', () => {
    const bare = pngWith();
    fc.assert(
      fc.property(fc.string(), fc.string({ unit: 'binary' }), (name, note) => {
        const card = textChunk('ccv3', base64Of({ ...v3, data: { ...v3.data, name, creator_notes: note } }));
        const behind = textChunk('Comment', '\x1b[2J');
        const whole = joined(pngWith(card).subarray(0, -end.length), behind, end);
        expect(drawPng(whole, plain)).toBe(drawPng(bare, plain));
        expect(drawPng(whole, kitty)).toBe(drawPng(bare, kitty));
      }),
    );
    expect(readChunks(sent(drawPng(bare, kitty))).map(({ type }) => type)).toEqual(['IHDR', 'IDAT', 'IEND']);
  });
});
