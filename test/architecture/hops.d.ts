import type { SourceFile } from './source.ts';
/** One function on a way that CONTRIBUTING lists. */
export interface Hop {
    readonly path: string;
    readonly name: string;
}
/** The numbered list under a heading of the second level, as files and functions. */
export declare const hopsIn: (text: string, heading: string) => Hop[];
/** Those of which there is no such function in such a file. */
export declare const missingHops: (hops: readonly Hop[], files: readonly SourceFile[]) => Hop[];
