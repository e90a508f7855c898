import { expect, test } from 'vitest';
import { scene } from './fair.ts';
import { open } from './open-screens.ts';
import { SmallPlay } from './small-play.ts';

test('issue 29 a long paste is told to nobody at a key, but when typing pauses, and is sent whole', async () => {
  const play = new SmallPlay([...scene]);
  const emulator = await open(play);
  const pasted = 'a line of it\n'.repeat(5_000);
  emulator.type(`\x1b[200~${pasted}\x1b[201~`);
  for (const letter of 'abc') emulator.type(letter);
  await emulator.shows('characters]abc');
  await expect.poll(() => play.drafts.at(-1)).toBe(`${pasted}abc`);
  expect(play.drafts.filter((draft) => draft.length > 1_000)).toHaveLength(1);
  emulator.type('\r');
  await expect.poll(() => play.calls.at(-1)).toEqual(['say', `${pasted}abc`]);
});
