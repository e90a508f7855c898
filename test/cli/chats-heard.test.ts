import { expect, test } from 'vitest';
import { atTheInn, innCard } from './inn.ts';

const at = (time: string): string[] => ['--now', `2030-01-01T${time}:00.000Z`];
const quiet = '--no-reply';

test('RP-083 sotto chats: when a chat was last updated, and the order of all, is told by what whoever is played there perceives', async () => {
  const stage = await atTheInn();
  const card = stage.file('other.json', JSON.stringify(innCard));
  await stage.json('say', 'The Inn', 'One.', quiet, ...at('10:00'));
  await stage.json('new', card, '--title', 'Another', ...at('11:00'));
  const before = await stage.json('chats');
  expect(before).toMatchObject([
    { title: 'Another', updatedAt: '2030-01-01T11:00:00.000Z' },
    { title: 'The Inn', updatedAt: '2030-01-01T10:00:00.000Z' },
  ]);
  await stage.json('say', 'The Inn', 'Psst.', '--as', 'Bob', '--to', 'Carl', quiet, ...at('12:00'));
  await stage.json('edge', 'set', 'Bob', 'Carl', '--affinity', '9', '--chat', 'The Inn', ...at('12:30'));
  expect(await stage.json('chats')).toEqual(before);
  await stage.json('say', 'The Inn', 'Two.', '--as', 'Bob', quiet, ...at('14:00'));
  expect((await stage.json('chats')).map(({ title }) => title)).toEqual(['The Inn', 'Another']);
});

test('RP-083 sotto chats: a line that was deleted, and one that is known to others now, count for nothing', async () => {
  const stage = await atTheInn();
  await stage.json('say', 'The Inn', 'One.', quiet, ...at('10:00'));
  await stage.json('say', 'The Inn', 'Two.', quiet, '--as', 'Bob', ...at('11:00'));
  await stage.json('audience', 'last', '--to', 'Carl', '--chat', 'The Inn', ...at('12:00'));
  expect(await stage.json('chats')).toMatchObject([{ updatedAt: '2030-01-01T10:00:00.000Z' }]);
});

test('RP-106 sotto reset --dry-run: what the character keeps, and others feel about it, is counted for those who know it', async () => {
  const stage = await atTheInn();
  await stage.json('edge', 'set', 'Alice', 'Bob', '--affinity', '3');
  const before = await stage.json('reset', 'Bob', '--dry-run');
  expect(before).toMatchObject([{ edges: 1, memories: 0, pins: 0, scenes: 0 }]);
  await stage.json('edge', 'set', 'Carl', 'Bob', '--affinity', '9');
  await stage.json('edge', 'set', 'Bob', 'Carl', '--affinity', '9');
  expect(await stage.json('reset', 'Bob', '--dry-run')).toEqual(before);
  await stage.json('as', 'Bob');
  expect(await stage.json('reset', 'Bob', '--dry-run')).toMatchObject([{ edges: 1 }]);
});

test('RP-083 a refused name reads that it is taken, and not who bears it, to whoever never met them', async () => {
  const stage = await atTheInn();
  await stage.json('leave', 'Carl');
  await stage.json('join', 'Fathom of Quill Sound', '--new');
  await stage.json('as', 'Carl');
  const tried = [
    ['join', 'fathom of quill sound'],
    ['join', 'FATHOM of quill sound', '--new'],
    ['rename', 'Carl', 'fathom OF quill sound'],
  ];
  for (const args of tried) {
    const refusal = await stage.refusal(2, ...args);
    expect(refusal.message).toMatch(/^that name is taken/);
    expect(refusal.message).not.toContain('Fathom of Quill Sound');
    expect(refusal.code).toBe('duplicate_name');
  }
  await stage.json('as', 'Alice');
  expect(await stage.refusal(2, 'join', 'Fathom of Quill Sound')).toMatchObject({ code: 'already_here' });
});
