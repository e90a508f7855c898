import type { Store } from '../../src/store/store.ts';
/** What the work throws, or what it returns. */
export declare const failure: (work: () => unknown) => unknown;
/** Code of the error that opening or using the store fails with; it must be one of the store's family. */
export declare function codeOf(work: () => unknown): string;
/** The same of the error that an open store explains. */
export declare const explained: (store: Store, work: () => unknown) => string;
