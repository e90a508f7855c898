import { expect, onTestFinished, test } from 'vitest';
import { openBackend } from '../../../src/inference/servers/detect.ts';
import { bookkeepingCost } from '../../../src/play/jobs/jobs.ts';
import { openPlay } from '../../../src/play/open-play.ts';
import { sceneJob } from '../../../src/play/story/closing/scene-job.ts';
import { startFakeServer } from '../../fake-server/server.ts';
import { patience } from '../../inference/replies.ts';
import { anew, scene } from '../scene.ts';
import { over, passes, passingPlay, settled } from '../world/passes.ts';

const jobs = [...passes(), sceneJob({ over, hard: () => 8192, close: () => 'auto' })];

/** What Odile is told of bookkeeping after an evening on a server of its own, in which the human may have whispered to Maren. */
async function toldTo(name: string, isWhispered: boolean) {
  const server = await startFakeServer({ slots: 4, script: () => ({ text: '{}' }) });
  onTestFinished(() => server.close());
  const backend = await openBackend({ kind: 'llamacpp', url: server.url, ...patience });
  const play = passingPlay({ backend: async () => backend, jobs });
  if (isWhispered) await play.say('The key is wet.', { reply: [], to: ['Maren'] });
  for (const n of [1, 2, 3, 4, 5]) {
    await play.say(`They walk home and hours later it is the evening of day ${n}.`, { reply: ['Odile'] });
    await settled(play);
  }
  return bookkeepingCost(openPlay(scene.parts, scene.id, name).chat);
}

test('KT-07 what bookkeeping has read tells nobody that others whispered, though questions of all share a cache at the server', async () => {
  const quiet = await toldTo('Odile', false);
  anew({});
  const whispered = await toldTo('Odile', true);
  expect(quiet).toMatchObject({ replies: 5 });
  expect(quiet?.read).toBeGreaterThan(0);
  expect(whispered).toEqual(quiet);
});
