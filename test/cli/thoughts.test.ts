import { expect, test } from 'vitest';
import { withKeeper } from './inn.ts';
import { serverSaying } from './scripted.ts';
import { areShaped } from './shapes.ts';
import { ofType, Stage } from './sotto.ts';

const thoughts = /find the key|hides something/g;

/** A chat in which Bob and Alice, who is played, each thought before they spoke. */
async function thoughtful(): Promise<Stage> {
  const stage = new Stage();
  const said = { type: 'message', text: 'Good evening.', at: '2026-01-31T12:00:00.000Z' };
  const lines = [
    { type: 'chat', title: 'The Inn', cast: ['Alice', 'Bob'] },
    { ...said, speaker: 'Bob', reasoning: 'She must not find the key.' },
    { ...said, speaker: 'Alice', reasoning: 'He hides something.' },
  ];
  const text = lines.map((line) => JSON.stringify(line)).join('\n');
  await stage.json('chat', 'import', stage.file('inn.jsonl', text));
  return stage;
}

test('invariant 2: a log shows a thought to who thought it alone, no prompt holds any', async () => {
  const stage = await thoughtful();
  const thoughtsOf = async (...args: string[]) => {
    const lines = await stage.json('log', ...args);
    areShaped(lines);
    return lines.map(({ reasoning }) => reasoning);
  };
  const [bobs, alices] = ['She must not find the key.', 'He hides something.'];
  expect(await thoughtsOf()).toEqual([undefined, alices]);
  expect(await thoughtsOf('--as', 'Bob')).toEqual([bobs, undefined]);
  expect(await thoughtsOf('--all')).toEqual([bobs, alices]);
  expect(await stage.text('log', '--all')).not.toMatch(thoughts);
  for (const name of ['Alice', 'Bob']) {
    expect(JSON.stringify(await stage.json('prompt', '--for', name))).not.toMatch(thoughts);
  }
  await stage.isSound();
});

test.each(['jsonl', 'sillytavern', 'json', 'markdown'])(
  'invariant 2: %s as NAME holds what NAME thought and nothing that others thought; Markdown holds none',
  async (format) => {
    const stage = await thoughtful();
    const found = async (...who: string[]) =>
      (await stage.text('chat', 'export', '--format', format, ...who)).match(thoughts) ?? [];
    const isForPeople = format === 'markdown';
    expect(await found()).toEqual(isForPeople ? [] : ['find the key', 'hides something']);
    expect(await found('--as', 'Bob')).toEqual(isForPeople ? [] : ['find the key']);
    expect(await found('--as', 'Alice')).toEqual(isForPeople ? [] : ['hides something']);
  },
);

test('thoughts are no part of a reply, of what streams, nor of the next prompt; the speaker keeps them', async () => {
  const stage = await withKeeper();
  const server = await serverSaying('<thi', 'nk>Boots', '.</think>\n\nGood ', 'evening.');
  const lines = await stage.json('reply', '--by', 'Keeper', ...server);
  areShaped(lines);
  const streamed = ofType(lines, 'delta').map(({ text }) => text);
  expect(streamed.join('')).toBe('Good evening.');
  expect(ofType(lines, 'message')).toMatchObject([{ text: 'Good evening.' }]);
  expect(JSON.stringify(lines)).not.toContain('Boots.');
  expect(await stage.json('log', '--as', 'Keeper', '--tail', '1')).toMatchObject([{ reasoning: 'Boots.' }]);
  expect(await stage.text('prompt', '--for', 'Keeper')).not.toContain('Boots.');
});
