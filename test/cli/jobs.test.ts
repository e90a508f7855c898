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

test('jobs lists what waits, for those who perceived what it is about; settle leaves what it cannot do', async () => {
  const stage = await atTheInn();
  const [said] = ofType(await stage.json('say', 'Psst.', '--to', 'Bob', '--no-reply'), 'message');
  const of = said?.id ?? '';
  expect(await stage.json('jobs')).toEqual([]);
  book(stage, of);
  const lines = await stage.json('jobs');
  areShaped(lines);
  expect(lines).toEqual([{ type: 'job', id: expect.any(String), kind: 'tide', of, state: 'waiting' }]);
  expect(await stage.text('jobs', '--as', 'Bob')).toMatch(/^\w+ tide of \w+: waiting\n$/);
  expect(await stage.json('jobs', '--as', 'Carl')).toEqual([]);
  expect(await stage.json('jobs', '--as', 'Carl', '--all')).toHaveLength(1);
  expect(await stage.json('settle')).toEqual([]);
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
  expect(await stage.json('jobs')).toHaveLength(1);
});
