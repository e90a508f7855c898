import xterm from '@xterm/headless';
import fc from 'fast-check';
import { decode } from 'sixel';
import { expect, test } from 'vitest';
import { sixelsOf } from '../../../src/tui/pictures/sixel.ts';
import { Sixels } from '../../../src/tui/pictures/sixels.ts';
import { composed, type Frame, type Piece } from '../../../src/tui/terminal/frame.ts';
import { dimmed } from '../../../src/tui/themes/theme.ts';
import { runs } from '../../cases.ts';
import { rgbPng } from '../../cli/portrait-png.ts';

const columns = 40;
const height = 10;
const cell = { width: 10, height: 20 };
const size = { columns: 4, rows: 2 };

const red = (red: number): Uint8Array =>
  rgbPng(...Array.from({ length: 80 }, () => Array.from({ length: 80 }, () => [red, 0, 0] as const)));
const faces = [red(200), red(100)];

/** What a terminal does with a picture, told in letters: it stands in its cells until something is written there. */
const asLetters = (_: Uint8Array, width: number, height: number): string => {
  const across = Math.ceil(width / cell.width);
  const rows = Array.from({ length: Math.ceil(height / cell.height) }, () => '▓'.repeat(across));
  return rows.join(`\x1b[${across}D\x1b[1B`);
};

/** What stands on the screen: the page, perhaps a pane with faces beside it, a face in the margin, something over all of it. */
interface Sight {
  readonly page: readonly string[];
  readonly pane: readonly (number | string)[] | null;
  readonly margin: number | null;
  readonly over: string | null;
}

const words = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '日', 'é'), maxLength: 14 });
const sight: fc.Arbitrary<Sight> = fc.record({
  page: fc.array(words, { minLength: height, maxLength: height }),
  pane: fc.option(fc.array(fc.oneof(fc.nat(1), words), { minLength: 1, maxLength: 3 })),
  margin: fc.option(fc.nat(height)),
  over: fc.option(words),
});

const frameOf = (sixels: Sixels, { page, pane, margin, over }: Sight): Frame => {
  const face = (which: number) => sixels.pictures.rowsOf(faces[which] ?? new Uint8Array(), size);
  const beside = (pane ?? []).flatMap((one) => (typeof one === 'number' ? [...face(one), ''] : [one]));
  const behind = (rows: readonly string[]) => (over === null ? rows : dimmed(rows, { dim: '2' }));
  const pieces: Piece[] = [
    ...(margin === null ? [] : [{ top: margin, left: 0, rows: behind(face(0)) }]),
    { top: 0, left: 6, rows: behind(page) },
    { top: 0, left: 26, rows: behind(beside.map((row) => `│ ${row}`)) },
    ...(over === null ? [] : [{ top: 2, left: 4, rows: [`\x1b[7m${over.padEnd(16)}\x1b[0m`, 'x'] }]),
  ];
  return { columns, rows: composed(height, pieces), region: { top: 0, height }, cursor: null };
};

const write = (terminal: xterm.Terminal, text: string): Promise<void> =>
  new Promise((resolve) => terminal.write(text, resolve));
const textOf = (terminal: xterm.Terminal): string[] =>
  Array.from({ length: height }, (_, row) =>
    (terminal.buffer.active.getLine(row)?.translateToString(true) ?? '').trimEnd(),
  );
const opened = () => new xterm.Terminal({ cols: columns, rows: height, allowProposedApi: true });

test('issue 29.4: for all sequences of frames each picture stands whole where it is, and nothing of it elsewhere', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(sight, { minLength: 2, maxLength: 6 }), async (sights) => {
      const sixels = new Sixels(cell, asLetters);
      const terminal = opened();
      await write(terminal, '\x1b[?7l');
      let before: Frame | null = null;
      for (const one of sights) {
        const frame = frameOf(sixels, one);
        await write(terminal, sixels.bytes(before, frame));
        const whole = opened();
        await write(whole, `\x1b[?7l${sixels.bytes(null, frame)}`);
        expect(textOf(terminal)).toEqual(textOf(whole));
        before = frame;
      }
    }),
    runs(150),
  );
});

test('issue 29.4: a word beside a picture draws no picture; one that scrolls past it moves it by nothing', async () => {
  const sixels = new Sixels(cell, asLetters);
  const page = Array.from({ length: height }, (_, row) => `row ${row}`);
  const shown: Sight = { page, pane: [0, 'wary', 1], margin: null, over: null };
  const first = frameOf(sixels, shown);
  expect(sixels.bytes(null, first).split('▓▓▓▓')).toHaveLength(5);
  const second = frameOf(sixels, { ...shown, page: page.with(1, 'row 1 and a word') });
  expect(sixels.bytes(first, second)).not.toContain('▓');
  expect(sixels.bytes(first, second)).not.toMatch(/\x1b\[K/);
  const third = frameOf(sixels, { ...shown, page: [...page.slice(1), 'row 10'] });
  expect(sixels.bytes(second, third)).not.toMatch(/▓|\x1b\[\d+S/);
  const fourth = frameOf(sixels, { ...shown, pane: [1, 'wary', 1] });
  expect(sixels.bytes(first, fourth).split('▓▓▓▓')).toHaveLength(3);
});

test('issue 29.4: what is drawn are sixels of the picture, no larger than its cells', () => {
  const sixels = new Sixels(cell, sixelsOf);
  const frame = frameOf(sixels, { page: [], pane: [0], margin: null, over: null });
  const [, data = ''] = /\x1bP[\d;]*q([\s\S]*?)\x1b\\/.exec(sixels.bytes(null, frame)) ?? [];
  const { width, height: tall, data32 } = decode(data);
  expect([width, tall]).toEqual([36, 36]);
  expect(new Set(data32).size).toBe(1);
});
