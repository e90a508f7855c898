import { smelt } from '../../prompt/preset/smelt.ts';
import type { StoredPreset } from '../../store/library.ts';

/** The presets that are there without being imported; one of a person's own of the same kind and name takes its place. */
export const builtInPresets: readonly StoredPreset[] = [
  { kind: 'prompts', name: smelt.name, body: { ...smelt }, foreign: { ...smelt }, chosen: false },
];
