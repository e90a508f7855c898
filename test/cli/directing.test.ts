import { expect, test } from 'vitest';
import { atTheInn } from './inn.ts';
import { areShaped } from './shapes.ts';
import { ofType } from './sotto.ts';

test('strategy sets and prints how it is decided who answers', async () => {
  const stage = await atTheInn();
  const change = ['--set', 'list', '--mute', 'carl', '--talkative', 'Bob=0.25', '--self-reply', 'on'];
  const lines = await stage.json('strategy', ...change);
  areShaped(lines);
  const talkativeness = { Alice: 0.5, Bob: 0.25, Carl: 0.5 };
  const director = { type: 'director', strategy: 'list', selfReply: true, muted: ['Carl'], talkativeness };
  expect(lines).toEqual([director]);
  expect(await stage.json('strategy')).toEqual([director]);
  expect(await stage.text('strategy', '--unmute', 'Carl')).toBe(
    'strategy: list\nself-reply: on\nmuted: nobody\ntalkativeness: Alice 0.5, Bob 0.25, Carl 0.5\n',
  );
  await stage.isSound();
});

test('RP-047 strategy says that the classifier is missing which the strategy needs', async () => {
  const stage = await atTheInn();
  expect(await stage.text('strategy', '--set', 'model')).toContain(
    'strategy: model (no classifier is set ([backend.classifier] in the config); natural until then)\n',
  );
});

test.each([
  ['bad_strategy', ['--set', 'fair']],
  ['bad_argument', ['--self-reply', 'maybe']],
  ['bad_talkativeness', ['--talkative', 'Bob']],
  ['bad_talkativeness', ['--talkative', 'Bob=2']],
])('strategy refuses %s', async (code, args) => {
  const stage = await atTheInn();
  expect(await stage.refusal(2, 'strategy', ...args)).toMatchObject({ code });
});

test('next says who would answer, and why', async () => {
  const stage = await atTheInn();
  const lines = await stage.json('next', 'Carl, where is Bob?');
  areShaped(lines);
  expect(lines).toEqual([{ type: 'next', speakers: ['Carl'], why: 'named' }]);
  expect(await stage.text('next', 'Bob and Carl?')).toBe('Bob, Carl (named)\n');
  expect(await stage.text('next', '--as', 'Bob')).toBe('Carl (the first)\n');
  await stage.text('strategy', '--set', 'manual');
  expect(await stage.text('next')).toBe('nobody (manual)\n');
});

test('auto lets the director go on for as many turns, never for the human', async () => {
  const stage = await atTheInn();
  const spoken = ofType(await stage.json('auto', '--turns', '4'), 'message').map(({ speaker }) => speaker);
  expect(spoken).toHaveLength(4);
  expect(new Set(spoken)).toEqual(new Set(['Bob', 'Carl']));
  expect(await stage.refusal(2, 'auto', '--turns', '0')).toMatchObject({ code: 'bad_number' });
  await stage.text('strategy', '--set', 'manual');
  expect(await stage.json('auto', '--turns', '2')).toEqual([]);
});

test('the talkativeness of a card counts until something else is said', async () => {
  const chars = [
    'Alice',
    { name: 'Bob', extensions: { talkativeness: '0' } },
    { name: 'Carl', extensions: { talkativeness: 0.9 } },
  ];
  const stage = await atTheInn({ title: 'The Inn', role: 'Alice', chars });
  expect(await stage.json('strategy')).toMatchObject([{ talkativeness: { Alice: 0.5, Bob: 0, Carl: 0.9 } }]);
  expect(await stage.text('next', 'Hello.')).toBe('Carl (the first)\n');
  expect(await stage.text('next', 'Bob?')).toBe('Bob (named)\n');
});
