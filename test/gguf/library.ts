import { join } from 'node:path';
import type { Backend } from '../../src/inference/backend.ts';
import { createGguf } from '../../src/inference/gguf/backend.ts';
import type { ModelFile } from '../../src/inference/gguf/open-model.ts';
import { freshFolder } from '../histories.ts';
import { type TinyOptions, writeTinyModel } from './tiny-model.ts';

/** Where node-llama-cpp is installed for these tests. */
export const libraryFolder = new URL('installed/', import.meta.url);

/** What is imported of it. */
export const libraryEntry = new URL('node_modules/node-llama-cpp/dist/index.js', libraryFolder);

/** Imports the real library. */
export const load = (): Promise<unknown> => import(libraryEntry.href);

/** Runs `work` with the path of a tiny model that is there only meanwhile. */
export const withModel = async <T>(work: (file: string) => Promise<T>, options?: TinyOptions): Promise<T> => {
  const { folder, remove } = freshFolder();
  const file = join(folder, 'tiny.gguf');
  try {
    writeTinyModel(file, options);
    return await work(file);
  } finally {
    remove();
  }
};

/** A backend with a tiny model of its own, loaded. */
export const openTiny = (about: Partial<ModelFile> = {}): Promise<Backend> =>
  withModel(async (file) => {
    const backend = createGguf({ contextSize: 4096, load, ...about, file });
    const { ok, finding } = await backend.probe();
    if (!ok) throw new Error(finding);
    return backend;
  });
