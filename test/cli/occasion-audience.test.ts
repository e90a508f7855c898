import { expect, test } from 'vitest';
import { atTheInn } from './inn.ts';
import type { Stage } from './sotto.ts';

const party = ['occasion', 'add', 'surprise party for Carl', '--prop', 'a cake', '--needs', 'moon'];
const namesTo = async (stage: Stage, who: string) =>
  (await stage.json('occasions', '--as', who)).map(({ name }) => name);

test('RP-083 sotto occasion add: who was away when it was planned is told nothing of it by coming in', async () => {
  const stage = await atTheInn();
  await stage.json('leave', 'Carl');
  const [added] = await stage.json(...party, '--at', '2026-01-31T18:00');
  await stage.json('join', 'Carl');
  expect([await namesTo(stage, 'Carl'), await namesTo(stage, 'Bob')]).toEqual([
    [],
    ['surprise party for Carl'],
  ]);
  await stage.json('as', 'Carl');
  for (const name of [`${added?.id}`, 'surprise party for Carl', 'sur'])
    expect(await stage.refusal(3, 'occasion', 'start', name)).toMatchObject({
      code: 'no_such_occasion',
      message: `no occasion is called "${name}"; see \`sotto occasions\``,
    });
});

test('RP-083 sotto occasion tell: who is told knows of it, and nobody else; who does not know may take its name', async () => {
  const stage = await atTheInn();
  await stage.json(...party, '--to', 'Bob');
  expect(await namesTo(stage, 'Carl')).toEqual([]);
  await stage.json('as', 'Carl');
  const [own] = await stage.json('occasion', 'add', 'surprise party for Carl', '--to', 'Alice');
  expect(await stage.json('occasions')).toMatchObject([{ id: own?.id, props: [] }]);
  await stage.json('as', 'Bob');
  const [told] = await stage.json('occasion', 'tell', 'surprise', '--to', 'Carl');
  expect(told).toMatchObject({ type: 'occasion', name: 'surprise party for Carl', needs: ['moon'] });
  expect(told?.id).not.toBe(own?.id);
  expect(await namesTo(stage, 'Carl')).toHaveLength(2);
  expect(await namesTo(stage, 'Bob')).toHaveLength(1);
  await stage.json('undo');
  expect(await namesTo(stage, 'Carl')).toHaveLength(1);
  expect(await stage.refusal(2, 'occasion', 'tell', 'surprise', '--to', 'Nobody')).toMatchObject({
    code: 'unknown_name',
  });
  await stage.isSound();
});

test('RP-083 RP-126 sotto skip and sotto world set time: by one who does not know of it, it begins for those who do alone, and nothing is listed', async () => {
  const stage = await atTheInn();
  await stage.json('world', 'set', 'time', '2026-01-31T08:00');
  await stage.json(...party.slice(0, -2), '--at', '2026-01-31T09:00', '--to', 'Bob');
  await stage.json('as', 'Carl');
  const [skipped] = await stage.json('skip', 'an hour later', '--jump');
  expect(skipped).toMatchObject({ due: [], to: '2026-01-31T09:00' });
  await stage.json('world', 'set', 'time', '2026-01-31T10:00');
  expect(await stage.json('occasions')).toEqual([]);
  await stage.json('as', 'Bob');
  expect(await stage.json('occasions')).toMatchObject([{ state: 'active' }]);
  await stage.json('world', 'set', 'time', '2026-01-31T10:30');
  expect(await stage.json('occasions', '--as', 'Carl')).toMatchObject([
    { name: 'surprise party for Carl', state: 'active', props: ['a cake'], when: '', gist: '', needs: [] },
  ]);
  await stage.isSound();
});

test('RP-083 sotto join --knows-past tells of what all who were there were told, and not of what was kept to fewer', async () => {
  const stage = await atTheInn();
  await stage.json('leave', 'Carl');
  await stage.json(...party);
  await stage.json('occasion', 'add', 'a robbery', '--to', 'Bob');
  await stage.json('join', 'Carl', '--knows-past');
  expect(await namesTo(stage, 'Carl')).toEqual(['surprise party for Carl']);
});

test('RP-083 who comes in sees what goes on there in an order that tells nothing of when each was planned', async () => {
  const stage = await atTheInn();
  await stage.json('leave', 'Carl');
  const names = ['a fair', 'a race', 'a wake', 'a raffle', 'a feast'];
  for (const name of names) await stage.json('occasion', 'add', name);
  for (const name of names) await stage.json('occasion', 'start', name);
  await stage.json('join', 'Carl');
  const ids = (await stage.json('occasions', '--as', 'Carl')).map(({ id }) => `${id}`);
  expect(ids).toHaveLength(names.length);
  expect(ids).toEqual([...ids].sort());
});
