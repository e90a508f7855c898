import { expect, test } from 'vitest';
import { message, scene } from './fair.ts';
import { open } from './open-screens.ts';
import { SmallPlay } from './small-play.ts';

const talk = (count: number): SmallPlay =>
  new SmallPlay(
    Array.from({ length: count }, (_, index) =>
      message(`m${index}`, index % 50 === 7 ? `a key, number ${index}` : `line ${index}`),
    ),
  );

test('/search lists the hits with who, when and the words around them; Enter goes there', async () => {
  const emulator = await open(talk(400));
  await emulator.shows('line 399');
  emulator.type('/search key\r');
  await emulator.shows('Search: key');
  expect(emulator.text()).toContain('Alice · 2026-01-01 00:00 · a key, number 357');
  emulator.type('\x1b[B\r');
  await emulator.shows('a key, number 307');
  await emulator.hides('Search: key');
  expect(emulator.text()).toContain('line 308');
  expect(emulator.text()).not.toContain('line 399');
});

test('/find goes up from match to match, and Esc back to the newest', async () => {
  const emulator = await open(talk(400));
  await emulator.shows('line 399');
  emulator.type('/find key\r');
  await emulator.shows('line 358');
  emulator.type('/find\r');
  await emulator.shows('line 308');
  emulator.type('/find number 257\r');
  await emulator.shows('line 258');
  emulator.type('/find line 308\r');
  await emulator.shows('wrapped to the latest match: Alice');
  await emulator.shows('line 309');
  emulator.type('/find nowhere\r');
  await emulator.shows('no match for nowhere');
  emulator.type('\x15');
  emulator.type('\x1b');
  await emulator.shows('line 399');
});

test('/goto goes to a message by its id, and nothing to search for is said', async () => {
  const emulator = await open(talk(200));
  emulator.type('/goto m3\r');
  await emulator.shows('line 3');
  emulator.type('/find\r');
  await emulator.shows('missing argument: /find TEXT');
});

test('KT-12 what was looked for is forgotten when somebody else plays', async () => {
  const play = new SmallPlay([...scene, message('m9', 'Morning!')]);
  const emulator = await open(play);
  emulator.type('/find tent\r');
  await emulator.shows('n and N for the previous');
  emulator.type('/as Carl\r');
  await emulator.shows('Carl >');
  emulator.type('/find\r');
  await emulator.shows('missing argument: /find TEXT');
  expect(emulator.text()).not.toContain('tent');
});

test('issue 29.12 /find says which of the matches this one is, from the first; nothing where there are very many', async () => {
  const emulator = await open(new SmallPlay([...scene, message('m9', 'Morning!')]));
  emulator.type('/find morning\r');
  await emulator.shows('3/3 Alice');
  emulator.type('n');
  await emulator.shows('2/3 Bob');
  const other = await open(talk(300));
  other.type('/find line\r');
  await other.shows('line 299 · n and N');
  expect(other.text()).not.toMatch(/\d+\/\d+/);
});
