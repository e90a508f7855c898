import type { Play } from '../../src/play/play.ts';
/** What the real screen shows of a play in a terminal of 80 columns and 24 rows, row by row. */
export declare function paintedOf(play: Play): Promise<string[]>;
