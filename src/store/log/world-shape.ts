import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Put in by the build (`bin/build.mjs`): a bundle has no sources to read. */
declare const WORLD_SHAPE: string | undefined;

/** All that decides how events become a world. */
const folders = ['../../domain/events/', '../../domain/world/'];

/** A fingerprint of the code that folds events into worlds, read from its sources. */
export function shapeOfSources(): string {
  const hash = createHash('sha256');
  for (const folder of folders.map((path) => fileURLToPath(new URL(path, import.meta.url)))) {
    for (const name of readdirSync(folder).sort())
      hash.update(`${name}\n${readFileSync(folder + name, 'utf8')}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}

let known: string | undefined;

/** By which code worlds are folded here: a world that was kept under another shape is folded anew from the log. */
export function worldShape(): string {
  known ??= typeof WORLD_SHAPE === 'string' ? WORLD_SHAPE : shapeOfSources();
  return known;
}
