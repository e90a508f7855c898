import { afterEach } from 'vitest';
import { type Emulator, openScreen } from './emulator.ts';
import type { SmallPlay } from './small-play.ts';

const opened: Array<{ emulator: Emulator; ended: Promise<number> }> = [];

/** The emulator of a screen that is left after the test; importing this file is enough for that. */
export const open = async (
  play: SmallPlay,
  ...rest: [Parameters<typeof openScreen>[1]?, Parameters<typeof openScreen>[2]?]
) => {
  const screen = await openScreen(play, ...rest);
  opened.push(screen);
  return screen.emulator;
};

/** Leaves all screens that are open. */
export async function leaveAll(): Promise<void> {
  for (const { emulator, ended } of opened.splice(0)) {
    emulator.type('\x03\x03');
    await ended;
  }
}

afterEach(leaveAll);
