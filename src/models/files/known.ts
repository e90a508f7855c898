import * as z from 'zod/mini';
import list from './known.json' with { type: 'json' };

const schema = z.object({
  of: z.string(),
  models: z.array(
    z.object({
      name: z.string(),
      source: z.string(),
      bytes: z.int(),
      context: z.int(),
      quantization: z.string(),
      memory: z.number(),
      family: z.string(),
      says: z.string(),
    }),
  ),
});

/** A model that is known to play well: where it comes from, and what it wants. */
export interface KnownModel {
  readonly name: string;
  /** As `model pull` takes it. */
  readonly source: string;
  readonly bytes: number;
  readonly context: number;
  readonly quantization: string;
  /** GiB that a machine should have for it. */
  readonly memory: number;
  readonly family: string;
  /** What it is good for, in a few words. */
  readonly says: string;
}

/** The list that comes with sotto, the smallest first, and the day of which it is. */
export interface KnownModels {
  readonly of: string;
  readonly models: readonly KnownModel[];
}

/** The list. */
export const knownModels = (): KnownModels => schema.parse(list);

const gib = 1024 ** 3;

/** The largest of them that a machine with so much memory bears; null where it bears none. */
export const fitting = ({ models }: KnownModels, all: number): KnownModel | null =>
  models.filter(({ memory }) => memory * gib <= all).at(-1) ?? null;
