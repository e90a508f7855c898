import chalk from 'chalk';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { App } from '../../src/app/run/app.ts';
import { builtIn } from '../../src/tui/themes/built-in.ts';
import { Looks } from '../../src/tui/themes/looks.ts';
import { until } from '../until.ts';
import { screenOn } from './door/stocked.ts';
import type { Emulator } from './emulator.ts';
import { begun, furnished } from './furnished.ts';
import { columnsIn, type Picture, partOf, pictureOf, told, widestIn } from './picture.ts';
import { empties, escapeKey, overlays, pages, questions, type Sight } from './sights.ts';

// Ink styles nothing where it finds no terminal; the emulator is one.
const { level } = chalk;
beforeAll(() => {
  chalk.level = 3;
});
afterAll(() => {
  chalk.level = level;
});

const sizes = [
  { columns: 40, rows: 10 },
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
  { columns: 200, rows: 60 },
];
const background = { dark: '\x1b]11;rgb:1010/1010/1010\x07', light: '\x1b]11;rgb:fafa/fafa/f0f0\x07' };

interface Screens {
  readonly coloured: Emulator;
  readonly plain: Emulator;
  /** The page with nothing over it. */
  readonly page: readonly string[];
}

/** The chat on a screen with colours, dark at first, and on one without. */
async function screensOn(app: App, id: string, size: { columns: number; rows: number }): Promise<Screens> {
  const env = { COLORTERM: 'truecolor', TERM: 'xterm-256color' };
  const coloured = await screenOn(app, id, undefined, { ...size, looks: new Looks(env) });
  const plain = await screenOn(app, id, undefined, { ...size, looks: new Looks({ ...env, NO_COLOR: '1' }) });
  coloured.type(background.dark);
  for (const emulator of [coloured, plain]) await emulator.shows('understudy: no model');
  return { coloured, plain, page: whole(coloured).texts };
}

const whole = (emulator: Emulator): Picture => {
  const { cols, rows } = emulator.terminal;
  return pictureOf(emulator, { rows: [0, rows], columns: [0, cols] });
};

/** The colours of a theme. */
const coloursOf = (name: 'dark' | 'light'): string[] =>
  JSON.stringify(builtIn[name]).match(/#[0-9a-f]{6}/g) ?? [];

/** Waits until the screen is drawn in the colours for such a background: those of all themes may stand in a list of them. */
async function wear(emulator: Emulator, on: 'dark' | 'light', isOfThemes = false): Promise<void> {
  await emulator.settled();
  const styles = () => JSON.stringify(whole(emulator).styles);
  const before = styles();
  emulator.type(background[on]);
  if (!before.includes('#')) return;
  const others = coloursOf(on === 'dark' ? 'light' : 'dark');
  await until(async () => {
    await emulator.settled();
    if (isOfThemes) expect(styles()).not.toBe(before);
    else expect(others.filter((colour) => styles().includes(colour))).toEqual([]);
  });
}

/** Brings it there, in both. */
async function brought({ coloured, plain }: Screens, { steps }: Sight): Promise<void> {
  for (const emulator of [coloured, plain]) {
    for (const [typed, shows] of steps) {
      emulator.type(typed);
      await emulator.shows(shows);
    }
  }
}

/** What is seen in each look, with what is behind it, as soon as its text is the same in all of them, but for swatches. */
async function looksOf({ coloured, plain }: Screens, sight: Sight) {
  const isBottom = sight.isBottom === true;
  const shot = (emulator: Emulator) => pictureOf(emulator, partOf(emulator, isBottom));
  const last = sight.steps.at(-1)?.[1] ?? '';
  return until(async () => {
    for (const emulator of [coloured, plain]) await emulator.shows(last);
    const looks = { dark: shot(coloured), plain: shot(plain) };
    const [behind, edges] = [whole(coloured).texts, coloured.edges()];
    await wear(coloured, 'light', sight.isColoured);
    const light = shot(coloured);
    await wear(coloured, 'dark', sight.isColoured);
    for (const one of [light, shot(coloured), ...(sight.isColoured ? [] : [looks.plain])])
      expect(one.texts).toEqual(looks.dark.texts);
    return { looks: { dark: looks.dark, light, plain: looks.plain }, behind, edges };
  });
}

/** Is rid of it again, in both: the page is as it was. */
async function left({ coloured, plain, page }: Screens, { name, leaves = escapeKey }: Sight): Promise<void> {
  if (leaves === null) return;
  for (const emulator of [coloured, plain]) {
    emulator.type(leaves);
    await until(async () => {
      await emulator.settled();
      expect(whole(emulator).texts, name).toEqual(page);
    });
  }
}

/** What nobody who plays wants to see: ids, milliseconds, times as programs write them, the marks of a text. */
const isRaw =
  /\b\p{Hex_Digit}{8}-\p{Hex_Digit}{4}|\b[0-9a-hjkmnp-tv-z]{26}\b|\d{2}:\d{2}:\d{2}\.\d|\d ms\b|\d{4}-\d{2}-\d{2}T|\*hops|everyone\*|`town|_you_|\*spoon/iu;

describe.each(sizes)('issue 29: at $columns × $rows', (size) => {
  const sets = { overlays, questions, pages, empties };
  test.each(Object.entries(sets))(
    '%s as they look in dark, in light and without colours',
    async (set, sights) => {
      vi.stubEnv('HOME', '/nowhere');
      onTestFinished(() => void vi.unstubAllEnvs());
      const { app, id, secrets } = set === 'empties' ? begun() : await furnished();
      const screens = await screensOn(app, id, size);
      const { page } = screens;
      const seen: string[] = [];
      for (const sight of sights) {
        await brought(screens, sight);
        const { looks, behind, edges } = await looksOf(screens, sight);
        await left(screens, sight);
        const text = looks.dark.texts.join('\n');
        for (const secret of secrets) expect(text, sight.name).not.toContain(secret);
        expect(text, sight.name).not.toMatch(isRaw);
        const { names, starts } = columnsIn(looks.dark.texts);
        for (const name of sight.isProse ? [] : names) expect(name, sight.name).not.toContain('…');
        if (!sight.isColoured) expect(starts.size, `${sight.name}: ${[...starts]}`).toBeLessThanOrEqual(3);
        if (set === 'overlays' && edges !== null) {
          const beside = (rows: readonly string[]) =>
            rows.map((row, at) =>
              (at < edges.top || at > edges.bottom ? row : row.slice(0, edges.left)).trimEnd(),
            );
          const height = page.length - 3;
          expect(beside(behind).slice(0, height), sight.name).toEqual(beside(page).slice(0, height));
        }
        for (const { writes } of [screens.coloured, screens.plain])
          expect(widestIn(writes.splice(0).join('')), sight.name).toBeLessThanOrEqual(size.columns);
        seen.push(`=== ${sight.name}`, told(looks));
      }
      const file = `golden/${set}-${size.columns}x${size.rows}.golden.txt`;
      await expect(seen.join('\n')).toMatchFileSnapshot(file);
    },
  );
});
