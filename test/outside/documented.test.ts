import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { usualBounds } from '../../src/outside/bounded/bounds.ts';
import { extensionTool } from '../../src/outside/extensions/extension.ts';
import { readExtension } from '../../src/outside/extensions/found.ts';
import type { AnyCaller } from '../../src/tools/tool.ts';

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

test('HC-44 the extension of the documentation works', async () => {
  const found = readExtension(at('docs/extensions'), 'moon-phase');
  const moon = await extensionTool(at('bin/extension.mjs'), found, usualBounds.extension);
  const known = { cast: [], view: { last: () => [] }, mind: {} };
  const caller = { who: { name: 'Odile' }, now: '2026-03-01T00:00:00Z', known } as unknown as AnyCaller;
  expect(await moon.run({ day: '2024-04-23' }, caller)).toEqual({
    result: 'The moon is full.',
    text: '[Odile looks at the moon: it is full.]',
    for: 'line',
  });
  expect(await moon.run({ day: 'never' }, caller)).toEqual({ result: 'ERROR: that is no day' });
});
