import { expect, test } from 'vitest';
import type { PlayEvent, ReplyUsage } from '../../src/play/chat/play-state.ts';
import { Pace } from '../../src/tui/state/pace.ts';
import { bob, scene } from './fair.ts';
import { open } from './open-screens.ts';
import { SmallPlay } from './small-play.ts';

const usage = (change: Partial<ReplyUsage> = {}): PlayEvent => ({
  ...{ type: 'usage', speaker: bob },
  usage: {
    ...{ promptTokens: 0, reusedTokens: 0, generatedTokens: 60, firstTokenMs: 0, totalMs: 0 },
    ...{ backend: 'llamacpp', model: 'small', ...change },
  },
});

test('how fast a line of another came is taken from when its text came to be seen', () => {
  let now = 1000;
  const pace = new Pace(() => now);
  for (const later of [9000, 500, 1500]) {
    now += later;
    pace.hear({ type: 'delta', speaker: bob, text: 'word' });
  }
  pace.hear(usage());
  expect(pace.usage).toMatchObject({ generatedTokens: 60, totalMs: 2000, promptTokens: 0 });
  pace.hear(usage({ promptTokens: 9, totalMs: 700 }));
  expect(pace.usage).toMatchObject({ promptTokens: 9, totalMs: 700 });
  pace.hear(usage());
  expect(pace.usage?.totalMs).toBe(0);
});

test('invariant 2 figures of a prompt leave the screen with whom they belong to', async () => {
  const play = new SmallPlay([...scene]);
  const emulator = await open(play);
  play.emit(usage({ promptTokens: 4000, reusedTokens: 3000, totalMs: 2000 }));
  await emulator.shows('4000 tokens, 75 % reused · 30 tokens/s');
  emulator.type('/as Carl\r');
  await emulator.shows('you are Carl');
  expect(emulator.text()).not.toContain('reused');
});
