import type { IBufferCell } from '@xterm/headless';
import { expect } from 'vitest';
import { builtIn } from '../../src/tui/themes/built-in.ts';
import { Looks } from '../../src/tui/themes/looks.ts';
import { until } from '../until.ts';
import type { Emulator } from './emulator.ts';
import { partOf, pictureOf } from './picture.ts';
import { escapeKey, type Sight } from './sights.ts';

/** From the smallest screen to a large one. */
export const sizes = [
  { columns: 40, rows: 10 },
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
  { columns: 200, rows: 60 },
];
const background = { dark: '\x1b]11;rgb:1010/1010/1010\x07', light: '\x1b]11;rgb:fafa/fafa/f0f0\x07' };

/** Time in leaps, so that no screen waits until it may paint again. */
export function leaping(): () => number {
  let time = 0;
  return () => {
    time += 1000;
    return time;
  };
}

/** The same on a screen with colours, which is dark but for a moment, and on one without. */
export interface Screens {
  readonly coloured: Emulator;
  readonly plain: Emulator;
}

/** Opens it on both. */
export async function onBoth(open: (looks: Looks) => Promise<Emulator>): Promise<Screens> {
  const env = { COLORTERM: 'truecolor', TERM: 'xterm-256color' };
  const dark = new Looks(env);
  dark.onBackground('dark');
  return { coloured: await open(dark), plain: await open(new Looks({ ...env, NO_COLOR: '1' })) };
}

const isRgb = 3 << 24;

/** The colours of a screen, each as a number; none where it has no colours of a theme. */
function coloursOn({ terminal }: Emulator): Set<number> {
  const { active } = terminal.buffer;
  const colours = new Set<number>();
  let cell: IBufferCell | undefined;
  for (let row = 0; row < terminal.rows; row += 1) {
    const line = active.getLine(active.baseY + row);
    for (let column = 0; column < terminal.cols; column += 1) {
      cell = line?.getCell(column, cell);
      if (cell?.getFgColorMode() === isRgb) colours.add(cell.getFgColor());
      if (cell?.getBgColorMode() === isRgb) colours.add(cell.getBgColor());
    }
  }
  return colours;
}

/** The colours of a theme. */
const coloursOf = (name: 'dark' | 'light'): number[] =>
  (JSON.stringify(builtIn[name]).match(/(?<=#)[0-9a-f]{6}/g) ?? []).map((hex) => Number.parseInt(hex, 16));

/** Waits until the screen is drawn in the colours for such a background: those of all themes may stand in a list of them. */
async function wear(emulator: Emulator, on: 'dark' | 'light', isOfThemes = false): Promise<void> {
  await emulator.settled();
  const { cols, rows } = emulator.terminal;
  const styles = () => JSON.stringify(pictureOf(emulator, { rows: [0, rows], columns: [0, cols] }).styles);
  const before = isOfThemes ? styles() : '';
  const isColoured = coloursOn(emulator).size > 0;
  emulator.type(background[on]);
  if (!isColoured) return;
  const others = coloursOf(on === 'dark' ? 'light' : 'dark');
  await until(async () => {
    await emulator.settled();
    if (isOfThemes) expect(styles()).not.toBe(before);
    else {
      const seen = coloursOn(emulator);
      expect(others.filter((colour) => seen.has(colour))).toEqual([]);
    }
  });
}

/** Brings it there, in both. */
export const brought = async ({ coloured, plain }: Screens, { steps }: Sight): Promise<void> => {
  const bring = async (emulator: Emulator): Promise<void> => {
    for (const [typed, shows] of steps) {
      emulator.type(typed);
      await emulator.shows(shows);
    }
  };
  await Promise.all([bring(coloured), bring(plain)]);
};

/** What is seen in each look, with what is behind it, as soon as its text is the same in all of them, but for swatches. */
export async function looksOf({ coloured, plain }: Screens, sight: Sight) {
  const isBottom = sight.isBottom === true;
  const shot = (emulator: Emulator) => pictureOf(emulator, partOf(emulator, isBottom));
  const last = sight.steps.at(-1)?.[1] ?? '';
  return until(async () => {
    for (const emulator of [coloured, plain]) await emulator.shows(last);
    const looks = { dark: shot(coloured), plain: shot(plain) };
    const [behind, edges] = [coloured.rows(), coloured.edges()];
    await wear(coloured, 'light', sight.isColoured);
    const light = shot(coloured);
    await wear(coloured, 'dark', sight.isColoured);
    for (const one of [light, shot(coloured), ...(sight.isColoured ? [] : [looks.plain])])
      expect(one.texts).toEqual(looks.dark.texts);
    return { looks: { dark: looks.dark, light, plain: looks.plain }, behind, edges };
  });
}

/** Is rid of it again, in both: the page is as it was. */
export async function left(
  { coloured, plain }: Screens,
  { name, leaves = escapeKey }: Sight,
  page: readonly string[],
): Promise<void> {
  if (leaves === null) return;
  const leave = async (emulator: Emulator): Promise<void> => {
    emulator.type(leaves);
    await until(async () => {
      await emulator.settled();
      expect(emulator.rows(), name).toEqual(page);
    });
  };
  await Promise.all([leave(coloured), leave(plain)]);
}
