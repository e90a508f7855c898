import type { Measured } from './report.ts';
import { newChat, type Scene } from './scene.ts';
import { repeated, took } from './timing.ts';

const runs = 20;
const occasions = 100;
const minute = (at: number): string =>
  `2026-01-31T${String(8 + Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;

/** Milliseconds of a skip past so many occasions, each of which gives, teaches, relates and is remembered. */
async function skipping(scene: Scene, count: number): Promise<number[]> {
  const context = scene.context(scene.emptyFolder());
  const samples = await repeated(runs, async () => {
    const { id, cast } = newChat(context);
    const play = context.play(id);
    const [who = '', other = ''] = cast;
    await play.world.set('time', '2026-01-30T18:00');
    for (let at = 0; at < count; at += 1)
      await play.story.occasions.add(`occasion ${at}`, {
        ...{ at: minute(at), props: [`prop ${at}`, 'a cloth'], gist: `They met for the ${at}th time.` },
        onComplete: {
          gives: [{ who, object: `gift ${at}` }],
          teaches: [{ who, about: other, fact: `fact ${at}` }],
          relates: [{ from: who, to: other, text: `They went on, ${at}.` }],
        },
      });
    const taken = await took(() => play.story.time.skip('a week later'));
    await play.close();
    return taken;
  });
  context.close();
  return samples;
}

/** What a story costs as it goes on. Baseline of a skip: nothing falls due. */
export async function scenes(scene: Scene): Promise<Measured[]> {
  const samples = await skipping(scene, occasions);
  return [
    { case: `skip over ${occasions} due occasions`, unit: 'ms', samples, baseline: await skipping(scene, 0) },
  ];
}
