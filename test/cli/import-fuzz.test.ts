import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { base64Of, pngWith, textChunk, v3 } from '../cards/fixtures.ts';
import { runs } from '../cases.ts';
import { sillyFolder } from './silly-folder.ts';
import { Stage } from './sotto.ts';

/** Where a file is hit, as a share of its length: a byte is changed, or the file ends there. */
const damage = fc.record({
  at: fc.double({ min: 0, max: 0.999, noNaN: true }),
  how: fc.oneof(fc.constant('cut' as const), fc.integer({ min: 1, max: 255 })),
});

function damaged(bytes: Buffer, { at, how }: { at: number; how: 'cut' | number }): Buffer {
  const place = Math.floor(at * bytes.length);
  if (how === 'cut') return bytes.subarray(0, place);
  const changed = Buffer.from(bytes);
  changed[place] = (changed[place] ?? 0) ^ how;
  return changed;
}

/** A folder with all sorts of files, a PNG among them; some are damaged. */
function damagedFolder(stage: Stage, hits: readonly (readonly [number, Parameters<typeof damaged>[1]])[]) {
  const dir = sillyFolder(join(stage.folder, 'silly'));
  const data = join(dir, 'data/default-user');
  writeFileSync(join(data, 'characters/Ada.png'), pngWith(textChunk('ccv3', base64Of(v3))));
  const files = readdirSync(data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const [which, hit] of hits) {
    const path = files[which % files.length] ?? '';
    writeFileSync(path, damaged(readFileSync(path), hit));
  }
  return dir;
}

test('for all bit flips and truncations, an import ends with its report and a sound store; again, nothing doubles', async () => {
  const hits = fc.array(fc.tuple(fc.nat(), damage), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(hits, async (hit) => {
      const stage = new Stage();
      const dir = damagedFolder(stage, hit);
      const { code, stderr, lines } = await stage.run('import', 'sillytavern', dir, '--json');
      expect({ isUsual: code === 0 || code === 1, stderr }).toEqual({ isUsual: true, stderr: '' });
      expect(lines.at(-1)).toMatchObject({ type: 'report' });
      await stage.isSound();
      const again = await stage.run('import', 'sillytavern', dir, '--json');
      const report = again.lines.at(-1);
      expect(Object.values(report?.imported ?? {}).filter((count) => count !== 0)).toEqual([]);
      expect(report?.failed).toEqual(lines.at(-1)?.failed);
    }),
    runs(10),
  );
});
