import { expect, test } from 'vitest';
import { Stage } from './sotto.ts';

const master = new URL('../../cards/the-game-master.json', import.meta.url).pathname;
const form = [
  'setup',
  'Game Master',
  '--players',
  'Ann: a thief; climbing 6, lying 5 | Ben: her brother; law 8',
];

const planIn = (stage: Stage): Promise<string> =>
  stage.text('tool', 'call', 'plan', '{"do":"read"}', '--by', 'Game Master');

async function atTheTable(): Promise<Stage> {
  const stage = new Stage();
  await stage.json('persona', 'add', 'Ann', 'A thief with a limp.');
  await stage.json('new', master, '--persona', 'Ann', '--title', 'First night');
  return stage;
}

test('HC-39 HC-23 a story is prepared by a form: outline, plan of the game master alone, players with their skills, start', async () => {
  const stage = await atTheTable();
  const [set] = await stage.json(...form, '--mode', 'story', '--start');
  expect(set).toEqual({ type: 'scenario_set', acts: 3, refused: 0 });
  const prompt = await stage.text('prompt', '--for', 'Game Master');
  expect(prompt).toContain('Ann, a thief; skills: climbing 6, lying 5');
  expect(prompt).toContain('Ben, her brother; skills: law 8');
  expect(await planIn(stage)).toContain('1. [ ] A clerk');
  expect(await stage.text('log')).not.toContain('A clerk is found');
  expect(
    (await stage.text('log')).split('\n').filter((line) => line.includes('Game Master')).length,
  ).toBeGreaterThan(0);
});

test('HC-39 skills are at most six, none above 8, and 20 points together', async () => {
  const stage = await atTheTable();
  for (const [players, why] of [
    ['Ann: a thief; climbing 9', 'at most 8'],
    ['Ann: a thief; a 8, b 8, c 5', 'spends 21 points; there are 20'],
    ['Ann: a thief; a 1, b 1, c 1, d 1, e 1, f 1, g 1', 'at most 6'],
    ['Ann', 'write it like'],
    ['Ann: a thief; climbing', 'no skill'],
  ] as const)
    expect((await stage.run('setup', 'Game Master', '--players', players)).stderr).toContain(why);
  expect(await planIn(stage)).toContain('no plan yet');
});

test('HC-39 KT-07 somebody whom the played character never met leads no story, as if they were not there', async () => {
  const stage = await atTheTable();
  for (const step of [
    ['leave', 'Ann'],
    ['join', 'Quill', '--new'],
    ['leave', 'Quill'],
    ['join', 'Ann'],
  ])
    await stage.json(...step);
  for (const stranger of ['Quill', 'Rook']) {
    const { code, stderr } = await stage.run('setup', stranger);
    expect(code).toBe(3);
    expect(stderr).toContain(`nobody here is called "${stranger}"; there is Game Master or Ann`);
  }
});

test('HC-40 an act that is over is ticked off, and the game master is told to close it with a hint and to open the next', async () => {
  const stage = await atTheTable();
  await stage.json(...form);
  await stage.text('say', 'So act 1 is over, is it?');
  const plan = await planIn(stage);
  expect(plan).toContain('1. [x] A clerk');
  expect(plan).toContain('2. [ ] ');
  const tick = (act?: number) =>
    stage.run('tool', 'call', 'plan', JSON.stringify({ do: 'tick', act }), '--by', 'Game Master');
  expect((await tick(4)).stderr).toContain('there is no act 4 in your plan');
  expect((await tick()).stdout).toMatch(/Act 2 is over[\s\S]*hint at act 3; then open act 3/);
  expect((await tick(3)).stdout).toContain('That was the last act');
  expect((await tick()).stderr).toContain('no act of your plan is left');
});

test('HC-24 HC-53 the next day another story is told with the same persona, and the same one with another', async () => {
  const stage = await atTheTable();
  await stage.json(...form);
  await stage.json('new', master, '--persona', 'Ann', '--title', 'Second night');
  const played = await stage.text('tool', 'call', 'list_played', '--by', 'Game Master');
  expect(played).toMatch(/The Salt Ledger\n {2}- A clerk/);
  const again = { do: 'write', title: 'the salt ledger', acts: ['Anything.'] };
  const refusal = await stage.run('tool', 'call', 'plan', JSON.stringify(again), '--by', 'Game Master');
  expect(refusal.stderr).toContain('played before with this player, as "The Salt Ledger"');
  await stage.json(...form);
  expect(await planIn(stage)).toContain('Nine Lamps');
  await stage.json('persona', 'add', 'Zoe', 'Somebody else.');
  await stage.json('new', master, '--persona', 'Zoe', '--title', 'Third night');
  await stage.json(...form);
  expect(await planIn(stage)).toContain('The Salt Ledger');
});

test('HC-38 in story mode the game master is reminded at the end of each prompt not to ask what anybody does, in either mode of its own', async () => {
  const stage = await atTheTable();
  await stage.json(...form, '--mode', 'story');
  const prompt = () => stage.text('prompt', '--for', 'Game Master');
  expect(await prompt()).toContain('no line of yours ends by asking what anybody does');
  expect(await prompt()).toMatch(/never with "what do you do\?"\.\]\n/);
  await stage.json(...form, '--mode', 'initiative');
  expect(await prompt()).toContain('the players decide at every turn');
});

test('HC-37 where two people play at one screen, whoever answers for the one who was spoken to is told so', async () => {
  const stage = await atTheTable();
  await stage.json('join', 'Ben', '--new');
  await stage.text('player', 'Ben', 'Bo');
  await stage.json('say', 'Ben, the sergeant asks for your name.', '--as', 'Game Master', '--no-reply');
  const wrong = await stage.run('say', 'I am Ann.', '--no-reply');
  expect(wrong.stderr + wrong.stdout).toContain('Game Master spoke to Ben, and this was written as Ann');
  await stage.json('say', 'Ben, the sergeant asks again.', '--as', 'Game Master', '--no-reply');
  const right = await stage.run('say', 'I am Ben.', '--as', 'Ben', '--no-reply');
  expect(right.stderr + right.stdout).not.toContain('spoke to');
});

test('HC-36 whoever the game master plays becomes a character of their own once a person says so, and it no longer plays them', async () => {
  const stage = await atTheTable();
  const said = 'Sister Odo: "The gate is shut." Sister Odo hides a key.';
  await stage.json('say', said, '--as', 'Game Master', '--no-reply');
  const proposed = await stage.text(
    'tool',
    'call',
    'split_out_character',
    '{"name":"Sister Odo"}',
    '--by',
    'Game Master',
  );
  expect(proposed).toContain('/split "Sister Odo" --from "Game Master" agrees');
  const refused = await stage.run('split', 'Sister Odo', '--from', 'Game Master');
  expect(refused.stderr).toContain('--yes');
  expect((await stage.json('scene')).at(0)).not.toMatchObject({
    present: expect.arrayContaining(['Sister Odo']),
  });
  const [made] = await stage.json('split', 'Sister Odo', '--from', 'Game Master', '--yes');
  expect(made).toMatchObject({ type: 'split', name: 'Sister Odo', from: 'Game Master' });
  expect(`${made?.description}`).toContain('The gate is shut');
  expect((await stage.json('cards')).map(({ name }) => name)).toContain('Sister Odo');
  expect(await stage.text('prompt', '--for', 'Sister Odo')).toContain('The gate is shut');
  const prompt = await stage.text('prompt', '--for', 'Game Master');
  expect(prompt).toContain('never write what Sister Odo says, does or thinks');
  expect((await stage.run('split', 'Sister Odo', '--yes')).stderr).toContain('already');
});
