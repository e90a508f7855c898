import { expect, test } from 'vitest';
import { toldPresence } from '../../../src/domain/audience/told-presence.ts';

test.each([
  ['Bob leaves the room.', { left: ['Bob'] }],
  ['*walks out*', { left: ['Alice'] }],
  ['*Bob nods and walks off to the kitchen.* Bye.', { left: ['Bob'], leftTo: 'the kitchen' }],
  ['Carl and Bob go upstairs.', { left: ['Carl', 'Bob'], leftTo: 'upstairs' }],
  ['“I will be back.” Bob walked out of the room.', { left: ['Bob'] }],
  ['Then Carl returns, dripping.', { came: ['Carl'] }],
  ['Carl comes in with a lamp.', { came: ['Carl'] }],
])('ruling 9 who comes and goes is read from what is narrated: %s', (text, told) => {
  expect(toldPresence(text, 'Alice')).toEqual({ left: [], came: [], ...told });
});

test.each([
  '"Bob leaves the room."',
  'Bob leaves the lamp on the table.',
  'Bob says that Carl leaves.',
  'If Bob leaves, we are lost.',
  'Bob does not leave.',
  'Does Bob leave?',
  'Bob wants to go home.',
  'Bob turned left.',
  'I leave now.',
  'The old man leaves.',
  'Bob comes in and leaves.',
])('ruling 9 what is quoted, denied, wished or said of both is nothing: %s', (text) => {
  expect(toldPresence(text, 'Alice')).toEqual({ left: [], came: [] });
});
