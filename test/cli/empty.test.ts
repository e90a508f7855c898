import { expect, test } from 'vitest';
import { atTheInn } from './inn.ts';

test.each([
  ['pins', 'stay in every prompt'],
  ['memories', 'what matters'],
  ['memory find moon', 'no match: memories'],
  ['search zebra', 'no match: perceived messages'],
  ['occasions', 'no occasions yet'],
  ['scenes', 'no finished scenes yet'],
  ['threads', 'no open threads'],
  ['containers', 'no places yet'],
  ['edges', 'no relationships yet'],
  ['jobs', 'no background jobs'],
  ['failures', 'no failed classifier calls'],
  ['notes', 'no notes yet'],
  ['proposals', 'no suggestions'],
  ['persona list', 'no personas yet'],
])('%s, empty, says beside the result what would stand there; JSON has nothing', async (line, said) => {
  const stage = await atTheInn();
  const run = await stage.run(...line.split(' '));
  expect(run).toMatchObject({ code: 0, stdout: '' });
  expect(run.stderr).toContain(said);
  expect(await stage.run(...line.split(' '), '--json')).toMatchObject({ code: 0, stdout: '', stderr: '' });
});

test.each(['pins', 'occasions', 'scenes', 'threads', 'containers', 'edges', 'notes', 'persona list'])(
  'issue 29.7: %s, empty, says how something comes there',
  async (line) => {
    const { stderr } = await (await atTheInn()).run(...line.split(' '));
    expect(stderr).toMatch(/; `sotto [a-z]+/);
  },
);

test('as without a name says whom one plays', async () => {
  const stage = await atTheInn();
  expect(await stage.json('as')).toEqual([{ type: 'as', playing: 'Alice' }]);
  await stage.json('as', 'Bob');
  expect(await stage.text('as')).toBe('you play Bob\n');
});

test('a command that is not there is said to be none, with or without what stands behind it', async () => {
  const stage = await atTheInn();
  for (const behind of [[], ['x'], ['x', '--json', 'y']]) {
    const run = await stage.run('logg', ...behind);
    expect(run.code).toBe(2);
    expect(run.stdout + run.stderr).toMatch(/there is no command .{1,2}logg.{1,2}; did you mean `sotto log`/);
  }
});
