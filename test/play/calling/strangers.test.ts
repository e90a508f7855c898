import { expect, test } from 'vitest';
import { callTool, roll } from '../../../src/play/calling/by-hand.ts';
import { openPlay } from '../../../src/play/open-play.ts';
import { scene } from '../scene.ts';
import { closers } from '../scenes.ts';

const playing = (as: string) => {
  const play = openPlay(scene.parts, scene.id, as);
  closers.push(() => play.close());
  return play;
};

test('KT-07 HC-05 nobody calls a tool or rolls dice as one whom the played character never met, who is refused as nobody is', async () => {
  const tomas = playing('Tomas');
  await tomas.leave('Odile');
  await tomas.join('Quill', { newcomer: () => ({ name: 'Quill', card: null }) });
  const { chat } = playing('Odile');
  const refused = (by: string) => ({ code: 'unknown_name', message: expect.stringContaining(`"${by}"`) });
  for (const by of ['Quill', 'Nobody']) {
    await expect(callTool(chat, 'roll_dice', '{"notation":"d6"}', by)).rejects.toMatchObject(refused(by));
    await expect(roll(chat, 'd6', by)).rejects.toMatchObject(refused(by));
  }
});
