import { expect, test } from 'vitest';
import { atTheInn, innCard } from './inn.ts';
import { serverSaying } from './scripted.ts';
import { areShaped } from './shapes.ts';
import { Stage } from './sotto.ts';

const classifierAt = (url: string | undefined): Record<string, string | undefined> => ({
  SOTTO_BACKEND_CLASSIFIER_ENABLED: 'true',
  SOTTO_BACKEND_CLASSIFIER_KIND: 'llamacpp',
  SOTTO_BACKEND_CLASSIFIER_URL: url,
});

test('RP-031 failures lists what the classifier did not answer, with all of it for --all; retry asks again', async () => {
  const stage = await atTheInn(innCard, classifierAt((await serverSaying('Perhaps.')).at(-1)));
  await stage.text('say', '--to', 'Bob,Carl', 'Where is the key?', '--no-reply');
  await stage.run('say', 'Bob, it rains.');
  const told = await stage.json('failures');
  areShaped(told);
  expect(told).toMatchObject([
    { type: 'failure', kind: 'interjection', model: 'llamacpp', reason: 'nonsense', prompt: '', raw: '' },
    { type: 'failure', reason: 'nonsense', prompt: '', raw: '' },
  ]);
  const all = await stage.json('failures', '--all');
  expect(all.map(({ id }) => id)).toEqual(told.map(({ id }) => id));
  for (const one of all)
    expect(one).toMatchObject({ raw: 'Perhaps.', prompt: expect.stringMatching(/Would Carl/) });
  expect(await stage.text('failures', '--as', 'Carl')).toMatch(
    /asked:\n.*Would Carl.*answered:\n {4}Perhaps/s,
  );
  const [first, second] = told.map(({ id }) => id);
  expect(await stage.refusal(4, 'retry', first ?? '')).toMatchObject({ code: 'no_answer' });
  const mended = new Stage(classifierAt((await serverSaying('no')).at(-1)));
  const there = Object.assign(mended, { folder: stage.folder, data: stage.data });
  const lines = await there.json('retry', first ?? '', '--all');
  areShaped(lines);
  expect(lines).toMatchObject([{ type: 'retried', id: first, kind: 'interjection', answer: 'no' }]);
  expect(await there.text('retry', second ?? '')).toBe('llamacpp has answered now\n');
  expect(await there.json('failures', '--all')).toEqual([]);
  expect(await there.refusal(3, 'retry', 'nothing')).toMatchObject({ code: 'no_such_failure' });
  await stage.isSound();
});
