import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { createClassifier } from '../../../src/inference/questions/classifier.ts';
import { openBackend } from '../../../src/inference/servers/detect.ts';
import { estimateTokens } from '../../../src/prompt/tokens.ts';
import { startFakeServer } from '../../fake-server/server.ts';
import type { GenerationStep } from '../../fake-server/server-state.ts';
import { patience } from '../../inference/replies.ts';
import { playingWith } from '../classifier.ts';
import { speakers } from '../scene.ts';

const job = 'What has happened?';
const schema = z._default(z.object({ gist: z.string() }), { gist: '' });
const never = new AbortController().signal;

/** One server that lines, questions and jobs share, each by a backend of its own; a first job stalls until it gives way. */
async function shared(slots: number) {
  const steps: GenerationStep[] = [];
  let begun = () => {};
  const jobBegins = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const record = (step: GenerationStep) => {
    steps.push(step);
    if (step.type === 'begins' && step.prompt.startsWith(job)) begun();
  };
  let isStalled = false;
  const script = (prompt: string) => {
    if (!prompt.startsWith(job)) return /yes or no/.test(prompt) ? { text: 'no' } : null;
    if (isStalled || slots > 1) return { text: '{"gist":"It rained."}' };
    isStalled = true;
    return { fault: 'stall' as const };
  };
  const server = await startFakeServer({ slots, record, script });
  onTestFinished(() => server.close());
  const open = () => openBackend({ kind: 'llamacpp', url: server.url, ...patience });
  const models = [{ name: 'small', backend: await open() }];
  const limits = { hard: 4000, timeoutMs: 10_000, after: () => () => {} };
  const classifier = createClassifier({ models, ...limits, estimate: estimateTokens });
  const kinds = () =>
    steps.map(({ type, prompt }) => {
      const what = prompt.startsWith(job) ? 'job' : /yes or no/.test(prompt) ? 'question' : 'line';
      return `${what} ${type}`;
    });
  return { kinds, jobBegins, classifier, open };
}

test('lines and questions of a play go before a job on the one slot that they share, and it is done in the end', async () => {
  const { kinds, jobBegins, classifier, open } = await shared(1);
  const extracted = classifier.extract({ schema, prompt: job }, never);
  await jobBegins;
  await playingWith({ backend: open, classifier: async () => classifier }).say('Maren?');
  expect(await extracted).toMatchObject({ type: 'found', value: { gist: 'It rained.' } });
  expect(speakers().at(-1)).toBe('Maren');
  const all = kinds();
  expect(all.indexOf('job breaks_off')).toBeLessThan(all.indexOf('line begins'));
  // The server may hear of the line before it sees that the job is gone.
  const steps = all.filter((step) => step !== 'job breaks_off');
  const ends = (what: string) => steps.indexOf(`${what} ends`);
  expect([all.length - steps.length, ...steps.slice(0, 2)]).toEqual([1, 'job arrives', 'job begins']);
  expect(ends('line')).toBeGreaterThan(0);
  expect(ends('job')).toBeGreaterThan(ends('line'));
  for (const [at, step] of steps.entries()) {
    if (step.endsWith('arrives')) expect(steps[at + 1]).toBe(step.replace('arrives', 'begins'));
  }
});

test('beside four slots a line begins at once while jobs run', async () => {
  const { kinds, jobBegins, classifier, open } = await shared(4);
  const jobs = [1, 2, 3, 4, 5].map((at) => classifier.extract({ schema, prompt: `${job} ${at}` }, never));
  await jobBegins;
  await playingWith({ backend: open, classifier: async () => classifier }).say('Maren?');
  for (const one of jobs) expect(await one).toMatchObject({ type: 'found' });
  const steps = kinds();
  expect(steps[steps.indexOf('line arrives') + 1]).toBe('line begins');
  expect(steps.filter((step) => step === 'job ends')).toHaveLength(5);
});
