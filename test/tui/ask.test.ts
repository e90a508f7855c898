import { describe, expect, test } from 'vitest';
import { open } from './open-screens.ts';
import { SmallPlay } from './small-play.ts';

describe('/ask', () => {
  test('HC-11 the answer is a page to read, closed with Esc; nothing stands in the transcript', async () => {
    const play = new SmallPlay([]);
    const emulator = await open(play);
    emulator.type('/ask Bob --kind remember Where is the key?\r');
    await emulator.shows('Bob has seen nothing.');
    expect(emulator.text()).toContain('Bob, beside the play (remember)');
    expect(play.calls).toEqual([['ask', 'Bob', 'Where is the key?', 'remember']]);
    emulator.type('\x1b');
    await emulator.hides('Bob has seen nothing.');
  });

  test('HC-11 with --keep it is said that the answer stays, and who hears it', async () => {
    const emulator = await open(new SmallPlay([]));
    emulator.type('/ask Bob --keep Where is the key?\r');
    await emulator.shows('kept: only Bob and you hear it');
  });

  test('without a name those who can be asked are listed', async () => {
    const emulator = await open(new SmallPlay([]));
    emulator.type('/ask\r');
    await emulator.shows('Whom to ask');
    emulator.type('2');
    await emulator.shows('Bob has seen nothing.');
  });

  test('HC-12 names and kinds complete', async () => {
    const emulator = await open(new SmallPlay([]));
    emulator.type('/ask Bob --kind ses\t');
    await emulator.shows('/ask Bob --kind session-summary');
  });
});
