import type { SourceFile } from './source.ts';
/** Every source file of src, by its path from the package root. */
export declare const readSources: () => SourceFile[];
