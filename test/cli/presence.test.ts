import { expect, test } from 'vitest';
import { atTheInn, plainCard } from './inn.ts';
import { areShaped } from './shapes.ts';
import { texts } from './sotto.ts';

const quiet = ['--no-reply'];

test('RP-059 leave, join and scene: who is away perceives nothing, and JSON says who is where', async () => {
  const stage = await atTheInn();
  const lines = [
    ...(await stage.json('leave', 'carl')),
    ...(await stage.json('scene')),
    ...(await stage.json('join', 'Carl')),
    ...(await stage.json('scene', 'Alice,Bob')),
  ];
  areShaped(lines);
  expect(lines).toEqual([
    { type: 'left', name: 'Carl' },
    { type: 'scene', present: ['Alice', 'Bob'], away: ['Carl'] },
    { type: 'joined', name: 'Carl' },
    { type: 'scene', present: ['Alice', 'Bob'], away: ['Carl'] },
  ]);
  await stage.json('say', 'Carl is late.', ...quiet);
  expect(texts(await stage.json('log', '--as', 'Carl'))).not.toContain('Carl is late.');
  expect(texts(await stage.json('log', '--as', 'Bob'))).toContain('Carl is late.');
  await stage.json('as', 'Carl');
  const told = 'you are not present, so you do not see who is.\naway: Carl\n';
  expect(await stage.text('scene')).toBe(told);
  await stage.isSound();
});

test('join takes one of the library by name or card, somebody new only when told so', async () => {
  const stage = await atTheInn();
  expect(await stage.refusal(3, 'join', 'Dora')).toMatchObject({ code: 'no_such_card' });
  expect(await stage.refusal(2, 'join', 'Dora', '--new', '--card', 'x')).toMatchObject({
    code: 'new_and_card',
  });
  await stage.json('say', 'Before.', ...quiet);
  expect(await stage.json('join', 'Dora', '--new', '--knows-past')).toEqual([
    { type: 'joined', name: 'Dora' },
  ]);
  const card = stage.file('ines.json', plainCard('Ines', 'Good evening.'));
  await stage.json('card', 'import', card);
  expect(await stage.json('join', 'ines')).toEqual([{ type: 'joined', name: 'Ines' }]);
  expect(await stage.json('join', 'Innes, a stranger', '--card', 'Ines')).toMatchObject([
    { name: 'Innes, a stranger' },
  ]);
  expect(texts(await stage.json('log', '--as', 'Dora'))).toContain('Before.');
  expect(texts(await stage.json('log', '--as', 'Ines'))).toEqual([]);
  const [plan] = await stage.json('prompt', '--for', 'Ines');
  expect(plan?.prompt).toContain('Ines lives at the inn.');
  expect(await stage.refusal(2, 'join', 'Dora')).toMatchObject({ code: 'already_here' });
});

test('join takes a card file where a name stands, and keeps it in the library', async () => {
  const stage = await atTheInn();
  const card = stage.file('ines.json', plainCard('Ines', 'Good evening.'));
  expect(await stage.json('join', card)).toEqual([{ type: 'joined', name: 'Ines' }]);
  expect(await stage.json('cards')).toContainEqual(expect.objectContaining({ name: 'Ines' }));
  const [plan] = await stage.json('prompt', '--for', 'Ines');
  expect(plan?.prompt).toContain('Ines lives at the inn.');
});

test('KT-05 a whisper to a name with a comma, and one to somebody who is away', async () => {
  const stage = await atTheInn();
  await stage.json('join', 'Quill, Esq.', '--new');
  await stage.json('say', 'Psst.', '--to', 'quill, esq.,Bob', ...quiet);
  expect((await stage.json('log', '--all')).at(-1)?.knownTo).toEqual(['Alice', 'Bob', 'Quill, Esq.']);
  await stage.json('leave', 'Bob');
  expect(await stage.refusal(2, 'say', 'Psst.', '--to', 'Bob', ...quiet)).toMatchObject({
    code: 'absent_audience',
  });
  expect(await stage.refusal(2, 'say', 'Psst.', '--to', 'Alice', ...quiet)).toMatchObject({
    code: 'empty_audience',
  });
  expect(await stage.refusal(2, 'reply', '--by', 'Bob')).toMatchObject({ code: 'absent' });
});

test('RP-097 audience changes who has heard a range of messages, and rename reaches every line', async () => {
  const stage = await atTheInn();
  await stage.json('say', 'One.', ...quiet);
  await stage.json('say', 'Two.', ...quiet);
  expect(await stage.json('audience', '-2', '--through', 'last', '--to', 'bob')).toEqual([
    { type: 'audience', count: 2 },
  ]);
  await stage.json('rename', 'Bob', 'Robert');
  const lines = await stage.json('log', '--tail', '2');
  expect(lines.map(({ knownTo }) => knownTo)).toEqual([
    ['Alice', 'Robert'],
    ['Alice', 'Robert'],
  ]);
  expect(texts(await stage.json('log', '--as', 'Carl'))).not.toContain('Two.');
  await stage.json('audience', 'last', '--public');
  expect(texts(await stage.json('log', '--as', 'Carl'))).toContain('Two.');
  expect(await stage.text('audience', 'last', '--public')).toContain('nothing changes');
  expect(await stage.refusal(2, 'audience', 'last')).toMatchObject({ code: 'which_audience' });
});

test('RP-059 * is a look and no role', async () => {
  const stage = await atTheInn();
  await stage.json('say', 'Psst.', '--to', 'Bob', ...quiet);
  expect(await stage.json('log', '--as', '*')).toEqual(await stage.json('log', '--all'));
  expect(await stage.refusal(2, 'as', '*')).toMatchObject({ code: 'not_a_role' });
  const star = stage.file('star.json', plainCard('*', ''));
  expect(await stage.refusal(2, 'new', star)).toMatchObject({ code: 'bad_name' });
  expect(
    await stage.refusal(2, 'new', stage.file('ines.json', plainCard('Ines', '')), '--as', '*'),
  ).toMatchObject({
    code: 'bad_name',
  });
  expect(await stage.refusal(2, 'say', 'Hi.', '--as', '*')).toMatchObject({ code: 'looking_on' });
});

test('an export as somebody names nobody whom they never met', async () => {
  const stage = await atTheInn();
  await stage.json('scene', 'Bob');
  await stage.json('join', 'Dora', '--new');
  for (const format of ['jsonl', 'sillytavern', 'markdown', 'json']) {
    const text = (await stage.run('chat', 'export', '--as', 'Carl', '--format', format)).stdout;
    expect(text).toContain('Carl');
    expect(text).not.toContain('Dora');
  }
  const [header = ''] = (await stage.text('chat', 'export', '--as', 'Carl')).split('\n');
  expect(JSON.parse(header)).toMatchObject({ cast: ['Alice', 'Bob', 'Carl'], playing: 'Alice' });
});

test('RP-059 what somebody away did not hear they have not heard where the chat comes in as one of SillyTavern', async () => {
  const stage = await atTheInn();
  await stage.json('leave', 'Carl');
  await stage.json('say', 'Carl is late.', ...quiet);
  await stage.json('join', 'Carl');
  await stage.json('say', 'There he is.', ...quiet);
  const file = stage.file('inn.jsonl', await stage.text('chat', 'export', '--format', 'sillytavern'));
  await stage.json('chat', 'import', file, '--title', 'Again');
  const heard = texts(await stage.json('log', 'Again', '--as', 'Carl'));
  expect(heard).not.toContain('Carl is late.');
  expect(heard).toContain('There he is.');
  expect(texts(await stage.json('log', 'Again', '--as', 'Bob'))).toContain('Carl is late.');
});
