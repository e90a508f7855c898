import type { Backend } from '../../src/inference/backend.ts';
/** A model that writes these lines one after the other, piece by piece, and begins again. */
export declare const scripted: (...lines: string[]) => (() => Promise<Backend>);
