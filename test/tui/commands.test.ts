import { describe, expect, test } from 'vitest';
import { SottoError } from '../../src/domain/errors.ts';
import { scene } from './fair.ts';
import { open } from './open-screens.ts';
import { SmallPlay } from './small-play.ts';

describe('commands', () => {
  test('KT-12 KT-13 F2 lists the cast; a number chooses whom to write as, and the chat is what that one perceived', async () => {
    const emulator = await open(new SmallPlay([...scene]));
    expect(emulator.text()).not.toContain('A word, Carl');
    emulator.type('\x1bOQ');
    await emulator.shows('Write as');
    emulator.type('3');
    await emulator.shows('Carl >');
    await emulator.shows('A word, Carl');
    expect(emulator.text()).not.toContain('behind the tent');
  });

  test('KT-17 the status line counts what was not heard, never with its text', async () => {
    const emulator = await open(new SmallPlay([...scene]));
    expect(emulator.text()).toContain('1 unheard');
  });

  test('an unknown command names the nearest one', async () => {
    const emulator = await open(new SmallPlay([]));
    emulator.type('/rewin 2\r');
    await emulator.shows('did you mean /rewind?');
  });

  test('/to whispers to names, also ones with a comma between', async () => {
    const play = new SmallPlay([]);
    const emulator = await open(play);
    emulator.type('/to @bob, carl hush now\r');
    await emulator.shows('hush now');
    expect(play.calls).toEqual([['say', 'hush now', ['Bob', 'Carl']]]);
  });

  test('/rewind asks with what would be undone, and only yes does it', async () => {
    const play = new SmallPlay([...scene]);
    const emulator = await open(play);
    emulator.type('/rewind 2\r');
    await emulator.shows('Take back 2 turns?');
    emulator.type('n');
    await emulator.hides('Take back');
    expect(play.messages.length).toBe(5);
    emulator.type('/rewind 2\r');
    await emulator.shows('Take back 2 turns?');
    emulator.type('y');
    await emulator.hides('The king is dead');
    expect(play.messages.length).toBe(3);
  });

  test('/edit brings the message into the composer to be rewritten', async () => {
    const play = new SmallPlay([...scene.slice(0, 1)]);
    const emulator = await open(play);
    emulator.type('/edit\r');
    await emulator.shows('Alice > /edit m1 Good morning!');
    emulator.type('\x15/edit m1 Good night\r');
    await emulator.shows('/undo takes it back');
    expect(play.calls).toEqual([['edit', 'm1', 'Good night']]);
  });

  test('/prompt shows the plan of a speaker block by block', async () => {
    const emulator = await open(new SmallPlay([]));
    emulator.type('/prompt Bob\r');
    await emulator.shows('[frozen · must] rules · 2 tokens');
  });

  test('branches are chosen from a list', async () => {
    const play = new SmallPlay([]);
    const emulator = await open(play);
    emulator.type('/branches\r');
    await emulator.shows('He draws');
    emulator.type('due\r');
    await emulator.shows('on branch duel');
    expect(play.calls).toEqual([['switchTo', 'duel']]);
  });

  test('Right on an empty line is the next alternative', async () => {
    const play = new SmallPlay([]);
    const emulator = await open(play);
    emulator.type('\x1b[C');
    await emulator.shows('alternative 2 of 3');
    expect(play.calls).toEqual([['swipe', 'next']]);
  });

  test('Tab completes commands and names', async () => {
    const play = new SmallPlay([]);
    const emulator = await open(play);
    emulator.type('/reg\t');
    await emulator.shows('/regenerate');
    emulator.type('\x15hey @bo\t');
    await emulator.shows('hey @Bob');
  });

  test('RP-108 a failure is a panel that says what to do and can try again; what was said is not given back', async () => {
    const play = new SmallPlay([...scene]);
    const emulator = await open(play);
    play.failure = new SottoError('server', 'unreachable', 'no server answers at 127.0.0.1:8080; start it');
    emulator.type('hello\r');
    await emulator.shows('start it');
    expect(emulator.text()).toContain('r try again');
    expect(emulator.text()).not.toContain('> hello');
    emulator.type('r');
    await emulator.hides('start it');
    expect(play.calls).toEqual([
      ['say', 'hello'],
      ['reply', 'Bob'],
    ]);
  });
});
