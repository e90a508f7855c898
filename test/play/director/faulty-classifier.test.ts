import { expect, onTestFinished, test } from 'vitest';
import { failuresSeen, retry } from '../../../src/play/director/failures.ts';
import { playingWith } from '../classifier.ts';
import { Clockwork } from '../clockwork.ts';
import { startFaultyServer } from '../faulty-server.ts';
import { scene, speakers } from '../scene.ts';

const patienceMs = 2000;

const answer = (prompt: string): string => {
  if (/Would Odile speak up/.test(prompt)) return 'yes';
  return /yes or no/.test(prompt) ? 'no' : 'Ansel';
};

test('RP-030 RP-031 RP-132 with a classifier that goes wrong in a fifth of its calls nobody waits beyond the patience, and each failure can be read and asked again', async () => {
  const clock = new Clockwork();
  const { open, mend, counts, close } = await startFaultyServer(clock.after, answer);
  onTestFinished(close);
  const play = playingWith({ classifier: open, after: clock.after });
  let passed = 0;
  let heardAfter: number | null = null;
  play.subscribe(({ type }) => {
    if (type === 'delta') heardAfter ??= passed;
  });
  /** Says something; the only time that passes is the patience, once for each call that is not answered. How often it does, and before anything is heard. */
  const say = async (text: string): Promise<{ all: number; first: number }> => {
    let isOver = false;
    const before = passed;
    heardAfter = null;
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
    return { all: passed - before, first: (heardAfter ?? passed) - before };
  };
  for (let turn = 0; turn < 24; turn += 1) {
    if (turn === 12) await play.setDirector({ strategy: 'model' });
    const isPicked = turn >= 12;
    const waited = await say(`Maren, what of the tide, ${turn} times?`);
    expect(waited.all).toBeLessThanOrEqual(isPicked ? 1 : 2);
    expect(waited.first).toBeLessThanOrEqual(isPicked ? 1 : 0);
  }
  expect(speakers().filter((name) => name === 'Tomas')).toHaveLength(24);
  const failures = failuresSeen(play.chat, { all: true });
  expect(counts().struck).toBeGreaterThan(4);
  expect(failures).toHaveLength(counts().struck);
  const reasons = failures.map(({ reason }) => reason.split(':', 1)[0]);
  expect(reasons).toEqual(expect.arrayContaining(['hang', 'refusal', 'nonsense']));
  for (const { prompt, model, at } of failures) expect([prompt, model, at]).not.toContain('');
  mend();
  for (const { id, kind } of failures) {
    const { answer, became } = await retry(play.chat, id, { all: true });
    expect(kind === 'interjection' ? ['yes', 'no'] : ['Ansel']).toContain(answer);
    expect(['outcome', 'known']).toContain(became);
  }
  expect(failuresSeen(play.chat, { all: true })).toEqual([]);
  expect(scene.store.verify(scene.state).differences).toEqual([]);
});
