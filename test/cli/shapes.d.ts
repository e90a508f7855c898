import type { Line } from './sotto.ts';
/** Expects lines to hold exactly the keys of their types. */
export declare function areShaped(lines: readonly Line[]): void;
