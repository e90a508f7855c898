import { shapeOf } from './shape-of-sources.ts';

/** Put in by the build (`bin/build.mjs`): a bundle has no sources to read. */
declare const WORLD_SHAPE: string | undefined;

/** A fingerprint of all that decides how events become a world, read from its sources. */
export const shapeOfSources = (): string =>
  shapeOf(
    ['events', 'fiction', 'rows', 'world'].map(
      (folder) => new URL(`../../domain/${folder}/`, import.meta.url),
    ),
  );

let known: string | undefined;

/** By which code worlds are folded here: a world that was kept under another shape is folded anew from the log. */
export function worldShape(): string {
  known ??= typeof WORLD_SHAPE === 'string' ? WORLD_SHAPE : shapeOfSources();
  return known;
}
