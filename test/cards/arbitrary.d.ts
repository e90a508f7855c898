import fc from 'fast-check';
/** Objects with keys that nobody expects. */
export declare const odd: fc.Arbitrary<Record<string, fc.JsonValue>>;
/** Cards of every kind: proper ones in which any field may be replaced, removed or added. */
export declare const anyCard: fc.Arbitrary<Record<string, unknown>>;
