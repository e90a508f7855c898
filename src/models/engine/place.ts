import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Where node-llama-cpp is fetched to, and where else it may lie. */
export interface EnginePlace {
  /** Its own folder in the data directory. */
  readonly folder: string;
  /** The module to import, the first that is there. */
  readonly entries: readonly string[];
}

const entryIn = (folder: string): string =>
  join(folder, 'node_modules', 'node-llama-cpp', 'dist', 'index.js');

/** The places for a data directory, and for sotto's own package. */
export function enginePlace(dataFolder: string, packageRoot: string): EnginePlace {
  const folder = resolve(dataFolder, 'engine');
  const beside = join(packageRoot, '..', 'node-llama-cpp', 'dist', 'index.js');
  return { folder, entries: [entryIn(folder), entryIn(packageRoot), beside] };
}

/** The module that would be imported; null for none. */
export const engineEntry = ({ entries }: EnginePlace): string | null =>
  entries.find((entry) => existsSync(entry)) ?? null;

/** Whether it is installed. */
export const hasEngine = (place: EnginePlace): boolean => engineEntry(place) !== null;

/** Imports it. Rejects with what Node says where it is not there. */
export const loadEngine =
  (place: EnginePlace): (() => Promise<unknown>) =>
  () => {
    const entry = engineEntry(place);
    const name: string = entry === null ? 'node-llama-cpp' : pathToFileURL(entry).href;
    return import(name);
  };
