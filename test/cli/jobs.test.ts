import { expect, test } from 'vitest';
import { openStore } from '../histories.ts';
import { atTheInn } from './inn.ts';
import { areShaped } from './shapes.ts';
import { ofType, type Stage } from './sotto.ts';

/** Lets a job wait about the last message, as a kind of bookkeeping that this program does not know. */
const book = (stage: Stage, about: string, owner: string | null = null): void => {
  const store = openStore(stage.data);
  const [chat] = store.chats.list();
  const job = { chat: chat?.id ?? '', kind: 'tide', about, source: 'x', owner, priority: 1 };
  store.jobs.add(job, '2026-01-31T12:00:00Z');
  store.close();
};

const tides = async (stage: Stage, ...args: string[]) =>
  (await stage.json('jobs', ...args)).filter((line) => line.kind === 'tide');

test('jobs lists what waits, for those who perceived what it is about; settle leaves what it cannot do', async () => {
  const stage = await atTheInn();
  const [said] = ofType(await stage.json('say', 'Psst.', '--to', 'Bob', '--no-reply'), 'message');
  const of = said?.id ?? '';
  expect(await tides(stage)).toEqual([]);
  book(stage, of);
  areShaped(await stage.json('jobs'));
  const lines = await tides(stage);
  expect(lines).toEqual([{ type: 'job', id: expect.any(String), kind: 'tide', of, state: 'waiting' }]);
  expect(await stage.text('jobs', '--as', 'Bob')).toMatch(/^\w+ tide of \w+: waiting\n/m);
  expect(await stage.json('jobs', '--as', 'Carl')).toEqual([]);
  expect(await tides(stage, '--as', 'Carl', '--all')).toHaveLength(1);
  await stage.json('settle');
  expect(await stage.json('jobs')).toHaveLength(1);
  await stage.isSound();
});

test('say runs no job and prints the same where one waits; --settle ends when what can be done is done', async () => {
  const stage = await atTheInn();
  const said = async (...args: string[]) => {
    const run = await stage.run('--json', 'say', 'Good evening.', '--no-reply', ...args);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    return run.lines.map(({ type }) => type);
  };
  const before = await said();
  const [last] = await stage.json('log', '--tail', '1');
  book(stage, last?.id ?? '');
  expect(await said()).toEqual(before);
  expect(await said('--settle')).toEqual(before);
  expect(await tides(stage)).toHaveLength(1);
});

test('RP-087 RP-123 a script leaves the pass over its messages waiting; settle runs it, on the understudy too, and tells of its own', async () => {
  const stage = await atTheInn();
  await stage.json('say', 'Thank you, Bob, my friend. Night falls.', '--no-reply');
  expect(await stage.json('jobs', '--all')).toMatchObject(Array(3).fill({ kind: 'state', state: 'waiting' }));
  expect(await stage.json('settle')).toMatchObject([{ kind: 'state', state: 'done' }]);
  expect(await stage.json('jobs', '--all')).toEqual([]);
  expect(await stage.json('failures', '--all')).toEqual([]);
  const events = await stage.json('events');
  const times = events.filter(({ kind }) => kind === 'world_change').map(({ payload }) => payload);
  expect(times).toMatchObject(Array(3).fill({ time: 'night' }));
  const felt = events.filter(({ kind }) => kind === 'edge_update').map(({ payload }) => Object(payload));
  expect(felt.some(({ affinityDelta }) => affinityDelta > 0)).toBe(true);
  await stage.isSound();
});

test('world.state_pass says whether it is made; auto is off where tokens cost money; a small model is asked who comes and goes as well', async () => {
  const passesWith = async (env: Record<string, string>): Promise<number> => {
    const stage = await atTheInn();
    Object.assign(stage.env, env);
    await stage.run('say', 'Good evening.', '--no-reply');
    return (await stage.json('jobs', '--all')).length;
  };
  expect(await passesWith({ SOTTO_WORLD_STATE_PASS: 'off' })).toBe(0);
  const service = { SOTTO_BACKEND_KIND: 'openai', SOTTO_BACKEND_URL: 'https://openrouter.ai/api' };
  expect(await passesWith(service)).toBe(0);
  expect(await passesWith({ ...service, SOTTO_WORLD_STATE_PASS: 'on' })).toBe(3);
  expect(await passesWith({ ...service, SOTTO_BACKEND_URL: 'http://192.168.0.7:8000' })).toBe(3);
  const small = {
    SOTTO_BACKEND_CLASSIFIER_ENABLED: 'true',
    SOTTO_BACKEND_CLASSIFIER_URL: 'http://127.0.0.1:8081',
  };
  expect(await passesWith({ ...service, ...small })).toBe(4);
});
