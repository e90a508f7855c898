import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { opened as whole } from '../../../src/domain/world/world.ts';
import { type JobKind, Later } from '../../../src/play/chat/job-kind.ts';
import type { JobLine } from '../../../src/play/jobs/jobs.ts';
import { jobsSeen, leftUndone, settleJobs } from '../../../src/play/jobs/jobs.ts';
import type { OpenChat } from '../../../src/play/open/open-chat.ts';
import { openPlay } from '../../../src/play/open-play.ts';
import type { Play } from '../../../src/play/play.ts';
import { openStore } from '../../histories.ts';
import { until } from '../../until.ts';
import { Clockwork } from '../clockwork.ts';
import { kinds as kindsOfEvents, scene } from '../scene.ts';
import { closers } from '../scenes.ts';
import { dictated } from '../two.ts';
import { bookkeeper } from './bookkeeper.ts';

const maren = () => scene.who('Maren');
const echo = async (source: string) => `After ${source.split(' by ')[0]}`;

const opened = (kinds: readonly JobKind[], more: Partial<typeof scene.parts> = {}, as?: string): Play => {
  const play = openPlay({ ...scene.parts, jobs: kinds, ...more }, scene.id, as);
  closers.push(() => play.close());
  return play;
};
const settled = async (play: Play): Promise<JobLine[]> => {
  const ended: JobLine[] = [];
  for await (const job of settleJobs(play.chat)) ended.push(job);
  return ended;
};
const going = () => whole(scene.state.world).scenarios[maren()]?.text;
const silent = { reply: [] };

describe('jobs', () => {
  test('are added with the turn that causes them; a script runs none of them before it is told to', async () => {
    const { kind, asked } = bookkeeper(maren, echo);
    const play = opened([kind]);
    await play.say('Good morning.', silent);
    expect(asked).toEqual([]);
    const of = scene.seenBy('Tomas').at(-1)?.id;
    expect(jobsSeen(play.chat)).toEqual([{ id: expect.any(String), kind: 'weather', of, state: 'waiting' }]);
    expect(await settled(play)).toEqual([{ id: expect.any(String), kind: 'weather', of, state: 'done' }]);
    expect(jobsSeen(play.chat)).toEqual([]);
    expect(going()).toBe('After Good morning.');
    expect(await settled(play)).toEqual([]);
  });

  test('say --settle waits for the bookkeeping of its own turn and leaves the rest', async () => {
    const { kind, asked } = bookkeeper(maren, echo);
    const play = opened([kind]);
    await play.say('Before.', silent);
    await play.say('Now.', { ...silent, settle: true });
    expect(asked.map(({ source }) => source.split(' by ')[0])).toEqual(['Now.']);
    expect(jobsSeen(play.chat)).toHaveLength(1);
    expect(going()).toBe('After Now.');
  });

  test('run by their priority, then by their turns', async () => {
    const late = bookkeeper(maren, echo, { kind: 'late', priority: 2 });
    const soon = bookkeeper(maren, echo, { kind: 'soon', priority: 1 });
    const play = opened([late.kind, soon.kind]);
    await play.say('One.', silent);
    await play.say('Two.', silent);
    const order = await settled(play);
    expect(order.map(({ kind }) => kind)).toEqual(['soon', 'soon', 'late', 'late']);
  });

  test('run in the pauses of a screen and give way to what is said; none begins while somebody types', async () => {
    const { kind, asked } = bookkeeper(maren, null, { only: 'One.' });
    const clock = new Clockwork();
    const play = opened([kind], { after: clock.after });
    play.attend();
    await play.say('One.', silent);
    await expect.poll(() => asked.length).toBe(1);
    const said = play.say('Two.', silent);
    play.drafting('And');
    await said;
    expect(asked[0]?.signal.aborted).toBe(true);
    clock.pass(1000);
    expect(jobsSeen(play.chat)).toMatchObject([{ state: 'waiting' }]);
    expect(asked).toHaveLength(1);
    play.drafting('');
    await expect.poll(() => asked.length).toBe(2);
    asked[1]?.answer('Rain.');
    await expect.poll(() => going()).toBe('Rain.');
  });

  test('none begins when Enter empties the composer, before what was written is sent', async () => {
    const { kind, asked } = bookkeeper(maren, null, { only: 'One.' });
    const clock = new Clockwork();
    const play = opened([kind], { after: clock.after });
    play.attend();
    const said = play.say('One.', silent);
    play.drafting('And');
    await said;
    play.drafting('');
    expect(jobsSeen(play.chat)).toMatchObject([{ state: 'waiting' }]);
    clock.pass(1000);
    await expect.poll(() => asked.length).toBe(1);
  });

  test('begin again though a draft is left in the composer, once no key has come for a while', async () => {
    const { kind, asked } = bookkeeper(maren);
    const clock = new Clockwork();
    const time = { now: 0 };
    const play = opened([kind], { after: clock.after, clock: () => time.now });
    play.attend();
    const said = play.say('One.', silent);
    play.drafting('And');
    await said;
    expect(asked).toEqual([]);
    time.now += 5000;
    clock.pass(1000);
    await expect.poll(() => asked.length).toBe(1);
  });

  test('that are not worth their cost yet wait until the play pauses, or somebody waits for them', async () => {
    const { kind, asked } = bookkeeper(maren, null, { only: 'One.' });
    const clock = new Clockwork();
    const time = { now: 0 };
    const play = opened([{ ...kind, isDue: () => false }], { after: clock.after, clock: () => time.now });
    play.attend();
    await play.say('One.', silent);
    time.now += 5000;
    await play.say('Two.', silent);
    time.now += 5000;
    clock.pass(1000);
    expect(asked).toEqual([]);
    time.now += 3000;
    clock.pass(1000);
    await expect.poll(() => asked.length).toBe(1);
  });

  test('27 of a piece that is full begin while the play goes on, before the next of its owner does', async () => {
    const { kind, asked } = bookkeeper(maren, echo);
    const pieces: JobKind['pieces'] = (jobs) => [jobs.slice(0, 2), jobs.slice(2)].filter((one) => one[0]);
    const clock = new Clockwork();
    const play = opened([{ ...kind, pieces, isDue: () => false }], { after: clock.after, clock: () => 0 });
    play.attend();
    for (const text of ['One.', 'Two.']) await play.say(text, silent);
    clock.pass(1000);
    expect(asked).toEqual([]);
    await play.say('Three.', silent);
    await expect.poll(() => asked.map(({ source }) => source.split(' by ')[0])).toEqual(['Two.']);
  });

  test('that would cost too much now wait, untried, until a reply was written or the play pauses', async () => {
    const { kind } = bookkeeper(maren, echo, { only: 'One.' });
    const clock = new Clockwork();
    const time = { now: 0 };
    let tries = 0;
    const run: JobKind['run'] = () => {
      tries += 1;
      return Promise.reject(new Later());
    };
    const play = opened([{ ...kind, run }], { after: clock.after, clock: () => time.now });
    play.attend();
    await play.say('One.', silent);
    await expect.poll(() => tries).toBe(1);
    clock.pass(1000);
    await until(() => expect(jobsSeen(play.chat)).toMatchObject([{ state: 'waiting' }]));
    expect(tries).toBe(1);
    await play.say('Two.', silent);
    await expect.poll(() => tries).toBe(2);
    time.now += 8000;
    clock.pass(1000);
    await expect.poll(() => tries).toBeGreaterThan(2);
    expect(scene.store.jobs.of(scene.id, ['waiting', 'running'])).toMatchObject([
      { attempts: expect.toSatisfy((n) => n < 2) },
    ]);
  });

  test('whose question waits for a place at the server leave it when somebody types; what the server has goes on', async () => {
    const { kind, asked } = bookkeeper(maren, null, { only: 'One.' });
    const sent: ((isSent: boolean) => void)[] = [];
    const run: JobKind<OpenChat>['run'] = (job, at) => {
      const work = at.chat.session.bookkeeping?.work(job.id);
      sent.push((isSent) => work?.sent(isSent));
      return kind.run(job, at);
    };
    const two = (of: ReturnType<JobKind['of']>) =>
      of.flatMap((one) => [one, { ...one, source: `${one.source}, again` }]);
    const clock = new Clockwork();
    const play = opened([{ ...kind, of: (turn) => two(kind.of(turn)), run }], { after: clock.after });
    play.attend();
    await play.say('One.', silent);
    await expect.poll(() => asked.length).toBe(2);
    sent[0]?.(true);
    sent[1]?.(false);
    play.drafting('And');
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([false, true]);
  });

  test('RP-122 run while a reply is written, where what they ask has a server of its own', async () => {
    const { kind } = bookkeeper(maren, echo);
    const model = dictated();
    const play = opened([kind], { backend: model.backend, asksApart: () => true });
    play.attend();
    const said = play.say('Maren?');
    model.write('Aye');
    await until(() => expect(going()).toContain('Maren?'));
    expect(play.state().generating).not.toBeNull();
    model.end();
    await said;
    expect(scene.texts('Tomas').at(-1)).toBe('Aye');
  });

  test('never run while a reply is written', async () => {
    const { kind, asked } = bookkeeper(maren);
    const model = dictated();
    const play = opened([kind], { backend: model.backend });
    play.attend();
    const said = play.say('Maren?');
    model.write('Aye');
    await expect.poll(() => play.state().generating).not.toBeNull();
    expect(asked).toEqual([]);
    model.end();
    await said;
    await expect.poll(() => asked.length).toBe(1);
  });

  test('are cancelled when their turn leaves the line; a result that comes late stands with it, and is there when it comes back', async () => {
    const { kind, asked } = bookkeeper(maren);
    const play = opened([kind]);
    play.attend();
    await play.say('One.', silent);
    await expect.poll(() => asked.length).toBe(1);
    await play.rewind({ turns: 1 });
    await play.say('Else.', silent);
    await expect.poll(() => asked.length).toBe(2);
    expect(asked[0]?.signal.aborted).toBe(true);
    expect(jobsSeen(play.chat)).toHaveLength(1);
    asked[0]?.answer('Rain.');
    asked[1]?.answer('Snow.');
    await expect.poll(() => going()).toBe('Snow.');
    await play.swipe('prev');
    expect(going()).toBe('Rain.');
    expect(await settled(play)).toEqual([]);
    expect(asked).toHaveLength(2);
    expect(scene.store.verify(scene.state).differences).toEqual([]);
  });

  test('that were cancelled wait again when their turn comes back', async () => {
    const { kind, asked } = bookkeeper(maren, echo);
    const play = opened([kind]);
    await play.say('One.', silent);
    await play.rewind({ turns: 1 });
    expect(await settled(play)).toEqual([]);
    await play.redo();
    expect(await settled(play)).toHaveLength(1);
    expect(asked).toHaveLength(1);
  });

  test('from the same source are worked out once, also when nothing was found', async () => {
    const { kind, asked } = bookkeeper(maren, async () => '');
    const play = opened([kind]);
    for (let n = 0; n < 3; n += 1) await play.say('The same.', silent);
    expect(await settled(play)).toHaveLength(3);
    expect(asked).toHaveLength(1);
    expect(kindsOfEvents().filter((one) => one === 'judged')).toHaveLength(3);
  });

  test('that fail leave no outcome and are listed; settle begins them again, three times, and once more in another process', async () => {
    const { kind, asked } = bookkeeper(maren, () => Promise.reject(new Error('down')));
    const play = opened([kind]);
    await play.say('One.', silent);
    expect(await settled(play)).toMatchObject([{ state: 'failed' }]);
    expect(jobsSeen(play.chat)).toMatchObject([{ state: 'failed' }]);
    expect(leftUndone(play.chat)).toMatchObject({ count: 1 });
    for (let n = 0; n < 4; n += 1) await settled(play);
    expect(asked).toHaveLength(3);
    await settled(opened([kind]));
    expect(asked).toHaveLength(4);
    expect(going()).toBeUndefined();
  });

  test('KT-17 that failed for others are told of where one is told of what is hidden, and nowhere else', async () => {
    const down = () => Promise.reject(new Error('down'));
    const { kind } = bookkeeper(maren, down, { owner: maren });
    await opened([kind]).say('One.', silent);
    const told = async (hint: 'count' | 'none') => {
      const play = opened([kind], { settings: { ...scene.parts.settings, hint } }, 'Odile');
      await settled(play);
      return leftUndone(play.chat)?.count ?? 0;
    };
    expect([await told('count'), await told('none')]).toEqual([1, 0]);
  });

  test('RP-050 that failed are begun again by themselves once another is done, three times at most', async () => {
    const broken = ['One.', 'Two.'];
    const { kind, asked } = bookkeeper(maren, (source) =>
      broken.some((line) => source.startsWith(line))
        ? Promise.reject(new Error('down'))
        : Promise.resolve(''),
    );
    const play = opened([kind]);
    play.attend();
    const failed = (...attempts: number[]) =>
      until(() => {
        expect(scene.store.jobs.of(scene.id, ['waiting', 'running'])).toEqual([]);
        const left = scene.store.jobs.of(scene.id, ['failed']);
        expect(left.map((job) => job.attempts)).toEqual(attempts);
      });
    await play.say('One.', silent);
    await play.say('Two.', silent);
    await failed(1, 1);
    broken.shift();
    await play.say('Three.', silent);
    await failed(2);
    await play.say('Four.', silent);
    await failed(3);
    const before = asked.length;
    await play.say('Five.', silent);
    await until(() => expect(asked).toHaveLength(before + 1));
    await failed(3);
    expect(asked).toHaveLength(before + 1);
  });

  test('of a process that died are done by the next; one of a living process is waited for', async () => {
    const deadPid = spawnSync(process.execPath, ['-e', '']).pid;
    const { kind, asked } = bookkeeper(maren, echo);
    const play = opened([kind]);
    await play.say('One.', silent);
    const [job] = jobsSeen(play.chat);
    const { jobs } = scene.store;
    const holder = { chat: scene.id, terminal: `${scene.parts.pidSpace}#other#1`, beat: Date.now() };
    jobs.leases.hand({ ...holder, pid: process.ppid });
    jobs.change(job?.id ?? '', scene.parts.now(), { state: 'running', attempts: 1 });
    const waiting = settled(play);
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked).toEqual([]);
    jobs.leases.hand({ ...holder, pid: deadPid });
    expect(await waiting).toMatchObject([{ state: 'done' }]);
  });

  test('invariant 8: of a process that is killed are done by the next', async () => {
    const { kind, asked } = bookkeeper(maren, echo);
    const play = opened([kind]);
    await play.say('One.', silent);
    const script = fileURLToPath(new URL('dying.ts', import.meta.url));
    const child = spawn(process.execPath, ['--import', 'tsx', script, scene.store.file, scene.id], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    expect(jobsSeen(play.chat)).toMatchObject([{ state: 'running' }]);
    const waiting = settled(play);
    expect(asked).toEqual([]);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(scene.store.jobs.of(scene.id, ['running'])).toMatchObject([{ attempts: 1 }]);
    expect(await waiting).toMatchObject([{ state: 'done' }]);
    expect(asked).toHaveLength(1);
    expect(going()).toBe('After One.');
    expect(scene.store.verify(scene.state).differences).toEqual([]);
  });

  test('that end with their process again and again are left alone', async () => {
    const { kind, asked } = bookkeeper(maren, echo);
    const play = opened([kind]);
    await play.say('One.', silent);
    const [job] = jobsSeen(play.chat);
    scene.store.jobs.change(job?.id ?? '', scene.parts.now(), { attempts: 3 });
    expect(await settled(play)).toMatchObject([{ state: 'failed' }]);
    expect(asked).toEqual([]);
  });

  test('two terminals of a chat run each of them once', async () => {
    const { kind, asked } = bookkeeper(maren, echo);
    const other = openStore(dirname(scene.store.file));
    closers.push(() => other.close());
    const [here, there] = [opened([kind]), opened([kind], { store: other })];
    for (let n = 0; n < 4; n += 1) await here.say(`${n}.`, silent);
    await Promise.all([settled(here), settled(there)]);
    expect(asked).toHaveLength(4);
  });

  test('KT-07 about what somebody did not perceive, or made from another view, are none of theirs', async () => {
    const odile = bookkeeper(maren, null, { kind: 'hers', owner: () => scene.who('Odile') });
    const all = bookkeeper(maren, null);
    const play = opened([odile.kind, all.kind]);
    await play.say('Aloud.', silent);
    await play.say('Psst.', { ...silent, to: ['Odile'] });
    const told = (as: string) => jobsSeen(opened([odile.kind, all.kind], {}, as).chat);
    const names = (as: string) => told(as).map(({ kind }) => kind);
    expect(names('Tomas')).toEqual(['weather', 'weather']);
    expect(names('Maren')).toEqual(['weather']);
    expect(names('Odile')).toEqual(['hers', 'weather', 'hers', 'weather']);
    expect(jobsSeen(play.chat, true)).toHaveLength(4);
  });

  test('a command that stops ends the wait and leaves what runs to the next', async () => {
    const { kind, asked } = bookkeeper(maren);
    const play = opened([kind]);
    await play.say('One.', silent);
    const waiting = settled(play);
    await expect.poll(() => asked.length).toBe(1);
    play.stop();
    expect(await waiting).toEqual([]);
    expect(jobsSeen(play.chat)).toMatchObject([{ state: 'waiting' }]);
    asked[0]?.fail();
  });
});
