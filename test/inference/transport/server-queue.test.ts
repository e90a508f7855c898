import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Backend, Priority, Standing } from '../../../src/inference/backend.ts';
import { openBackend } from '../../../src/inference/servers/detect.ts';
import { type Place, queueOf, ServerQueue } from '../../../src/inference/transport/server-queue.ts';
import { startFakeServer } from '../../fake-server/server.ts';
import type { FakeServerOptions, GenerationStep } from '../../fake-server/server-state.ts';
import { ask, hear, patience } from '../replies.ts';

/** A server that records what becomes of each request, and requests of any priority to it, each by a client of its own. */
async function recording(options: FakeServerOptions) {
  const steps: GenerationStep[] = [];
  const waiters: { readonly until: string; readonly resolve: () => void }[] = [];
  const record = (step: GenerationStep) => {
    steps.push(step);
    for (const { until, resolve } of waiters) if (until === `${step.prompt} ${step.type}`) resolve();
  };
  const server = await startFakeServer({ ...options, record });
  onTestFinished(() => server.close());
  const open = () => openBackend({ kind: options.dialect ?? 'llamacpp', url: server.url, ...patience });
  const begins = (name: string) =>
    new Promise<void>((resolve) => waiters.push({ until: `${name} begins`, resolve }));
  const waited: string[] = [];
  const request = async (name: string, priority: Priority, backend?: Backend) => {
    const sent = (isSent: boolean) => void (isSent || waited.push(name));
    const standing: Standing = { priority, sent };
    return hear(backend ?? (await open()), ask({ prompt: name, standing, maxTokens: 40 }));
  };
  const log = () => steps.map(({ type, prompt }) => `${prompt} ${type}`);
  return { log, open, begins, request, waited };
}

describe('one queue for a server', () => {
  test.each(['job', 'warm_up'] as const)(
    'with one slot a reply makes a %s give way, which comes again and completes',
    async (priority) => {
      const { log, begins, request } = await recording({ slots: 1, fail: { mode: 'stall', requests: 1 } });
      const began = begins('background');
      const background = request('background', priority);
      await began;
      const reply = await request('reply', 'narrative');
      const { end, streamed } = await background;
      expect([reply.end.type, end.type]).toEqual(['finished', 'finished']);
      expect(streamed).toBe(end.text);
      const all = log();
      const of = (name: string) => all.filter((step) => step.startsWith(name));
      expect(of('background')).toEqual(
        ['arrives', 'begins', 'breaks_off', 'arrives', 'begins', 'ends'].map((type) => `background ${type}`),
      );
      expect(all.indexOf('reply ends')).toBeLessThan(all.lastIndexOf('background arrives'));
    },
  );

  test('beside four slots a reply never waits for jobs or a read-ahead, and all are done', async () => {
    const { log, begins, request, waited } = await recording({ slots: 4, tokensPerSecond: 300 });
    const began = [begins('job 0'), begins('job 1'), begins('ahead')];
    const jobs = [0, 1, 2, 3, 4, 5].map((at) => request(`job ${at}`, 'job'));
    const ahead = request('ahead', 'warm_up');
    await Promise.all(began);
    for (const at of [0, 1, 2]) await request(`reply ${at}`, 'narrative');
    const ends = await Promise.all([...jobs, ahead]);
    expect(ends.map(({ end }) => end.type)).toEqual(ends.map(() => 'finished'));
    expect(waited.filter((name) => name.startsWith('reply'))).toEqual([]);
    expect(waited).not.toEqual([]);
    const all = log();
    const since = all.slice(all.indexOf('reply 0 arrives'));
    expect(since.filter((step) => step.endsWith('breaks_off'))).toEqual([]);
  });

  test('what waits is sent by urgency: a line, a choice, reading ahead, jobs', async () => {
    const { log, open, begins, request } = await recording({ dialect: 'koboldcpp', tokensPerSecond: 300 });
    const backend = await open();
    const began = begins('first');
    const first = request('first', 'narrative', backend);
    await began;
    const others = (['job', 'warm_up', 'choice', 'narrative'] as const).map((one) => request(one, one));
    await Promise.all([first, ...others]);
    expect(log().filter((step) => step.endsWith('begins'))).toEqual(
      ['first', 'narrative', 'choice', 'warm_up', 'job'].map((name) => `${name} begins`),
    );
  });

  test('what holds the cache of a line that comes gives way to it, whatever else is free', async () => {
    const queue = new ServerQueue();
    queue.resize({ places: 4 });
    const never = new AbortController().signal;
    const job = await queue.enter({ standing: { priority: 'job' }, owner: 'bob' }, never);
    const entering = queue.enter({ standing: { priority: 'narrative' }, owner: 'bob' }, never);
    expect(job.givesWay.aborted).toBe(true);
    job.leave();
    (await entering).leave();
  });

  test('a read-ahead that a reply waits for gives way to nothing', async () => {
    const queue = new ServerQueue();
    const never = new AbortController().signal;
    const standing: Standing = { priority: 'warm_up' };
    const ahead = await queue.enter({ standing, owner: '' }, never);
    standing.priority = 'narrative';
    const choice = queue.enter({ standing: { priority: 'choice' }, owner: '' }, never);
    expect(ahead.givesWay.aborted).toBe(false);
    ahead.leave();
    (await choice).leave();
  });

  test('it is one for an address, by whichever name', () => {
    expect(queueOf('http://localhost:1')).toBe(queueOf('http://127.0.0.1:1/'));
    expect(queueOf('http://127.0.0.1:1')).not.toBe(queueOf('http://127.0.0.1:2'));
  });

  test('∀ requests and places: never more than there are, nothing urgent gives way, everything is done', async () => {
    const priority = fc.constantFrom<Priority>('narrative', 'choice', 'warm_up', 'job');
    const arriving = fc.array(fc.record({ priority, owner: fc.constantFrom('', 'a', 'b') }), {
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(arriving, fc.integer({ min: 1, max: 4 }), fc.scheduler(), async (all, places, s) => {
        const queue = new ServerQueue();
        queue.resize({ places });
        const never = new AbortController().signal;
        let running = 0;
        let waitForNobody = 0;
        const stay = async (place: Place, isUrgent: boolean): Promise<boolean> => {
          running += 1;
          waitForNobody += isUrgent ? 0 : 1;
          expect(running).toBeLessThanOrEqual(places);
          expect(waitForNobody).toBeLessThanOrEqual(Math.max(1, places - 1));
          await s.schedule(Promise.resolve());
          running -= 1;
          waitForNobody -= isUrgent ? 0 : 1;
          place.leave();
          if (isUrgent) expect(place.givesWay.aborted).toBe(false);
          return place.givesWay.aborted;
        };
        const done = all.map(async ({ priority, owner }) => {
          await s.schedule(Promise.resolve());
          const isUrgent = priority === 'narrative' || priority === 'choice';
          for (let isBack = false; ; isBack = true) {
            const place = await queue.enter({ standing: { priority }, owner, isBack }, never);
            if (!(await stay(place, isUrgent))) return;
          }
        });
        await s.waitFor(Promise.all(done));
      }),
    );
  });
});
