/** What `npm run bench` was asked for. */
export interface Wanted {
    readonly names: readonly string[];
    readonly json: boolean;
}
/** Reads the arguments; no name means every one of `known`. Throws SottoError `usage`, `no_such_bench`. */
export declare function chooseBenches(argv: readonly string[], known: readonly string[]): Wanted;
