import { expect, test } from 'vitest';
import { scene } from './fair.ts';
import { open } from './open-screens.ts';
import { SmallPlay } from './small-play.ts';
import { styledRows } from './styles.ts';

const sizes = [
  { columns: 200, rows: 60 },
  { columns: 120, rows: 40 },
  { columns: 80, rows: 24 },
];

test.each(sizes)(
  'issue 29.4: what is chosen opens in the middle at $columns × $rows, at most 96 columns wide; the page behind it stays where it was',
  async ({ columns, rows }) => {
    const emulator = await open(new SmallPlay([...scene]), { columns, rows });
    await emulator.shows('? keys and commands');
    const before = emulator.rows();
    emulator.type('\x1bOQ');
    await emulator.shows('Write as');
    const after = emulator.rows();
    const [top, bottom] = [
      after.findIndex((row) => row.includes('Write as')),
      after.findIndex((row) => /╰─+╯/.test(row)),
    ];
    const left = after[top]?.indexOf('╭') ?? 0;
    const width = (after[top]?.length ?? 0) - left;
    expect(width).toBeLessThanOrEqual(96);
    expect(Math.abs(columns - width - 2 * left)).toBeLessThanOrEqual(1);
    for (const [at, row] of before.slice(0, -1).entries()) {
      const isBeside = at >= top && at <= bottom;
      const behind = isBeside ? row.slice(0, left) : row;
      expect(isBeside ? after[at]?.slice(0, left).trimEnd() : after[at]).toBe(behind.trimEnd());
    }
    emulator.type('\x1b');
    await emulator.shows('? keys and commands');
    expect(emulator.rows()).toEqual(before);
  },
);

test('issue 29.4: what is behind an overlay is dim, and in its own colours again when that is closed', async () => {
  const emulator = await open(new SmallPlay([...scene]), { columns: 120, rows: 40 });
  const morning = () => styledRows(emulator.terminal).find((row) => row.includes('Good morning!'));
  const before = morning();
  expect(before).toContain('italic');
  emulator.type('\x1bOQ');
  await emulator.shows('Write as');
  expect(morning()).not.toContain('italic');
  emulator.type('\x1b');
  await emulator.hides('Write as');
  expect(morning()).toBe(before);
});

test('issue 29.4: on a small screen an overlay is as wide as that, above the line that is written', async () => {
  const emulator = await open(new SmallPlay([...scene]), { columns: 40, rows: 10 });
  emulator.type('\x1bOQ');
  await emulator.shows(/^Write as ─+$/m);
  await emulator.shows(/3 Carl\n─+\nAlice > /);
});

test('issue 29.4: the wheel moves in what is open over the page', async () => {
  const emulator = await open(new SmallPlay([...scene]), { columns: 80, rows: 24 });
  emulator.type('?');
  await emulator.shows('Help');
  const before = emulator.inside();
  emulator.type('\x1b[<65;10;10M');
  await emulator.showsInside(before.split('\n').slice(3, -1).join('\n'));
});
