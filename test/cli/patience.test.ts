import { expect, onTestFinished, test } from 'vitest';
import { startFakeServer } from '../fake-server/server.ts';
import { atTheInn, innCard } from './inn.ts';
import { ofType, Stage } from './sotto.ts';

/** The inn with a classifier that takes questions and answers none; times are seconds. */
async function withSilentClassifier({ timeout, patience }: { timeout: string; patience: string }) {
  const server = await startFakeServer({ script: () => ({ fault: 'hang' }) });
  onTestFinished(() => server.close());
  return atTheInn(innCard, {
    SOTTO_BACKEND_CLASSIFIER_ENABLED: 'true',
    SOTTO_BACKEND_CLASSIFIER_KIND: 'llamacpp',
    SOTTO_BACKEND_CLASSIFIER_URL: server.url,
    SOTTO_BACKEND_CLASSIFIER_TIMEOUT: timeout,
    SOTTO_BACKEND_CLASSIFIER_PATIENCE: patience,
  });
}

test.each([
  ['who speaks', 'model', 'It rains.', 'speaker'],
  ['whether somebody speaks up', 'natural', 'Bob, it rains.', 'interjection'],
])(
  'RP-030 %s is decided without a classifier that answers nothing, when backend.classifier.patience is over',
  async (_, strategy, text, kind) => {
    const server = await startFakeServer({ script: () => ({ fault: 'hang' }) });
    onTestFinished(() => server.close());
    const stage = await atTheInn(innCard, {
      SOTTO_BACKEND_CLASSIFIER_ENABLED: 'true',
      SOTTO_BACKEND_CLASSIFIER_KIND: 'llamacpp',
      SOTTO_BACKEND_CLASSIFIER_URL: server.url,
      SOTTO_BACKEND_CLASSIFIER_TIMEOUT: '3600',
      SOTTO_BACKEND_CLASSIFIER_PATIENCE: '0.1',
    });
    await stage.text('strategy', '--set', strategy);
    const lines = ofType(await stage.json('say', text), 'message');
    expect(lines.map(({ speaker }) => speaker)).toEqual(['Alice', 'Bob']);
    const failures = await stage.json('failures', '--all');
    expect(failures).not.toEqual([]);
    for (const failure of failures) expect(failure).toMatchObject({ kind });
  },
);

test('RP-029 a model may take backend.classifier.timeout for an answer, 10 seconds unless told', async () => {
  const stage = await withSilentClassifier({ timeout: '0.1', patience: '3600' });
  await stage.text('strategy', '--set', 'model');
  expect(ofType(await stage.json('say', 'It rains.'), 'message').at(-1)).toMatchObject({ speaker: 'Bob' });
  expect(await stage.json('failures', '--all')).toMatchObject([
    { kind: 'speaker', reason: expect.stringMatching(/^hang/) },
  ]);
  const settings = await new Stage().json('config', 'show');
  expect(settings.find(({ key }) => key === 'backend.classifier.timeout')).toMatchObject({ value: 10 });
});
