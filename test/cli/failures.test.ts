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

test("RP-031 RP-132 failures lists what the classifier did not answer, others' for --all; retry asks again and says what became of it", async () => {
  const stage = await atTheInn(innCard, classifierAt((await serverSaying('Perhaps.')).at(-1)));
  await stage.text('say', '--to', 'Bob,Carl', 'Where is the key?', '--no-reply');
  await stage.run('say', 'Bob, it rains.');
  expect(await stage.json('failures')).toEqual([]);
  const told = await stage.json('failures', '--as', 'Carl');
  areShaped(told);
  expect(told).toMatchObject([
    { type: 'failure', kind: 'interjection', model: 'llamacpp', raw: 'Perhaps.' },
    { type: 'failure', reason: 'nonsense: its reply is not an answer', raw: 'Perhaps.' },
  ]);
  for (const { prompt } of told) expect(prompt).toMatch(/Would Carl/);
  expect(await stage.json('failures', '--all')).toEqual(told);
  expect(await stage.text('failures', '--as', 'Carl')).toMatch(
    /asked:\n.*Would Carl.*answered:\n {4}Perhaps/s,
  );
  const [first, second] = told.map(({ id }) => id);
  const refusal = await stage.refusal(4, 'retry', first ?? '', '--all');
  expect(refusal).toMatchObject({ code: 'no_answer', message: expect.stringMatching(/said "Perhaps\."/) });
  expect(await stage.json('failures', '--all')).toHaveLength(4);
  expect(await stage.refusal(3, 'retry', first ?? '')).toMatchObject({ code: 'no_such_failure' });
  const mended = new Stage(classifierAt((await serverSaying('no')).at(-1)));
  const there = Object.assign(mended, { folder: stage.folder, data: stage.data });
  const lines = await there.json('retry', first ?? '', '--as', 'Carl');
  areShaped(lines);
  expect(lines).toMatchObject([{ type: 'retried', id: first, became: 'outcome', answer: 'no' }]);
  expect(await there.text('retry', second ?? '', '--all')).toMatch(
    /^turn \w+ has been judged in the meantime: "no"; no model was asked\n$/,
  );
  const answered = await there.json('failures', '--all', '--answered');
  areShaped(answered);
  expect(answered).toMatchObject([
    { id: first, answer: 'no' },
    { id: second, answer: 'no' },
  ]);
  const [third] = (await there.json('failures', '--all')).map(({ id }) => id);
  expect(await there.text('retry', third ?? '', '--all')).toContain('no model was asked');
  expect(await there.refusal(3, 'retry', 'nothing')).toMatchObject({ code: 'no_such_failure' });
  await stage.isSound();
});
