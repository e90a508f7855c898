import type { Message } from '../../src/domain/message.ts';
import type { Scene } from '../histories.ts';
/** What a viewer perceives, by a plain fold over the log: no row, no index, no snapshot. */
export declare function foldedView(scene: Scene, viewer: string | null): Message[];
