import { expect, onTestFinished, test } from 'vitest';
import { startFakeServer } from '../fake-server/server.ts';
import { atTheInn } from './inn.ts';

const isQuestion = (prompt: string): boolean => prompt.includes('Beside the play');

/** A model server that answers questions beside the play so, and lines as ever. */
async function answering(question: { text: string }): Promise<string[]> {
  const { url, close } = await startFakeServer({
    script: (prompt) => (isQuestion(prompt) ? question : null),
  });
  onTestFinished(close);
  return ['--backend', 'llamacpp', '--url', url];
}

test('RP-031 settle says what failed and why: 4 where no server answers, 1 where one says nothing of use; tried again it is done', async () => {
  const stage = await atTheInn();
  await stage.json('say', 'Good evening.', '--no-reply');
  const nowhere = ['--backend', 'llamacpp', '--url', 'http://127.0.0.1:9'];
  const refused = await stage.run('settle', ...nowhere);
  expect(refused.code).toBe(4);
  expect(refused.stderr).toMatch(/^sotto: background work failed: \d jobs? \(state: .*no server answers/m);
  const babbling = await answering({ text: 'The sea is wide.' });
  const babbled = await stage.run('settle', ...babbling);
  expect(babbled.code).toBe(1);
  expect(babbled.stderr).toMatch(/background work failed: \d jobs? \(state: nonsense/);
  expect(await stage.refusal(1, 'settle', ...babbling)).toMatchObject({ code: 'bookkeeping_undone' });
  expect((await stage.run('settle')).code).toBe(0);
  expect(await stage.json('jobs', '--all')).toEqual([]);
});

test('RP-030 what was said is stored and said to be, whatever becomes of its bookkeeping; that is told beside it', async () => {
  const stage = await atTheInn();
  const babbling = await answering({ text: 'The sea is wide.' });
  const run = await stage.run('say', 'Good evening.', '--no-reply', '--settle', ...babbling);
  expect(run.code).toBe(0);
  expect(run.stdout).toContain('Good evening.');
  expect(run.stderr).toMatch(/background work failed: \d jobs? \(state: nonsense/);
});

test('RP-050 a scene whose telling failed as it closed is told later by itself, once the model answers', async () => {
  const stage = await atTheInn();
  await stage.json('say', 'Good evening.', '--no-reply');
  await stage.json('scenes', 'close');
  const nowhere = ['--backend', 'llamacpp', '--url', 'http://127.0.0.1:9'];
  expect((await stage.run('settle', ...nowhere)).code).toBe(4);
  expect((await stage.json('scenes'))[0]?.summaries).toEqual({});
  await stage.json('say', 'And a good night.', '--no-reply');
  await stage.json('settle');
  const [scene] = await stage.json('scenes');
  expect(Object.keys(Object(scene?.summaries))).toEqual(['Alice']);
});
