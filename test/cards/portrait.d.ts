/** A night harbour with a heron, 256 × 384, as a PNG without a card. */
export declare const drawPortrait: () => Uint8Array;
