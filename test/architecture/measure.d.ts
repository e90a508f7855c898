import { type SourceFile } from './source.ts';
/** Figures of the house; what `npm run house` prints and the tests hold. */
export interface House {
    readonly files: number;
    readonly lines: number;
    /** Files that import each other in a circle, the largest circle first. */
    readonly cycles: readonly (readonly string[])[];
    /** Files side by side in each folder, the fullest first. */
    readonly folders: readonly (readonly [folder: string, files: number])[];
    /** Lines of each function, ascending. */
    readonly functions: readonly number[];
    /** Which top folder imports which, `from → to`. */
    readonly arrows: readonly string[];
    /** Exports without a doc line. */
    readonly undocumented: number;
}
/** The value below which this share (0 to 1) of ascending numbers lies; 0 for none. */
export declare const quantile: (ascending: readonly number[], share: number) => number;
/** Measures the source files of the project. */
export declare function measure(files: readonly SourceFile[]): House;
