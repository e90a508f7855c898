import * as z from 'zod/mini';
import type { StoredPreset } from '../../store/library.ts';
import list from './samplers.json' with { type: 'json' };

const schema = z.object({
  of: z.string(),
  presets: z.array(
    z.object({
      name: z.string(),
      says: z.string(),
      fits: z.optional(z.string()),
      sampling: z.record(z.string(), z.unknown()),
    }),
  ),
});

/** The sets of samplers that come with sotto, of a day: data, not code. */
export const samplerPresets = (): StoredPreset[] =>
  schema.parse(list).presets.map(({ name, sampling }) => ({
    ...{ kind: 'sampling', name, body: sampling, foreign: {}, chosen: false },
  }));

/** What one of them does, in a few words, and whether its makers meant it for a model of this name; null for others. */
export function saidOfSamplers(
  { kind, name }: Pick<StoredPreset, 'kind' | 'name'>,
  model: string,
): { readonly says: string; readonly isForModel: boolean } | null {
  const found = kind === 'sampling' && schema.parse(list).presets.find((one) => one.name === name);
  if (!found) return null;
  const { says, fits } = found;
  return { says, isForModel: fits !== undefined && new RegExp(fits, 'i').test(model) };
}
