import { expect, onTestFinished, test } from 'vitest';
import { jobsSeen } from '../../../src/play/jobs/jobs.ts';
import { openPlay } from '../../../src/play/open-play.ts';
import { openScene } from '../../histories.ts';
import { scripted } from '../scripted.ts';
import { passes, smallModel } from './passes.ts';

const silent = { reply: [] };

/** A reply of Maren's that all hear is gone on with; the jobs that Ansel has then. */
async function jobsOfAnsel(isWhispered: boolean) {
  const scene = openScene();
  onTestFinished(() => scene.close());
  const { classifier } = smallModel(() => ({}));
  const backend = scripted('Not yet.', ' And not today.');
  const parts = { ...scene.parts, backend, classifier, jobs: passes() };
  const tomas = openPlay(parts, scene.id);
  scene.at += 60_000;
  if (isWhispered) await tomas.say('The key is wet.', { ...silent, to: ['Maren'] });
  scene.at += 60_000;
  await tomas.say('Is the ferry late?', { reply: ['Maren'] });
  scene.at += 60_000;
  await tomas.continueReply();
  const ansel = openPlay(parts, scene.id, 'Ansel');
  const jobs = jobsSeen(ansel.chat).map(({ id, kind }) => ({ id, kind }));
  tomas.close();
  ansel.close();
  return { jobs, texts: scene.texts('Ansel') };
}

test('KT-07 the jobs about a reply that was gone on with are the same whether or not its speaker was whispered to', async () => {
  const told = await jobsOfAnsel(true);
  expect(told.jobs.length).toBeGreaterThan(1);
  expect(told).toEqual(await jobsOfAnsel(false));
});
