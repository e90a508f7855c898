import fc from 'fast-check';
import type { Store } from '../../src/store/store.ts';
import { type Act, type Anyone } from './deeds.ts';
import { type Variant } from './variant.ts';
/** One history, and through whose eyes it is looked at. */
export interface Case {
    readonly acts: readonly Act[];
    readonly who: Anyone;
    readonly variant: Variant;
    /** Whether somebody comes, or has come and gone, whom the character never saw. */
    readonly stranger: 'none' | 'there' | 'gone';
}
/** Any history and any character. */
export declare const anyCase: fc.Arbitrary<Case>;
/** What came of the cases so far: hidden events, own thoughts, and those to whom nothing ever happened. */
export interface Tally {
    cases: number;
    left: number;
    thoughts: number;
    /** Screens that were painted. */
    painted: number;
}
/**
 * Plays a case in one store and, without what the character did not perceive, in the other, and compares all that the
 * character has of them, byte for byte. Throws AssertionError where they differ.
 */
export declare function compare(stores: readonly [Store, Store], one: Case, tally: Tally): Promise<void>;
