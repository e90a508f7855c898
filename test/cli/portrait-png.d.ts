/** What a test says of a PNG; all else is as in most of them: 8 bits, not interlaced. */
export interface PngParts {
    readonly width: number;
    readonly height: number;
    /** PNG's colour type: 0 grey, 2 RGB, 3 palette, 4 grey with opacity, 6 RGB with opacity. */
    readonly colourType: number;
    readonly depth?: number;
    readonly interlace?: number;
    /** Rows as they stand in the file, each behind the number of its filter. */
    readonly lines: Uint8Array;
    /** Chunks between header and pixels. */
    readonly before?: readonly Uint8Array[];
}
/** A PNG of these parts, true or not. */
export declare const pngOf: ({ width, height, colourType, depth, interlace, ...rest }: PngParts) => Uint8Array<ArrayBufferLike>;
/** A picture of RGB pixels, row by row, unfiltered. */
export declare const rgbPng: (...rows: readonly (readonly (readonly [number, number, number])[])[]) => Uint8Array;
