import { type Emulator, openScreen } from './emulator.ts';
import type { SmallPlay } from './small-play.ts';
/** The emulator of a screen that is left after the test; importing this file is enough for that. */
export declare const open: (play: SmallPlay, ...rest: [Parameters<typeof openScreen>[1]?, Parameters<typeof openScreen>[2]?]) => Promise<Emulator>;
