import { readdirSync } from 'node:fs';
import { basename, extname, join } from 'node:path';

/** A card that comes with sotto. */
export interface ShippedCard {
  /** What its file calls it: `The Last Ferry`. */
  readonly title: string;
  readonly path: string;
}

const small = new Set(['a', 'an', 'and', 'in', 'of', 'the', 'under']);

const titleOf = (file: string): string =>
  basename(file, extname(file))
    .split('-')
    .map((word, at) => (at > 0 && small.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(' ');

/** The cards in the folder `cards` of the package, by name. */
export const shippedCards = (packageRoot: string): ShippedCard[] => {
  const folder = join(packageRoot, 'cards');
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => ({ title: titleOf(name), path: join(folder, name) }))
    .sort((one, other) => (one.title < other.title ? -1 : 1));
};
