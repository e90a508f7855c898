import type { Backend } from '../../src/inference/backend.ts';
import type { ModelFile } from '../../src/inference/gguf/open-model.ts';
import { type TinyOptions } from './tiny-model.ts';
/** Where node-llama-cpp is installed for these tests. */
export declare const libraryFolder: import("url").URL;
/** What is imported of it. */
export declare const libraryEntry: import("url").URL;
/** Imports the real library. */
export declare const load: () => Promise<unknown>;
/** Runs `work` with the path of a tiny model that is there only meanwhile. */
export declare const withModel: <T>(work: (file: string) => Promise<T>, options?: TinyOptions) => Promise<T>;
/** A backend with a tiny model of its own, loaded. */
export declare const openTiny: (about?: Partial<ModelFile>) => Promise<Backend>;
