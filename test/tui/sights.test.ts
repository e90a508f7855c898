import chalk from 'chalk';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { App } from '../../src/app/run/app.ts';
import type { Looks } from '../../src/tui/themes/looks.ts';
import { screenOn } from './door/stocked.ts';
import type { Emulator } from './emulator.ts';
import { begun, furnished, undecided } from './furnished.ts';
import { brought, leaping, left, looksOf, onBoth, sizes } from './looking.ts';
import { leaveAll, open } from './open-screens.ts';
import { columnsIn, told, widestIn } from './picture.ts';
import { name } from './scenes.ts';
import { empties, moments, overlays, pages, questions, waiting } from './sights.ts';
import { StagedPlay, scripts } from './staged.ts';

// Ink styles nothing where it finds no terminal; the emulator is one.
const { level } = chalk;
beforeAll(() => {
  chalk.level = 3;
});
afterAll(() => {
  chalk.level = level;
});

/** What nobody who plays wants to see: ids, milliseconds, times as programs write them, the marks of a text. */
const isRaw =
  /\b\p{Hex_Digit}{8}-\p{Hex_Digit}{4}|\b[0-9a-hjkmnp-tv-z]{26}\b|\d{2}:\d{2}:\d{2}\.\d|\d ms\b|\d{4}-\d{2}-\d{2}T|\*hops|everyone\*|`town|_you_|\*spoon/iu;

/** The chats in which they are looked at; one in which something of each kind is unless told. */
const chats: Readonly<Record<string, typeof furnished>> = {
  empties: async () => begun(),
  waiting: undecided,
};

describe.each(sizes)('issue 29: at $columns × $rows', (size) => {
  const sets = { overlays, questions, pages, empties, waiting };
  test.each(Object.entries(sets))(
    '%s as they look in dark, in light and without colours',
    async (set, sights) => {
      vi.stubEnv('HOME', '/nowhere');
      onTestFinished(() => void vi.unstubAllEnvs());
      const { app, id, secrets } = await (chats[set] ?? furnished)();
      const screens = await onBoth((looks) =>
        screenOn(app, id, undefined, { ...size, looks, now: leaping() }),
      );
      for (const emulator of [screens.coloured, screens.plain]) await emulator.shows('understudy: no model');
      const page = screens.coloured.rows();
      const seen: string[] = [];
      for (const sight of sights) {
        await brought(screens, sight);
        const { looks, behind, edges } = await looksOf(screens, sight);
        await left(screens, sight, page);
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

  test('what happens while one looks on, in dark, in light and without colours', async () => {
    vi.stubEnv('SOTTO_SCREEN_MOTION', 'false');
    onTestFinished(() => void vi.unstubAllEnvs());
    const seen: string[] = [];
    for (const [called, scene] of Object.entries(moments)) {
      const { Latin } = scripts;
      if (Latin === undefined) throw new Error('there is no such script');
      const staged = async (looks: Looks): Promise<Emulator> => {
        const play = new StagedPlay(Latin);
        scene.set?.(play);
        const emulator = await open(play, size, { app: new App({}), looks, now: leaping() });
        await emulator.shows(`${name(play, 0)} > `);
        emulator.type(scene.typed?.(play) ?? '');
        scene.after?.(play);
        return emulator;
      };
      const screens = await onBoth(staged);
      const steps = [['', scene.shows(new StagedPlay(Latin))]] as const;
      const { looks } = await looksOf(screens, { name: called, steps });
      expect(looks.dark.texts.join('\n'), called).not.toMatch(isRaw);
      for (const { writes } of [screens.coloured, screens.plain])
        expect(widestIn(writes.join('')), called).toBeLessThanOrEqual(size.columns);
      seen.push(`=== ${called}`, told(looks));
      await leaveAll();
    }
    const file = `golden/moments-${size.columns}x${size.rows}.golden.txt`;
    await expect(seen.join('\n')).toMatchFileSnapshot(file);
  });
});
