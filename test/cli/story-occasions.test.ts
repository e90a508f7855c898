import { expect, test } from 'vitest';
import { atTheInn, innCard } from './inn.ts';
import { ofType, type Stage } from './sotto.ts';

interface SomeBlock {
  readonly name: string;
  readonly text: string;
}

const promptOf = async (stage: Stage, who: string): Promise<SomeBlock[]> => {
  const [plan] = await stage.json('prompt', '--for', who);
  return (plan?.blocks ?? []) as SomeBlock[];
};

const picnic = ['occasion', 'add', 'The picnic', '--prop', 'basket', '--prop', 'silver knife'];

test('RP-061 RP-084 RP-085 sotto occasion: what goes on is in the prompt with its props, and nothing of it before or after', async () => {
  const stage = await atTheInn();
  const [added] = await stage.json(
    ...picnic,
    '--gist',
    'They ate.',
    '--significance',
    '2',
    '--needs',
    'moon',
  );
  expect(added).toMatchObject({
    type: 'occasion',
    name: 'The picnic',
    state: 'planned',
    when: '',
    needs: ['moon'],
  });
  expect(added).toMatchObject({ props: ['basket', 'silver knife'], significance: 2, gist: 'They ate.' });
  expect(JSON.stringify(await promptOf(stage, 'Bob'))).not.toMatch(/basket|picnic/);
  const started = await stage.run('occasion', 'start', 'the pic');
  expect(started).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('The picnic starts without moon'),
  });
  const blocks = await promptOf(stage, 'Bob');
  expect(blocks.map(({ text }) => text)).toContain(
    '[Going on: The picnic. At hand: basket and silver knife.]\n',
  );
  expect(await stage.refusal(2, 'occasion', 'start', 'The picnic')).toMatchObject({ code: 'bad_transition' });
  expect(await stage.refusal(2, ...picnic)).toMatchObject({ code: 'occasion_exists' });
  expect(
    await stage.refusal(2, 'occasion', 'close', 'The picnic', '--gist', 'The basket fell.'),
  ).toMatchObject({
    ...{ code: 'names_prop', message: expect.stringContaining('somebody with --gives') },
  });
  await stage.json('entity', 'set', 'Bob', 'activity.holding', 'the basket');
  const [over] = await stage.json(
    'occasion',
    'close',
    `${added?.id}`,
    '--gives',
    'Bob:silver knife',
    '--teaches',
    'Carl:Bob:Bob: he sings',
    '--relates',
    'Alice:Bob:They are friends.',
  );
  expect(over).toMatchObject({ state: 'completed' });
  expect(JSON.stringify(await promptOf(stage, 'Carl'))).not.toMatch(/basket|picnic|knife/);
  expect(JSON.stringify(await promptOf(stage, 'Bob'))).toMatch(/You carry: silver knife/);
  const edges = await stage.json('edges', '--all');
  expect(edges).toMatchObject([
    { from: 'Alice', summary: 'They are friends.' },
    { from: 'Carl', knowledge: ['Bob: he sings'] },
  ]);
  await stage.json('undo');
  expect((await stage.json('occasions'))[0]).toMatchObject({ state: 'active' });
  expect((await stage.json('entity', 'show', 'Bob', '--all'))[0]).toMatchObject({
    activity: { holding: ['the basket'] },
    inventory: [],
  });
  await stage.isSound();
});

test('RP-070 where a gist names a prop, `occasion add` names the options that it has to give that to somebody', async () => {
  const stage = await atTheInn();
  const duel = ['occasion', 'add', 'The duel', '--prop', 'sword', '--gist', 'The sword broke.'];
  expect(await stage.refusal(2, ...duel)).toMatchObject({
    ...{ code: 'names_prop', message: expect.stringContaining('with --start-gives or --end-gives') },
  });
  await stage.json(...duel, '--end-gives', 'Bob:sword');
});

test('RP-065 RP-066 RP-126 sotto skip: time passes in one act, with what falls due, as a line of the transcript', async () => {
  const stage = await atTheInn();
  await stage.json('world', 'set', 'time', '2026-01-30T18:00');
  await stage.json(...picnic, '--at', '2026-01-30T20:00', '--end-gives', 'Bob:silver knife');
  await stage.json('occasion', 'add', 'The ball', '--at', '2026-01-31T08:00', '--prop', 'fans');
  await stage.json('entity', 'set', 'Carl', 'activity.verb', 'sleeping');
  const [skipped] = await stage.json('skip', 'the next morning');
  expect(skipped).toMatchObject({ type: 'skipped', way: 'jump', to: '2026-01-31T08:00' });
  expect(skipped?.due).toEqual([
    { name: 'The picnic', state: 'completed' },
    { name: 'The ball', state: 'active' },
  ]);
  const [last] = (await stage.json('log')).slice(-1);
  expect(last).toMatchObject({ type: 'message', text: 'the next morning' });
  expect(await stage.json('world', '--as', 'Carl')).toMatchObject([{ time: '2026-01-31T08:00' }]);
  expect((await stage.json('entity', 'show', 'Carl'))[0]).toMatchObject({
    activity: { action: { verb: '' } },
  });
  expect(
    ofType(await stage.json('events'), 'event').filter(({ kind }) => kind === 'scene_closed'),
  ).toHaveLength(1);
  await stage.json('undo');
  expect(await stage.json('world')).toMatchObject([{ time: '2026-01-30T18:00' }]);
  expect((await stage.json('occasions')).map(({ state }) => state)).toEqual(['planned', 'planned']);
  expect(await stage.refusal(2, 'skip', 'a new chapter')).toMatchObject({ code: 'unclear_skip' });
  expect(await stage.refusal(2, 'skip', 'on', '--jump', '--to', '2026-01-30T17:00')).toMatchObject({
    code: 'not_later',
  });
  await stage.isSound();
});

test('RP-059 sotto meanwhile: others speak without the human, who perceives none of it', async () => {
  const stage = await atTheInn();
  const lines = ofType(await stage.json('meanwhile', 'Bob,Carl', '--turns', '2'), 'message');
  expect(lines.map(({ speaker }) => speaker).sort()).toEqual(['Bob', 'Carl']);
  expect(ofType(await stage.json('log'), 'message')).toHaveLength(1);
  expect(ofType(await stage.json('log', '--as', 'Carl'), 'message')).toHaveLength(3);
  expect(await stage.refusal(2, 'meanwhile', 'Alice,Bob')).toMatchObject({ code: 'human_in_scene' });
  await stage.isSound();
});

test('RP-050 RP-059 sotto meanwhile --back: what each keeps of both scenes, and the human among them again by one command', async () => {
  const stage = await atTheInn();
  await stage.json('meanwhile', 'Bob,Carl', '--turns', '2');
  const away = await stage.refusal(2, 'say', 'Hello?');
  expect(away).toMatchObject({ code: 'absent', message: expect.stringContaining('`sotto join "Alice"`') });
  expect(String(away.message)).not.toMatch(/(^|\s)\/\w/);
  expect(await stage.json('meanwhile', '--back')).toEqual([
    { type: 'scene', present: ['Alice', 'Bob', 'Carl'] },
  ]);
  await stage.json('settle');
  const ofAll = (await stage.json('scenes', '--all')).map(({ summaries }) => Object.keys(Object(summaries)));
  expect(ofAll).toEqual([
    ['Alice', 'Bob', 'Carl'],
    ['Bob', 'Carl'],
  ]);
  expect((await stage.json('memories', '--of', 'Alice')).length).toBeGreaterThan(0);
  expect(await stage.refusal(2, 'meanwhile', '--back')).toMatchObject({ code: 'already_here' });
  await stage.json('say', 'I am back.', '--no-reply');
  await stage.isSound();
});

test('RP-126 sotto skip --stop ends at the first occasion that begins on the way', async () => {
  const stage = await atTheInn();
  await stage.json('world', 'set', 'time', '2026-01-30T18:00');
  await stage.json('occasion', 'add', 'The trial', '--at', '2026-01-30T19:00', '--needs', 'moon');
  await stage.json(...picnic, '--at', '2026-01-30T20:00', '--until', '2026-01-30T21:30');
  await stage.json('occasion', 'add', 'The ball', '--at', '2026-01-31T08:00');
  expect(await stage.json('skip', 'the next morning', '--stop')).toMatchObject([
    {
      to: '2026-01-30T20:00',
      due: [
        { name: 'The trial', state: 'expired' },
        { name: 'The picnic', state: 'active' },
      ],
    },
  ]);
  expect((await stage.json('occasions'))[0]).toMatchObject({ state: 'active', until: '2026-01-30T21:30' });
  expect(await stage.json('skip', 'an hour later', '--jump', '--stop')).toMatchObject([
    { to: '2026-01-30T21:00', due: [] },
  ]);
  expect(await stage.json('skip', 'the next morning')).toMatchObject([
    {
      due: [
        { name: 'The picnic', state: 'completed' },
        { name: 'The ball', state: 'active' },
      ],
    },
  ]);
  await stage.isSound();
});

test('RP-065 a line that says nothing but that time passes is offered as a skip, and no more', async () => {
  const stage = await atTheInn();
  const said = await stage.run('say', '*three hours later*', '--no-reply');
  expect(said.stderr).toContain('`sotto skip "three hours later"` lets that time pass');
  expect((await stage.run('say', '*waves*', '--no-reply')).stderr).not.toContain('skip');
});

test('RP-061 a kickoff file holds occasions in the shape in which they are printed', async () => {
  const stage = await atTheInn();
  await stage.json(...picnic, '--at', '2026-01-31T08:00');
  const lines = (await stage.json('occasions')).map((line) => JSON.stringify(line)).join('\n');
  const card = stage.file('inn.json', JSON.stringify(innCard));
  await stage.json('new', card, '--kickoff', stage.file('kickoff.jsonl', lines), '--title', 'Another');
  const [there] = await stage.json('occasions', '--chat', 'Another');
  expect(there).toMatchObject({
    name: 'The picnic',
    when: '2026-01-31T08:00',
    props: ['basket', 'silver knife'],
  });
});

test('RP-126 an occasion in the past is refused in a script, where the time is known and only there', async () => {
  const stage = await atTheInn();
  const plan = ['occasion', 'add', 'duel', '--at', '1911-10-04T20:00'];
  await stage.json(...plan);
  await stage.json('undo');
  await stage.json('world', 'set', 'time', '1911-10-04T23:20');
  expect(await stage.refusal(2, ...plan)).toMatchObject({ code: 'in_the_past' });
  expect(await stage.json('occasions')).toEqual([]);
  await stage.json('occasion', 'add', 'duel', '--at', '1911-10-04T23:50');
});
