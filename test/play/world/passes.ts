import type { JobKind } from '../../../src/play/chat/job-kind.ts';
import type { PlayParts } from '../../../src/play/chat/parts.ts';
import { openPlay } from '../../../src/play/open-play.ts';
import type { Play } from '../../../src/play/play.ts';
import { statePass } from '../../../src/play/world/pass/state-pass.ts';
import { scene } from '../scene.ts';
import { closers } from '../scenes.ts';
import { over } from './small-model.ts';

export { over, settled, smallModel } from './small-model.ts';

/** The pass after each message, with at most this many pins. */
export const passes = (pinsMost = 8): readonly JobKind[] => [statePass({ pinsMost: () => pinsMost, over })];

/** The scene played with passes that this model is asked for, as somebody. */
export function passingPlay(parts: Partial<PlayParts>, as?: string): Play {
  const play = openPlay({ ...scene.parts, jobs: passes(), ...parts }, scene.id, as);
  closers.push(() => play.close());
  return play;
}
