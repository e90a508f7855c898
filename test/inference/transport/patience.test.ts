import { expect, test } from 'vitest';
import { Patience } from '../../../src/inference/transport/patience.ts';

const peer = { url: 'http://127.0.0.1:1', name: 'llama.cpp' };
const hanging = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
const late = {
  family: 'server',
  code: 'stalled',
  message: expect.stringContaining('did not answer in time'),
};

/** A clock that stands still until it is moved. */
const clock = () => {
  const time = { now: 1e6 };
  return { time, now: () => time.now };
};
/** A question whose answer takes so long by that clock. */
const taking = (time: { now: number }, ms: number) => async (): Promise<number> => {
  time.now += ms;
  return ms;
};

test('all that is asked together has one budget: what comes when it is used up is not asked at all', async () => {
  const { time, now } = clock();
  const patience = new Patience(100, now);
  for (const ms of [60, 60]) expect(await patience.within(peer, taking(time, ms))).toBe(ms);
  let isAsked = false;
  const third = patience.within(peer, async () => {
    isAsked = true;
  });
  await expect(third).rejects.toMatchObject(late);
  expect(isAsked).toBe(false);
});

test('a question that is never answered is given up', async () => {
  await expect(new Patience(5).within(peer, hanging)).rejects.toMatchObject(late);
});

test('what is asked side by side counts once', async () => {
  const { time, now } = clock();
  const patience = new Patience(100, now);
  const answers: (() => void)[] = [];
  const asked = [1, 2, 3].map(() =>
    patience.within(peer, () => new Promise<void>((done) => answers.push(done))),
  );
  time.now += 60;
  for (const answer of answers) answer();
  await Promise.all(asked);
  expect(await patience.within(peer, taking(time, 1))).toBe(1);
});

test('it is whole again with the next reply, and where nobody has asked for a while', async () => {
  const { time, now } = clock();
  const patience = new Patience(100, now);
  const use = async (): Promise<void> => void (await patience.within(peer, taking(time, 200)));
  await use();
  patience.renew();
  await use();
  await expect(use()).rejects.toMatchObject(late);
  time.now += 2001;
  await use();
});

test('whoever asks may stop it, and hears that and no lateness', async () => {
  const stop = new AbortController();
  const asked = new Patience(1e6).within(peer, hanging, stop.signal);
  stop.abort();
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
});

test('0 is for ever', async () => {
  const { time, now } = clock();
  expect(await new Patience(0, now).within(peer, taking(time, 1e12))).toBe(1e12);
});
