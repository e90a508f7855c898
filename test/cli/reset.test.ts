import { expect, test } from 'vitest';
import { atTheInn, innCard } from './inn.ts';
import { ofType, texts } from './sotto.ts';

test('RP-105 RP-106 reset takes a character’s own chats and all its traces in those of others out of play; undo and chat restore bring them back', async () => {
  const stage = await atTheInn();
  const keeper = stage.file(
    'keeper2.json',
    JSON.stringify({ ...innCard, title: 'Own', chars: ['Bob', 'Dora'], role: 'Dora' }),
  );
  await stage.json('new', keeper, '--title', 'Own');
  await stage.json('say', 'Mine.', '--no-reply', '--chat', 'Own').catch(() => []);
  await stage.json('edge', 'set', 'Bob', 'Alice', '--affinity', '9', '--chat', 'The Inn');
  await stage.json('edge', 'set', 'Carl', 'Bob', '--affinity', '5', '--chat', 'The Inn');
  await stage.json('entity', 'set', 'Bob', 'mood', 'sly', '--chat', 'The Inn');
  const dry = await stage.json('reset', 'Bob', '--dry-run', '--chat', 'The Inn');
  expect(dry).toMatchObject([{ type: 'reset', title: 'The Inn', as: 'guest', edges: 0, memories: 0 }]);
  expect(await stage.json('edges', '--of', 'Bob', '--chat', 'The Inn')).toHaveLength(1);
  await stage.json('reset', 'Bob', '--chat', 'The Inn', '--yes');
  expect(await stage.json('edges', '--all', '--chat', 'The Inn')).toEqual([]);
  const entities = ofType(await stage.json('entities', '--all', '--chat', 'The Inn'), 'entity');
  expect(JSON.stringify(entities)).not.toContain('sly');
  await stage.json('undo', 'The Inn');
  expect(await stage.json('edges', '--all', '--chat', 'The Inn')).toHaveLength(2);
  await stage.isSound();
});

test('RP-105 the host’s own chat goes out of the list with what people do there, and comes back as it was', async () => {
  const stage = await atTheInn();
  await stage.json('say', 'kept', '--no-reply');
  const [found] = await stage.json('reset', 'Alice', '--yes');
  expect(found).toMatchObject({ type: 'reset', title: 'The Inn', as: 'host' });
  expect(await stage.json('chats')).toEqual([]);
  await stage.json('chat', 'restore', 'The Inn');
  await stage.json('undo', 'The Inn');
  expect(texts(await stage.json('log'))).toEqual([innCard.first_msg, 'kept']);
  expect(await stage.refusal(3, 'reset', 'Nobody')).toMatchObject({ code: 'unknown_name' });
  await stage.isSound();
});

test('RP-105 reset asks first: without a terminal and without --yes nothing is done', async () => {
  const stage = await atTheInn();
  const before = await stage.text('events');
  expect(await stage.refusal(2, 'reset', 'Bob')).toMatchObject({ code: 'not_confirmed' });
  expect(await stage.text('events')).toBe(before);
});
