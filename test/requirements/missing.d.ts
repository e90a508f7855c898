/** The ids that stand nowhere in these test files, comments aside; a longer id is no proof of a shorter one. */
export declare function missing(ids: readonly string[], files: readonly string[]): string[];
