import { expect, onTestFinished, test } from 'vitest';
import { createClassifier } from '../../../src/inference/classifier.ts';
import { openBackend } from '../../../src/inference/detection/detect.ts';
import type { PlayParts } from '../../../src/play/chat/parts.ts';
import { estimateTokens } from '../../../src/prompt/tokens.ts';
import { startFakeServer } from '../../fake-server/server.ts';
import type { Scripted } from '../../fake-server/server-state.ts';
import { patience } from '../../inference/replies.ts';
import { playingWith } from '../classifier.ts';
import { Clockwork } from '../clockwork.ts';
import { speakers } from '../scene.ts';

const patienceMs = 2000;
const faults: readonly Scripted[] = [
  { fault: 'hang' },
  { text: "I'm sorry, I can't help with that." },
  { text: 'The sea is wide.' },
  { fault: 'stall' },
];

/** A classifier over HTTP that goes wrong in a fifth of its calls, in turn in each way, until it is mended. */
async function faultyClassifier(after: PlayParts['after']) {
  let [calls, struck, silent, isMended] = [0, 0, 0, false];
  const script = (prompt: string): Scripted => {
    calls += 1;
    const fault = !isMended && calls % 5 === 0 ? faults[struck % faults.length] : undefined;
    if (fault) struck += 1;
    if (fault?.fault) silent += 1;
    return (
      fault ?? {
        text: /Would Odile speak up/.test(prompt) ? 'yes' : /yes or no/.test(prompt) ? 'no' : 'Ansel',
      }
    );
  };
  const server = await startFakeServer({ slots: 4, script });
  onTestFinished(() => server.close());
  const backend = await openBackend({ kind: 'llamacpp', url: server.url, ...patience });
  const limits = { hard: 4000, timeoutMs: 10_000, after, estimate: estimateTokens };
  const classifier = createClassifier({ models: [{ name: 'small', backend }], ...limits });
  const mend = () => {
    isMended = true;
  };
  return { open: async () => classifier, mend, counts: () => ({ struck, silent }) };
}

test('RP-030 RP-031 with a classifier that goes wrong in a fifth of its calls nobody waits beyond the patience, and each failure can be read and asked again', async () => {
  const clock = new Clockwork();
  const { open, mend, counts } = await faultyClassifier(clock.after);
  const play = playingWith({ classifier: open, after: clock.after });
  let passed = 0;
  /** Says something; the only time that passes is the patience, once for each call that is not answered. */
  const say = async (text: string): Promise<number> => {
    let isOver = false;
    const before = passed;
    const said = play.say(text).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await new Promise((resolve) => setImmediate(resolve));
      if (counts().silent === passed || clock.waiting(patienceMs) === 0) continue;
      passed += 1;
      clock.pass(patienceMs);
    }
    await said;
    return passed - before;
  };
  for (let turn = 0; turn < 24; turn += 1) {
    if (turn === 12) await play.setDirector({ strategy: 'model' });
    expect(await say(`Maren, what of the tide, ${turn} times?`)).toBeLessThanOrEqual(turn < 12 ? 2 : 1);
  }
  expect(speakers().filter((name) => name === 'Tomas')).toHaveLength(24);
  const failures = play.failures({ all: true });
  expect(counts().struck).toBeGreaterThan(faults.length);
  expect(failures).toHaveLength(counts().struck);
  const reasons = failures.map(({ reason }) => reason.split(':', 1)[0]);
  expect(reasons).toEqual(expect.arrayContaining(['hang', 'refusal', 'nonsense']));
  for (const { prompt, model, at } of failures) expect([prompt, model, at]).not.toContain('');
  mend();
  for (const { id, kind } of failures) {
    const { answer } = await play.retry(id, { all: true });
    expect(kind === 'interjection' ? ['yes', 'no'] : ['Ansel']).toContain(answer);
  }
  expect(play.failures({ all: true })).toEqual([]);
});
