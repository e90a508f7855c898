import type { Lorebook } from '../../cards/character.ts';
import { toLorebook } from '../../cards/read/lorebook.ts';
import { type Fields, fieldsOf } from '../../domain/json/fields.ts';
import { toSamplerPreset } from '../../interop/presets/sampler-preset.ts';
import { lorebookIn, toLorebookV3 } from '../../interop/sillytavern/lorebook.ts';
import { readQuickReplies } from '../../interop/sillytavern/quick-replies.ts';
import { readRegexScript, toRegexScript } from '../../interop/sillytavern/regex-script.ts';
import { isWorldInfo, toWorldInfo } from '../../interop/sillytavern/world-info.ts';
import type { RegexScript } from '../../prompt/regex-scripts.ts';
import type { PresetKind, StoredPreset } from '../../store/library.ts';
import { madeOf } from '../library/made-of.ts';
import { presetsIn } from '../presets/preset-files.ts';
import type { MadeOf } from '../sources/sources.ts';

type Preset = Omit<StoredPreset, 'chosen'>;

/** How a kind of named things stands in SillyTavern's folder. */
interface Destination {
  readonly folder: string;
  readonly value: (preset: Preset) => unknown;
  /** What such a file says, as it is read. */
  readonly read: (value: unknown, name: string) => Pick<Preset, 'body' | 'foreign'> | undefined;
}

const bookOf = ({ body }: Pick<Preset, 'body'>): Lorebook =>
  toLorebook(body, () => {}) ?? { extensions: {}, entries: [] };

const readPreset: Destination['read'] = (value, name) => presetsIn(value, name)[0];
const foreignOf: Destination['value'] = ({ foreign }) => foreign;

const bookIn: Destination['read'] = (value, name) => ({
  body: { ...toLorebook(lorebookIn(value, name), () => {}) },
  foreign: {},
});

/** Where each kind stands; one that is not here has no file of its own there. */
export const destinations: Readonly<Partial<Record<PresetKind, Destination>>> = {
  lorebook: { folder: 'worlds', value: (preset) => toWorldInfo(bookOf(preset)), read: bookIn },
  sampling: {
    folder: 'TextGen Settings',
    value: ({ body, foreign }) => toSamplerPreset(body, foreign),
    read: readPreset,
  },
  template: { folder: 'instruct', value: foreignOf, read: readPreset },
  context: { folder: 'context', value: foreignOf, read: readPreset },
  prompts: { folder: 'OpenAI Settings', value: foreignOf, read: readPreset },
  regex: {
    folder: 'regex',
    value: ({ body, foreign }) => toRegexScript(body as unknown as RegexScript, foreign),
    read: (value) => {
      const { script, foreign } = readRegexScript(value);
      return { body: { ...script }, foreign };
    },
  },
  quick_replies: {
    folder: 'QuickReplies',
    value: ({ name, foreign }) => ({ name, ...foreign }),
    read: (value) => {
      const { replies, foreign } = readQuickReplies(value);
      return { body: { replies }, foreign };
    },
  },
};

/** What a file is made of that holds this. */
export const ofPreset = (preset: StoredPreset): MadeOf => ({
  kind: preset.kind,
  name: preset.name,
  made: madeOf(preset),
});

/** A named thing as it was read from its file and as it is now, both in the shape of that file; null where such a file is written anew. */
export function changeOf(preset: Preset, file: unknown): readonly [before: unknown, after: unknown] | null {
  const destination = destinations[preset.kind];
  const read = destination?.read(file, preset.name);
  if (!destination || !read) return null;
  const before = { ...preset, ...read };
  if (preset.kind !== 'lorebook' || isWorldInfo(fieldsOf(file)))
    return [destination.value(before), destination.value(preset)];
  const isV3 = (file as Fields).spec === 'lorebook_v3';
  return isV3 ? [toLorebookV3(bookOf(before)), toLorebookV3(bookOf(preset))] : null;
}
