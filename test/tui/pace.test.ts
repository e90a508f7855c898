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
  const pace = new Pace(() => now, 'a');
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

test('issue 31: what a server charges stands there for the last reply and the evening, and each is told of their own alone', async () => {
  const play = new SmallPlay([...scene]);
  const emulator = await open(play, { columns: 140, rows: 30 });
  const charged = { promptTokens: 1200, reusedTokens: 0, totalMs: 2000, cost: 0.00421 };
  play.emit(usage(charged));
  await emulator.shows('cost 0.0042 (evening 0.0042, 1k tokens)');
  play.emit(usage({ ...charged, cost: 0.002 }));
  await emulator.shows('cost 0.002 (evening 0.0062, 3k tokens)');
  play.emit(usage());
  await emulator.shows(' · evening 0.0062, 3k tokens');
  emulator.type('/as Carl\r');
  await emulator.shows('you are Carl');
  play.emit(usage());
  await emulator.settled();
  expect(emulator.text()).not.toContain('evening 0');
});

test('issue 31: a server that says no price is told of without one', () => {
  const pace = new Pace(() => 0, 'a');
  pace.hear(usage({ promptTokens: 9 }));
  expect(pace.usage).toMatchObject({ evening: { tokens: 69, cost: 0 } });
});
