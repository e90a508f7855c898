import { readdirSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { quantizationInName } from './quantization.ts';

/** A model file that lies in a folder. */
export interface FoundModel {
  /** Its file's name without the ending; of several parts, without their number. */
  readonly name: string;
  /** The first part. */
  readonly file: string;
  /** All parts, the first one first. */
  readonly parts: readonly string[];
  /** Of all parts. */
  readonly bytes: number;
  readonly quantization: string;
}

const mostDepth = 4;
const mostFiles = 10_000;
const partOf = /-(\d{5})-of-(\d{5})$/;
/** Parts of a model that sees, which is no model by itself. */
const isProjector = (name: string): boolean => /mmproj/i.test(name);

function* filesIn(folder: string, depth = 0): Generator<string> {
  const entries = readable(() => readdirSync(folder, { withFileTypes: true }), []);
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth < mostDepth) yield* filesIn(path, depth + 1);
    else if (!entry.isDirectory() && /\.gguf$/i.test(entry.name)) yield path;
  }
}

function readable<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

const nameOf = (file: string): string => basename(file).replace(/\.gguf$/i, '');

const sizeOf = (file: string): number =>
  readable(() => statSync(file, { throwIfNoEntry: false })?.size ?? 0, 0);

/** The parts of a model of which this is the first, or the only one. */
export function partsOf(file: string): string[] {
  const [, , total] = partOf.exec(nameOf(file)) ?? [];
  if (total === undefined) return [file];
  return Array.from({ length: Math.min(Number(total), mostFiles) }, (_, at) =>
    file.replace(/-\d{5}-of-/, `-${String(at + 1).padStart(5, '0')}-of-`),
  );
}

/** A model by its file, which must be its first part where it has several. */
export function modelAt(file: string): FoundModel {
  const parts = partsOf(file);
  const name = nameOf(file).replace(partOf, '');
  const bytes = parts.reduce((all, part) => all + sizeOf(part), 0);
  return { name, file, parts, bytes, quantization: quantizationInName(name) };
}

/** The models in a folder and in those below it, by name; none where it cannot be read. */
export function modelsIn(folder: string): FoundModel[] {
  const found: FoundModel[] = [];
  for (const file of filesIn(folder)) {
    const part = partOf.exec(nameOf(file))?.[1];
    if (isProjector(nameOf(file)) || (part !== undefined && Number(part) > 1)) continue;
    found.push(modelAt(file));
    if (found.length >= mostFiles) break;
  }
  return found;
}

/** Whether a file lies in this folder, or below it. */
export const isIn = (folder: string, file: string): boolean => {
  const way = relative(folder, file);
  return way !== '' && !way.startsWith('..') && way !== file;
};
