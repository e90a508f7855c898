import { expect, test } from 'vitest';
import { atTheInn } from './inn.ts';
import { ofType, type Stage } from './sotto.ts';

const usual = { depth: 4, role: 'system', every: 1, to: [] };

const promptFor = async (stage: Stage, name: string): Promise<string> =>
  (await stage.json('prompt', '--for', name))[0]?.prompt ?? '';

test('HC-19 HC-46 sotto note sets, prints and takes away the note, for all or for some', async () => {
  const stage = await atTheInn();
  expect(await stage.json('note')).toEqual([{ type: 'note', ...usual, text: '' }]);
  const flags = ['--depth', '0', '--role', 'user', '--every', '1', '--to', 'bob'];
  const set = { type: 'note', depth: 0, role: 'user', every: 1, to: ['Bob'], text: 'It rains.' };
  expect(await stage.json('note', 'It rains.', ...flags)).toEqual([set]);
  expect(await stage.json('note')).toEqual([{ type: 'note', ...usual, text: '' }]);
  expect(await stage.json('notes', '--as', 'Bob')).toEqual([set]);
  expect(await promptFor(stage, 'Bob')).toContain('It rains.');
  expect(await promptFor(stage, 'Carl')).not.toContain('It rains.');
  expect(await stage.feed('It\nsnows.\n', 'note', '-')).toMatchObject({ code: 0 });
  expect(await stage.text('note')).toBe("Author's note (for everyone, depth 4, system): It\nsnows.\n");
  expect(await stage.text('note', '--off')).toBe("there is no author's note\n");
  await stage.isSound();
});

test('HC-20 HC-22 sotto scenario and sotto notes: each knows its own, --all everything', async () => {
  const stage = await atTheInn();
  const told = { type: 'scenario', character: 'Carl', text: 'You stole the spoon.' };
  expect(await stage.json('scenario', 'carl', 'You stole the spoon.')).toEqual([told]);
  expect(await stage.json('scenario', 'Carl')).toEqual([told]);
  expect(await stage.json('notes')).toEqual([]);
  expect(await stage.json('notes', '--as', 'Carl')).toEqual([told]);
  expect(await stage.json('notes', '--all')).toEqual([told]);
  expect(await stage.json('scenario', 'Carl', '--off')).toEqual([{ ...told, text: '' }]);
});

test('HC-21 HC-22 sotto letter: read before the next line of each, and waiting until then', async () => {
  const stage = await atTheInn();
  await stage.json('letter', 'Leave the door open.', '--to', 'Bob, Carl', '--subject', 'Tonight');
  const waiting = { type: 'letter', from: 'Alice', subject: 'Tonight', text: 'Leave the door open.' };
  expect(await stage.json('notes', '--all')).toEqual([
    { ...waiting, to: 'Bob' },
    { ...waiting, to: 'Carl' },
  ]);
  await stage.json('reply', '--by', 'Bob');
  expect(await stage.json('notes', '--all')).toEqual([{ ...waiting, to: 'Carl' }]);
  await stage.json('letter', 'Who are you?', '--from', 'Carl', '--to', 'Alice');
  const sent = 'sent: Alice to Bob, Carl (Tonight): Leave the door open.';
  expect(await stage.text('notes')).toBe(`Carl to Alice: Who are you?\n${sent}\n`);
  expect(await stage.json('notes', '--as', 'Carl')).toMatchObject([
    { from: 'Alice', to: 'Carl' },
    { from: 'Carl', to: 'Alice', sent: true },
  ]);
});

test('HC-16 HC-17 sotto director prints the reply and never the instruction', async () => {
  const stage = await atTheInn();
  const lines = await stage.json('director', 'Bob', 'Confess to nothing.');
  expect(ofType(lines, 'message')).toMatchObject([{ speaker: 'Bob' }]);
  for (const args of [
    ['log', '--all'],
    ['chat', 'export'],
    ['notes', '--all'],
    ['search', 'confess'],
  ]) {
    expect((await stage.run(...args)).stdout).not.toContain('Confess');
  }
});

test('HC-46 invariant 2 a note, a scenario and a letter for others change not a byte of what one can see', async () => {
  const stage = await atTheInn();
  await stage.json('say', 'Good evening, all.');
  const looks = [
    ['log', '--as', 'Carl', '--json'],
    ['prompt', '--for', 'Carl', '--json'],
    ['chat', 'export', '--as', 'Carl'],
    ['chat', 'export', '--as', 'Carl', '--format', 'markdown'],
    ['notes', '--as', 'Carl', '--json'],
    ['search', 'rains', '--as', 'Carl', '--json'],
  ];
  const seen = () => Promise.all(looks.map((args) => stage.run(...args)));
  const before = await seen();
  expect(before.map(({ code }) => code)).toEqual(looks.map(() => 0));
  await stage.json('note', 'It rains cats.', '--to', 'Alice,Bob');
  await stage.json('scenario', 'Bob', 'It rains dogs.');
  await stage.json('letter', 'It rains frogs.', '--to', 'Bob');
  expect(await seen()).toEqual(before);
});

test('HC-37 sotto player says who plays whom', async () => {
  const stage = await atTheInn();
  expect(await stage.text('player', 'Bob')).toBe('no player is named for Bob\n');
  const line = { type: 'player', character: 'Bob', player: 'Ann' };
  expect(await stage.json('player', 'bob', 'Ann')).toEqual([line]);
  expect(await stage.json('player', 'Bob')).toEqual([line]);
  expect(await stage.json('player', 'Bob', '-')).toEqual([{ ...line, player: '' }]);
});

test('HC-37 an export keeps whom the human was at each message, an import gives it back', async () => {
  const stage = await atTheInn();
  await stage.json('persona', 'add', 'Ally', 'A late guest.');
  await stage.json('as', 'Alice', '--persona', 'Ally');
  await stage.json('say', 'Good evening.', '--no-reply');
  const path = `${stage.folder}/inn.jsonl`;
  await stage.json('chat', 'export', '--out', path);
  await stage.json('chat', 'import', path, '--title', 'Again');
  const personas = async (chat: string) =>
    (await stage.run('chat', 'export', chat)).stdout
      .split('\n')
      .filter((line) => line.includes('Good evening.'))
      .map((line) => JSON.parse(line).persona);
  expect(await personas('The Inn')).toEqual([{ name: 'Ally', description: 'A late guest.' }]);
  expect(await personas('Again')).toEqual(await personas('The Inn'));
  expect((await stage.run('chat', 'export', 'The Inn', '--as', 'Bob')).stdout).not.toContain('late guest');
});

test.each([
  [2, 'bad_number', ['note', 'x', '--depth', 'four']],
  [2, 'bad_number', ['note', 'x', '--every', '0']],
  [2, 'too_deep', ['note', 'x', '--depth', '1001']],
  [2, 'unknown_name', ['note', 'x', '--to', 'Eve']],
  [2, 'nothing_set', ['note', '--off']],
  [2, 'empty_text', ['letter', '', '--to', 'Bob']],
  [2, 'empty_audience', ['letter', 'x', '--to', ',']],
  [2, 'empty_text', ['director', 'Bob', ' ']],
  [2, 'bad_player', ['player', 'Bob', '']],
])('%i %s: %j', async (exit, code, args) => {
  const stage = await atTheInn();
  expect(await stage.refusal(exit, ...args)).toMatchObject({ code });
});
