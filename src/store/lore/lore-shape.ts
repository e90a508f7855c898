import { shapeOf } from '../log/shape-of-sources.ts';

/** Put in by the build (`bin/build.mjs`): a bundle has no sources to read. */
declare const LORE_SHAPE: string | undefined;

/** A fingerprint of all that decides how lorebooks and cards are read and their keys indexed, read from its sources. */
export const shapeOfSources = (): string =>
  shapeOf(['../../lore/', '../../cards/'].map((path) => new URL(path, import.meta.url)));

let known: string | undefined;

/** By which code lorebooks are read here: what was kept of one under another shape is made anew. */
export function loreShape(): string {
  known ??= typeof LORE_SHAPE === 'string' ? LORE_SHAPE : shapeOfSources();
  return known;
}
