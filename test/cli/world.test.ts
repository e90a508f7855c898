import { expect, test } from 'vitest';
import { atTheInn } from './inn.ts';
import { ofType, type Stage } from './sotto.ts';

interface SomeBlock {
  readonly name: string;
  readonly text: string;
}

const promptBlocks = async (stage: Stage, who: string): Promise<SomeBlock[]> => {
  const [plan] = await stage.json('prompt', '--for', who);
  return (plan?.blocks ?? []) as SomeBlock[];
};
const blockOf = async (stage: Stage, who: string, name: string): Promise<string> =>
  (await promptBlocks(stage, who)).find((block) => block.name === name)?.text ?? '';

test('RP-127 sotto world sets and prints time, weather and place; undo takes it back', async () => {
  const stage = await atTheInn();
  expect(await stage.json('world')).toEqual([{ type: 'world', time: '', weather: '', place: '' }]);
  const dusk = { type: 'world', time: '2026-01-31T18:00', weather: '', place: '' };
  expect(await stage.json('world', 'set', 'time', '2026-01-31T18:00')).toEqual([dusk]);
  expect(await stage.json('world', '--as', 'Carl')).toEqual([dusk]);
  expect(await blockOf(stage, 'Bob', 'world')).toBe('[Time: 31 January 2026, 18:00.]\n');
  await stage.json('undo');
  expect(await stage.json('world')).toEqual([{ type: 'world', time: '', weather: '', place: '' }]);
  await stage.isSound();
});

test('RP-052 RP-055 RP-129 sotto entity sets what is so of somebody, an audited manual_edit', async () => {
  const stage = await atTheInn();
  await stage.json('entity', 'set', 'Bob', 'mood', 'grim');
  await stage.json('entity', 'set', 'Bob', 'activity.holding', 'a spoon, a lamp');
  const [own] = await stage.json('entity', 'show', 'Bob', '--as', 'Bob');
  expect(own).toMatchObject({ type: 'entity', name: 'Bob', mood: 'grim' });
  expect(own?.activity).toMatchObject({ holding: ['a spoon', 'a lamp'], action: { verb: '' } });
  const [seen] = await stage.json('entity', 'show', 'bob');
  expect(seen).toMatchObject({ mood: '', activity: { holding: ['a spoon', 'a lamp'] } });
  const edits = ofType(await stage.json('events'), 'event').filter(({ kind }) => kind === 'manual_edit');
  expect(edits.map(({ payload }) => (payload as { target: string }).target)).toEqual(['mood', 'activity']);
  expect(await blockOf(stage, 'Bob', 'state')).toBe('[Bob: Your mood: grim.]\n');
  expect(await blockOf(stage, 'Carl', 'state')).toBe('');
  expect(await blockOf(stage, 'Carl', 'activities')).toBe('[Now:\n- Bob: holding a spoon and a lamp]\n');
  await stage.isSound();
});

test('RP-053 RP-054 sotto container: places with slots, and who is moved out of earshot is away', async () => {
  const stage = await atTheInn();
  const [attic] = await stage.json('container', 'add', 'attic', '--slots', 'bed,trunk');
  expect(attic).toMatchObject({ type: 'container', name: 'attic', slots: ['bed', 'trunk'], holds: [] });
  expect(attic).toMatchObject({ moving: false, public: false, audibleRange: 'inside' });
  await stage.json('container', 'add', 'taproom', '--public', 'on');
  await stage.json('container', 'move', 'Alice', 'taproom');
  await stage.json('container', 'move', 'Bob', 'taproom', 'by the fire');
  await stage.json('container', 'move', 'Carl', 'attic', 'bed');
  expect(await stage.json('scene')).toEqual([{ type: 'scene', present: ['Alice', 'Bob'], away: ['Carl'] }]);
  await stage.json('container', 'set', 'attic', 'audibleRange', 'through the floor');
  await stage.json('container', 'move', 'Carl', 'attic', 'trunk');
  expect(await stage.json('scene')).toEqual([{ type: 'scene', present: ['Alice', 'Bob', 'Carl'], away: [] }]);
  const [, taproom] = await stage.json('containers');
  expect(taproom?.holds).toEqual([
    { entity: 'Alice', slot: '' },
    { entity: 'Bob', slot: 'by the fire' },
  ]);
  await stage.isSound();
});

test('RP-057 RP-095 RP-096 ruling 8: sotto edge, know and unknow; an edge is its owner’s alone', async () => {
  const stage = await atTheInn();
  await stage.json(
    'edge',
    'set',
    'Bob',
    'Carl',
    '--affinity',
    '40',
    '--trust',
    '-12',
    '--summary',
    'An old debt.',
  );
  await stage.json('know', 'Bob', 'Carl', 'Carl took the spoon.');
  const edge = { type: 'edge', from: 'Bob', to: 'Carl', affinity: 40, trust: -12, summary: 'An old debt.' };
  const [own, ...more] = await stage.json('edges', '--of', 'Bob');
  expect(own).toMatchObject({ ...edge, knowledge: ['Carl took the spoon.'], privateMoments: [] });
  expect(more).toEqual([]);
  expect(await stage.json('edges', '--of', 'Bob', '--as', 'Carl')).toEqual([]);
  expect(await stage.json('edges')).toEqual([]);
  expect(await stage.json('edges', '--all')).toHaveLength(1);
  expect(await blockOf(stage, 'Bob', 'edge')).toContain('You know of Carl: Carl took the spoon.');
  expect(await promptBlocks(stage, 'Carl')).toEqual(
    expect.not.arrayContaining([expect.objectContaining({ name: 'edge' })]),
  );
  expect((await stage.json('unknow', 'Bob', 'Carl', '1'))[0]?.knowledge).toEqual([]);
  await stage.isSound();
});

test('RP-062 RP-058 sotto thread and group: what is unresolved, and all of them together', async () => {
  const stage = await atTheInn();
  const [thread] = await stage.json('thread', 'open', 'Who took the spoon?');
  expect(thread).toMatchObject({ type: 'thread', text: 'Who took the spoon?', state: 'open' });
  await stage.json('group', 'set', 'dynamic', 'Polite, and tired of each other.');
  const group = { members: ['Alice', 'Bob', 'Carl'], threads: ['Who took the spoon?'] };
  expect((await stage.json('group'))[0]).toMatchObject({
    ...group,
    dynamic: 'Polite, and tired of each other.',
  });
  expect(await blockOf(stage, 'Bob', 'group')).toContain('Alice, Bob and Carl together:');
  expect(await blockOf(stage, 'Bob', 'threads')).toContain('[Unresolved: Who took the spoon?]');
  await stage.json('scene', 'Alice,Bob');
  expect(await blockOf(stage, 'Bob', 'group')).toBe('');
  await stage.json('leave', 'Bob');
  expect((await stage.json('thread', 'close', `${thread?.id}`, '--dropped'))[0]?.state).toBe('dropped');
  expect((await stage.json('group'))[0]?.members).toEqual(['Alice', 'Carl']);
  await stage.isSound();
});

test('RP-094 RP-023 sotto significance: what is pivotal to somebody is pinned for them', async () => {
  const stage = await atTheInn();
  await stage.json('say', 'I saw it.', '--no-reply');
  await stage.json('significance', 'last', '3', '--of', 'Bob');
  expect((await stage.json('pins', '--of', 'Bob')).map(({ text }) => text)).toEqual(['I saw it.']);
  expect(await stage.json('pins')).toEqual([]);
});

test.each([
  [['edge', 'set', 'Bob', 'Carl', '--affinity', '400'], 'affinity is at most 100; name a smaller number'],
  [['edge', 'set', 'Bob', 'Bob', '--affinity', '4'], 'an edge is between two; name another'],
  [['edge', 'set', 'Bob', 'Nobody', '--affinity', '4'], 'nobody here is called "Nobody"'],
  [['entity', 'set', 'Bob', 'mood', 'x'.repeat(90)], 'mood has at most 80 characters; write less'],
  [['container', 'move', 'Bob', 'moon'], 'no place is called "moon": there is none yet'],
  [['unknow', 'Bob', 'Carl', '3'], 'Bob knows no such fact about Carl'],
  [['thread', 'close', 'x'], 'no thread is meant by "x"'],
])('RP-095 what cannot be set is refused in one line, and nothing is stored: %s', async (args, said) => {
  const stage = await atTheInn();
  const before = await stage.json('events');
  const { code, stderr } = await stage.run(...args);
  expect([code === 2 || code === 3, stderr]).toEqual([true, expect.stringContaining(said)]);
  expect(await stage.json('events')).toEqual(before);
});
