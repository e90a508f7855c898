import { settleJobs } from '../../src/play/jobs/jobs.ts';
import { addOccasion } from '../../src/play/story/occasion-acts.ts';
import { closeScene } from '../../src/play/story/scenes/scenes-seen.ts';
import { skipTime } from '../../src/play/story/time/skipping.ts';
import { setWorld } from '../../src/play/world/edits.ts';
import { bookkept } from './passed-chats.ts';
import type { Measured } from './report.ts';
import { newChat, type Scene } from './scene.ts';
import { sized } from './size.ts';
import { played } from './story.ts';
import { repeated, took } from './timing.ts';

const runs = sized(20, 1);
const occasions = sized(100, 2);
const minute = (at: number): string =>
  `2026-01-31T${String(8 + Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;

/** Milliseconds of a skip past so many occasions, each of which gives, teaches, relates and is remembered. */
async function skipping(scene: Scene, count: number): Promise<number[]> {
  const context = scene.context(scene.emptyFolder());
  const samples = await repeated(runs, async () => {
    const { id, cast } = newChat(context);
    const play = context.play(id);
    const [who = '', other = ''] = cast;
    setWorld(play.chat, 'time', '2026-01-30T18:00');
    for (let at = 0; at < count; at += 1)
      addOccasion(play.chat, `occasion ${at}`, {
        ...{ at: minute(at), props: [`prop ${at}`, 'a cloth'], gist: `They met for the ${at}th time.` },
        onComplete: {
          gives: [{ who, object: `gift ${at}` }],
          teaches: [{ who, about: other, fact: `fact ${at}` }],
          relates: [{ from: who, to: other, text: `They went on, ${at}.` }],
        },
      });
    const taken = await took(() => skipTime(play.chat, 'a week later'));
    await play.close();
    return taken;
  });
  context.close();
  return samples;
}

const sceneLength = sized(60, 6);
const rewound = sized(500, 2);

/** Milliseconds of the end of a scene of so many messages as a person waits for it, what is kept of it not counted. Baseline: one of two. */
async function closing(scene: Scene, messages: number): Promise<number[]> {
  const context = scene.context(scene.emptyFolder());
  const { id, cast } = newChat(context);
  const lines = [...played(cast, messages * runs)];
  const samples = await repeated(runs, async (run) => {
    const own = lines.slice(run * messages, (run + 1) * messages);
    context.store.chats.append(id, { actor: 'import', at: context.now() }, () => own);
    const play = context.play(id);
    play.state();
    const taken = await took(() => closeScene(play.chat));
    await play.close();
    return taken;
  });
  context.close();
  return samples;
}

/** Milliseconds to go back by so many turns, after each of which the state of all three was passed over. */
async function goingBack(scene: Scene, turns: number): Promise<number[]> {
  const context = scene.context(scene.emptyFolder());
  const { id } = newChat(context);
  const play = bookkept(context, id);
  for (let turn = 0; turn < turns + runs; turn += 1) {
    await play.say(`It is ${turn} now.`, { reply: [] });
    for await (const _ of settleJobs(play.chat));
  }
  const samples = await repeated(runs, async () => {
    const ms = await took(() => play.rewind({ turns }));
    await play.redo();
    return ms;
  });
  await play.close();
  context.close();
  return samples;
}

/** What a story costs as it goes on. Baseline of a skip: nothing falls due; of a close: a scene of two messages. */
export async function scenes(scene: Scene): Promise<Measured[]> {
  const samples = await skipping(scene, occasions);
  return [
    { case: `skip over ${occasions} due occasions`, unit: 'ms', samples, baseline: await skipping(scene, 0) },
    {
      ...{ case: `close of a scene of ${sceneLength} messages`, unit: 'ms' },
      ...{ samples: await closing(scene, sceneLength), baseline: await closing(scene, 2) },
    },
    { case: `rewind of ${rewound} turns with state`, unit: 'ms', samples: await goingBack(scene, rewound) },
  ];
}
