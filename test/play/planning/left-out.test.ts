import { expect, test } from 'vitest';
import { settings } from '../../histories.ts';
import { anew, scene } from '../scene.ts';

test('SP-22 the inspector says how many messages stand before the window, however long ago they left it', async () => {
  anew({ settings: { budget: { ...settings.budget, hard: 900, soft: 700 } } });
  for (let n = 0; n < 60; n += 1)
    scene.said('Ansel', `Line ${n} is about nets, ropes, tar and the price of herring.`);
  await scene.playing().reply('Maren');
  scene.said('Tomas', 'Hm.');
  const { blocks, dropped } = await scene.playing().prompt('Maren');
  const shown = blocks.filter(({ zone }) => zone === 'history').length;
  const all = scene.seenBy('Maren').length;
  expect(shown).toBeLessThan(all);
  const older = { name: `${all - shown} older messages`, tokens: 0, reason: 'older than the window' };
  expect(dropped).toContainEqual(older);
});
