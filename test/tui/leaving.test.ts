import { expect, test } from 'vitest';
import type { Play } from '../../src/play/play.ts';
import { closeLeft } from '../../src/tui/leaving.ts';

/** A chat that is left, and whose server keeps things for as long as it takes. */
function left() {
  const told: string[] = [];
  let passes = () => {};
  const after = (_: number, run: () => void): (() => void) => {
    passes = run;
    return () => {
      passes = () => {};
    };
  };
  let done = () => {};
  const closing: Play['close'] = async ({ leaving } = {}) => {
    leaving?.keeping();
    await new Promise<void>((resolve) => {
      done = resolve;
      leaving?.signal.addEventListener('abort', () => resolve());
    });
  };
  const play = { close: closing } as Pick<Play, 'close'> as Play;
  const closed = closeLeft(play, after, (text) => told.push(text));
  return { told, closed, passes: () => passes(), done: () => done() };
}

test('31 leaving tells that the server is keeping what it has read once that takes a moment, and Ctrl+C ends it', async () => {
  const before = process.listenerCount('SIGINT');
  const { told, closed, passes } = left();
  expect(told).toEqual([]);
  passes();
  expect(told).toEqual([expect.stringContaining('Ctrl+C quits at once')]);
  process.emit('SIGINT');
  await closed;
  expect(process.listenerCount('SIGINT')).toBe(before);
});

test('31 leaving tells nothing of what is kept at once', async () => {
  const { told, closed, passes, done } = left();
  done();
  await closed;
  passes();
  expect(told).toEqual([]);
});
