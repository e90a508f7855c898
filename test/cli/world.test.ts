import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { atTheInn, innCard, keeperCard } from './inn.ts';
import { ofType, Stage } from './sotto.ts';

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
  expect(await blockOf(stage, 'Bob', 'world')).toBe('[Time: Saturday, 31 January 2026, 18:00 (evening).]\n');
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

test('RP-053 sotto container: two are there for each other where each hears the other, and the range is one of two words', async () => {
  const stage = await atTheInn();
  await stage.json('container', 'add', 'attic');
  await stage.json('container', 'add', 'taproom');
  await stage.json('container', 'move', 'Alice', 'taproom');
  await stage.json('container', 'move', 'Bob', 'attic');
  expect(await stage.json('scene')).toEqual([{ type: 'scene', present: ['Alice', 'Carl'], away: ['Bob'] }]);
  await stage.json('container', 'set', 'attic', 'audibleRange', 'everywhere');
  await stage.json('container', 'move', 'Bob', 'attic');
  expect(await stage.json('scene')).toEqual([{ type: 'scene', present: ['Alice', 'Carl'], away: ['Bob'] }]);
  await stage.json('container', 'set', 'taproom', 'audibleRange', 'Everywhere');
  await stage.json('container', 'move', 'Bob', 'attic');
  expect(await stage.json('scene')).toEqual([{ type: 'scene', present: ['Alice', 'Bob', 'Carl'], away: [] }]);
  const wrong = await stage.run('container', 'set', 'attic', 'audibleRange', 'through the floor');
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain('write inside (nobody outside hears) or everywhere');
  const added = await stage.run('container', 'add', 'yard', '--audible-range', 'none');
  expect(added.code).toBe(2);
  expect(await stage.json('containers')).toMatchObject([
    { name: 'attic', audibleRange: 'everywhere' },
    { name: 'taproom', audibleRange: 'everywhere' },
  ]);
  await stage.isSound();
});

test('RP-053 a slot that a place has holds one, and who goes somewhere else is out of it', async () => {
  const stage = await atTheInn();
  await stage.json('container', 'add', 'attic', '--slots', 'bed,trunk');
  await stage.json('container', 'add', 'yard');
  await stage.json('container', 'move', 'Alice', 'attic', 'bed');
  await stage.json('container', 'move', 'Bob', 'attic', 'by the window');
  await stage.json('container', 'move', 'Carl', 'attic', 'by the window');
  const taken = await stage.run('container', 'move', 'Bob', 'attic', 'Bed');
  expect(taken.code).toBe(2);
  expect(taken.stderr).toContain('"Bed" in attic is taken; name another slot, or none');
  await stage.json('container', 'move', 'Alice', 'attic', 'bed');
  await stage.json('entity', 'set', 'Alice', 'activity.container', 'yard');
  await stage.json('container', 'move', 'Bob', 'attic', 'bed');
  expect(await stage.json('containers')).toMatchObject([
    {
      name: 'attic',
      holds: [
        { entity: 'Bob', slot: 'bed' },
        { entity: 'Carl', slot: 'by the window' },
      ],
    },
    { name: 'yard', holds: [{ entity: 'Alice', slot: '' }] },
  ]);
  await stage.isSound();
});

test('RP-053 RP-062 two places or open threads of one name that whoever acts knows of are refused', async () => {
  const stage = await atTheInn();
  await stage.json('container', 'add', 'attic', '--moving', 'on');
  await stage.json('container', 'add', 'cellar');
  expect((await stage.run('container', 'add', 'Attic')).code).toBe(2);
  expect((await stage.run('container', 'set', 'cellar', 'name', 'attic')).code).toBe(2);
  await stage.json('container', 'set', 'attic', 'name', 'Attic');
  expect(await stage.json('containers')).toMatchObject([{ name: 'Attic', moving: true }, { name: 'cellar' }]);
  const [opened] = await stage.json('thread', 'open', 'Who has the key?');
  expect((await stage.run('thread', 'open', 'who has the key?')).code).toBe(2);
  expect(await stage.json('threads')).toEqual([opened]);
  await stage.isSound();
});

test('RP-053 RP-062 a place or thread that whoever acts does not know of is not told of by its name', async () => {
  const stage = await atTheInn();
  await stage.json('leave', 'Carl');
  await stage.json('container', 'add', 'attic', '--moving', 'on');
  await stage.json('thread', 'open', 'Who has the key?');
  await stage.run('as', 'Carl');
  expect(await stage.json('containers')).toEqual([]);
  expect((await stage.run('container', 'add', 'attic')).code).toBe(0);
  expect((await stage.run('thread', 'open', 'Who has the key?')).code).toBe(0);
});

test('RP-053 RP-054 sotto container: places with slots, and who is moved out of earshot is away', async () => {
  const stage = await atTheInn();
  const [attic] = await stage.json('container', 'add', 'attic', '--slots', 'bed,trunk');
  expect(attic).toMatchObject({ type: 'container', name: 'attic', slots: ['bed', 'trunk'], holds: [] });
  expect(attic).toMatchObject({ moving: false, public: false, audibleRange: 'inside' });
  await stage.json('container', 'add', 'taproom', '--public', 'on');
  await stage.json('container', 'move', 'Alice', 'taproom');
  await stage.json('container', 'move', 'Bob', 'taproom', 'by the fire');
  const moved = await stage.run('container', 'move', 'Carl', 'attic', 'bed');
  expect(moved.stdout).toContain('Carl is now out of hearing');
  expect(await stage.json('scene')).toEqual([{ type: 'scene', present: ['Alice', 'Bob'], away: ['Carl'] }]);
  await stage.json('container', 'set', 'attic', 'audibleRange', 'everywhere');
  await stage.json('container', 'set', 'taproom', 'audibleRange', 'everywhere');
  const back = await stage.run('container', 'move', 'Carl', 'attic', 'trunk');
  expect(back.stdout).toContain('Carl is now here');
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
  expect(await blockOf(stage, 'Bob', 'edge')).toContain('About Carl: Carl took the spoon.');
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

test('RP-034 RP-092 new --kickoff FILE: what is so when the play begins, places before who is in them', async () => {
  const stage = new Stage();
  const card = stage.file('inn.json', JSON.stringify(innCard));
  const lines = [
    {
      type: 'entity',
      name: 'Bob',
      mood: 'grim',
      activity: { container: 'taproom', action: { verb: 'drinking' } },
    },
    { type: 'edge', from: 'Bob', to: 'Carl', affinity: -30, knowledge: ['Carl owes him.'] },
    { type: 'container', name: 'taproom', slots: ['bar'], public: true },
    { type: 'world', time: '1801-10-04T21:00', weather: 'rain' },
  ];
  const kickoff = stage.file('kickoff.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'));
  await stage.json('new', card, '--kickoff', kickoff);
  expect((await stage.json('containers'))[0]).toMatchObject({
    name: 'taproom',
    holds: [{ entity: 'Bob', slot: '' }],
  });
  expect((await stage.json('edges', '--of', 'Bob'))[0]).toMatchObject({
    affinity: -30,
    trust: 0,
    knowledge: ['Carl owes him.'],
  });
  expect((await stage.json('entity', 'show', 'Bob'))[0]).toMatchObject({
    mood: '',
    activity: { action: { verb: 'drinking' } },
  });
  expect((await stage.json('world'))[0]).toMatchObject({ time: '1801-10-04T21:00', weather: 'rain' });
  await stage.isSound();
});

test.each([
  ['{"type":"edge","from":"Bob","to":"Nobody"}', 'nobody here is called "Nobody"'],
  ['{"type":"edge","from":"Bob","to":"Carl","affinity":4000}', 'affinity is at most 100'],
  ['{"type":"potion"}', 'line 1 of'],
  ['not json', 'is not JSON'],
])('RP-092 a kickoff that cannot be is refused, and no chat is begun: %s', async (line, said) => {
  const stage = new Stage();
  const card = stage.file('inn.json', JSON.stringify(innCard));
  const { stderr, code } = await stage.run('new', card, '--kickoff', stage.file('k.jsonl', line));
  expect([code, stderr]).toEqual([expect.any(Number), expect.stringContaining(said)]);
  expect(await stage.json('chats')).toEqual([]);
});

test('RP-073 RP-125 sotto entity export and import: a character with its state and card, as JSON, in another chat', async () => {
  const stage = await atTheInn();
  await stage.json('entity', 'set', 'Bob', 'goals', 'leave, sleep');
  await stage.json('edge', 'set', 'Bob', 'Carl', '--trust', '-12');
  await stage.json('edge', 'set', 'Bob', 'Alice', '--trust', '7');
  const file = stage.file('bob.json', '');
  await stage.json('entity', 'export', 'Bob', '--out', file, '--force');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toBeTypeOf('object');
  const keeper = stage.file('keeper.json', JSON.stringify(keeperCard));
  await stage.json('new', keeper, '--as', 'Carl');
  const [taken] = await stage.json('entity', 'import', file);
  expect(taken).toMatchObject({ type: 'imported', kind: 'entity', name: 'Bob' });
  expect(taken?.warnings).toEqual(['what it feels about Alice is left out: nobody here has that name']);
  expect((await stage.json('entity', 'show', 'Bob', '--as', 'Bob'))[0]).toMatchObject({
    goals: ['leave', 'sleep'],
  });
  expect((await stage.json('edges', '--of', 'Bob')).map(({ to, trust }) => [to, trust])).toEqual([
    ['Carl', -12],
  ]);
  await stage.isSound();
});

test.each([
  [['edge', 'set', 'Bob', 'Carl', '--affinity', '400'], 'affinity is at most 100; give a smaller number'],
  [['edge', 'set', 'Bob', 'Bob', '--affinity', '4'], 'these are the same character; name two'],
  [['edge', 'set', 'Bob', 'Nobody', '--affinity', '4'], 'nobody here is called "Nobody"'],
  [['entity', 'set', 'Bob', 'mood', 'x'.repeat(90)], 'mood has at most 80 characters; write less'],
  [['container', 'move', 'Bob', 'moon'], 'no place is called "moon": there are none yet'],
  [['unknow', 'Bob', 'Carl', '3'], 'Bob knows no such fact about Carl'],
  [['thread', 'close', 'x'], '"x" matches no thread'],
])('RP-095 what cannot be set is refused in one line, and nothing is stored: %s', async (args, said) => {
  const stage = await atTheInn();
  const before = await stage.json('events');
  const { code, stderr } = await stage.run(...args);
  expect([code === 2 || code === 3, stderr]).toEqual([true, expect.stringContaining(said)]);
  expect(await stage.json('events')).toEqual(before);
});

test('ruling 9 RP-110 sotto proposals lists who seems to have come or gone; agreed to they do, refused they do not', async () => {
  const stage = await atTheInn();
  await stage.json('say', 'Bob leaves the room.', '--no-reply', '--settle');
  const [open] = await stage.json('proposals');
  const [said] = await stage.json('log', '--tail', '1');
  expect(open).toEqual({
    ...{ type: 'proposal', id: expect.any(String), what: 'leaves', who: 'Bob' },
    ...{ text: 'Bob seems to have left', of: said?.id },
  });
  expect(await stage.json('proposals', '--as', 'Carl')).toEqual([open]);
  const missing = await stage.run('proposal', 'accept', 'nothing');
  expect(missing.stderr).toContain('see `sotto proposals`');
  expect(await stage.json('proposal', 'refuse', open?.id ?? '')).toEqual([open]);
  expect(await stage.json('proposals')).toEqual([]);
  await stage.json('undo');
  expect(await stage.json('proposal', 'accept', open?.id ?? '')).toEqual([open]);
  expect(await stage.json('scene')).toEqual([{ type: 'scene', present: ['Alice', 'Carl'], away: ['Bob'] }]);
  await stage.json('say', 'Bob comes in.', '--no-reply', '--settle');
  expect(await stage.json('proposals')).toMatchObject([{ what: 'arrives', who: 'Bob' }]);
  await stage.isSound();
});

test('RP-094 what is set by hand or read from a file acts neither on a terminal nor in a prompt', async () => {
  const stage = await atTheInn();
  const steering = 'fog\u001b[31m red\u001b]0;title\u0007';
  await stage.json('world', 'set', 'weather', steering);
  await stage.json('occasion', 'add', `a f\u001b[2Jeast`, '--prop', `a b\u001b[2Joar`);
  const file = stage.file('so.jsonl', `${JSON.stringify({ type: 'entity', name: 'Bob', mood: steering })}\n`);
  await stage.json('entity', 'import', file).catch(() => []);
  const [world] = await stage.json('world');
  expect(world?.weather).toBe('fog red');
  const all = [
    ...(await stage.json('occasions')),
    ...(await stage.json('entities', '--all')),
    ...(await stage.json('prompt', '--for', 'Bob')),
  ];
  expect(JSON.stringify(all)).not.toMatch(/\\u001b|\\u0007/);
});
