import { expect, test } from 'vitest';
import { bookkeepingCost } from '../../../src/play/jobs/jobs.ts';
import { openPlay } from '../../../src/play/open-play.ts';
import { scene } from '../scene.ts';

/** Notes that a question was asked about a message from somebody's view, and that it read so many tokens. */
function asked(about: string, owner: string | null, read: number): void {
  const { store, id } = scene;
  const at = '2026-01-31T12:00:00Z';
  store.jobs.add({ chat: id, kind: 'state', about, source: `${about} ${owner}`, owner, priority: 1 }, at);
  const job = store.jobs.of(id, ['waiting']).find((one) => one.about === about && one.owner === owner);
  store.jobs.spend(job?.id ?? '', { isAnswered: true, read, written: 10 });
}

const costs = (as: string) => bookkeepingCost(openPlay(scene.parts, scene.id, as).chat);

test('KT-07 what bookkeeping costs is told of questions made of what the viewer knows, and of nothing else', async () => {
  scene.said('Tomas', 'Good evening.');
  await scene.play.reply('Maren');
  const heard = scene.said('Tomas', 'Psst.', ['Tomas', 'Maren']);
  asked(heard, scene.who('Maren'), 300);
  asked(heard, scene.who('Tomas'), 50);
  asked(heard, null, 7);
  expect(costs('Maren')).toMatchObject({ replies: 1, questions: 2, read: 307, written: 20, answered: 1 });
  expect(costs('Tomas')).toMatchObject({ replies: 1, questions: 2, read: 57, written: 20 });
  expect(costs('Odile')).toBeNull();
  expect(costs('*')).toMatchObject({ questions: 3, read: 357 });
});
