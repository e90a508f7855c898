import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fieldWindow } from '../../src/tui/components/listening.tsx';
import { cells } from '../../src/tui/terminal/cells.ts';
import { runs } from '../cases.ts';
import { libraryOf } from './library.ts';
import { open } from './open-screens.ts';
import { SmallPlay } from './small-play.ts';
import { styledText } from './styles.ts';

const plain = (row: string): string => row.replace(/\x1b\[\d+m/g, '');

test('issue 29: for all texts and cursors a field shows what is under the cursor, in no more cells than there are', () => {
  const letters = fc.constantFrom('a', ' ', 'é', '語', '🙂', 'e\u0301');
  const text = fc.array(letters, { maxLength: 60 });
  fc.assert(
    fc.property(text, letters, text, fc.integer({ min: 4, max: 50 }), (before, at, behind, width) => {
      const whole = `${before.join('')}${at}${behind.join('')}`;
      const row = fieldWindow({ text: whole, cursor: before.join('').length }, width);
      expect(row).toContain(`\x1b[7m${at}\x1b[27m`);
      expect(cells(plain(row))).toBeLessThanOrEqual(width);
      if (cells(whole) <= width) expect(plain(row)).toBe(whole);
    }),
    runs(300),
  );
});

test('issue 29: of a megabyte in a field no more is looked at than around the cursor, and each key does in it what it does elsewhere', async () => {
  const megabyte = 'lorem ipsum '.repeat(87_000);
  const seen = (far: string) => {
    const text = far.repeat(500_000) + 'lorem ipsum '.repeat(1000);
    return fieldWindow({ text, cursor: text.length - 3 }, 40);
  };
  expect(seen('語')).toBe(seen('a'));
  const emulator = await open(new SmallPlay([]), { columns: 80, rows: 24 }, { app: libraryOf() });
  emulator.type('/settings\r');
  await emulator.shows('Settings');
  emulator.type('backend.model\r');
  await emulator.shows(/model ─/);
  emulator.type(`\x1b[200~${megabyte}\x1b[201~`);
  await emulator.shows(/….* ipsum +│$/m);
  emulator.type('x\x1b[D\x1b[Dy\x7fz');
  await emulator.shows(/ ipsumz x +│$/m);
  emulator.type('\x01a👩‍🚀\x7f\x1b[Cb');
  await emulator.shows(/> alborem ipsum lorem.*…/);
  emulator.type('\x05\x17\x17');
  await emulator.shows(/…\S* .*ipsum lorem +│$/m);
  emulator.type('\x15short');
  await emulator.shows(/> short +│$/m);
});

const words = Array.from({ length: 36 }, (_, at) => `w${at}`).join(' ');

test.each([
  { columns: 40, rows: 10 },
  { columns: 80, rows: 24 },
])(
  'issue 29: a value, a filter and what is searched for that are longer than their row move in it with the cursor at $columns × $rows',
  async (size) => {
    const emulator = await open(new SmallPlay([]), size, { app: libraryOf() });
    const ends = async (): Promise<void> => {
      emulator.type(words);
      await emulator.shows(/…\S* w.* w34 w35( +│)?$/m);
      expect(emulator.text()).not.toContain('w0 w1');
    };
    const follows = async (): Promise<void> => {
      await ends();
      emulator.type('\x01');
      await emulator.shows(/w0 w1 .*…/);
      expect(styledText(emulator)).toMatch(/inverse|\x1b\[7m/);
      expect(emulator.text()).not.toContain('w35');
      emulator.type('\x1b[C\x1b[Cx\x05');
      await emulator.shows(/w34 w35( +│)?$/m);
    };
    emulator.type('/settings\r');
    await emulator.shows('Settings');
    await follows();
    emulator.type('\x15backend.model\r');
    await emulator.shows(/model ─/);
    await follows();
    emulator.type('\x01');
    await emulator.shows('> w0x w1');
    emulator.type('\x1b');
    await emulator.hides('w0x');
    emulator.type('\x1b');
    await emulator.hides('Settings');
    emulator.type('\x12');
    await emulator.shows('search:');
    await ends();
  },
);
