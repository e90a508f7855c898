import { basename, extname } from 'node:path';
import { checkSamplers, isSampler } from '../../config/presets.ts';
import { parseToml } from '../../config/toml.ts';
import { SottoError } from '../../domain/errors.ts';
import { isFields } from '../../domain/json/fields.ts';
import { parseJson } from '../../interop/parse-json.ts';
import { readContextTemplate } from '../../interop/presets/context-template.ts';
import { readInstructTemplate } from '../../interop/presets/instruct-template.ts';
import { isPromptPreset, readPromptPreset } from '../../interop/presets/prompt-preset.ts';
import { isSamplerPreset, readSamplerPreset } from '../../interop/presets/sampler-preset.ts';
import { renderStory } from '../../prompt/template/story.ts';
import type { StoredPreset } from '../../store/library.ts';
import { aboutFile } from '../files/file-error.ts';
import { readFileOf } from '../files/files.ts';
import { scriptsNotice, scriptsOfPreset } from '../library/scripts.ts';

type Fields = Record<string, unknown>;

/** A preset from a file, and what the person should know of it. */
export interface ReadPreset extends Omit<StoredPreset, 'chosen'> {
  readonly warnings: readonly string[];
}

const largestFile = 1024 * 1024;
const longestName = 200;

/** A name for a preset: one printable line of at most 200 characters. Throws SottoError `empty_name`. */
export function presetName(wanted: string): string {
  const name = wanted
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, longestName);
  if (name !== '') return name;
  throw new SottoError('usage', 'empty_name', 'the name is empty; give the preset a name');
}

/**
 * The presets in a file: samplers of sotto as TOML or JSON, or SillyTavern's sampler presets, instruct and context
 * templates, alone or exported together, and its prompts. Throws SottoError `no_such_file`, `not_a_preset` and what is wrong in it.
 */
export function readPresetFile(path: string): ReadPreset[] {
  try {
    const text = readFileOf(path, largestFile)
      .toString('utf8')
      .replace(/^\u{feff}/u, '');
    const extension = extname(path);
    const value = extension === '.toml' ? asJson(parseToml(text, path)) : parsed(text);
    return presetsIn(value, basename(path, extension)).map((preset) => ({
      ...preset,
      warnings: [...preset.warnings, ...presetDecisions(preset)],
    }));
  } catch (error) {
    throw isAboutFile(error, path) ? error : aboutFile(path, error);
  }
}

/** TOML's tables have no prototype and its dates are no JSON; what is kept is JSON. */
const asJson = (table: object): unknown => JSON.parse(JSON.stringify(table));

const isAboutFile = (error: unknown, path: string): boolean =>
  error instanceof SottoError && error.message.includes(path);

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    const message = 'it is not JSON, or nests too deep; presets are JSON or TOML files';
    throw new SottoError('usage', 'not_a_preset', message, { cause: error });
  }
}

/** The presets that a JSON value is or holds; `fileName` is for one without a name. Throws SottoError `not_a_preset`. */
export function presetsIn(value: unknown, fileName: string): ReadPreset[] {
  if (!isFields(value)) throw notAPreset('it is not a preset');
  const name = presetName(typeof value.name === 'string' ? value.name : fileName);
  const parts = ['instruct', 'context', 'preset'].map((part) => value[part]).filter(isFields);
  if (parts.length > 0) return parts.flatMap((part) => presetsIn(part, fileName));
  if (isPromptPreset(value)) return [promptsIn(value, name)];
  if ('story_string' in value) return [contextIn(value, name)];
  if ('input_sequence' in value || 'output_sequence' in value) return [turnsIn(value, name)];
  if (isFields(value.sampling)) return [ownIn(value.sampling, value.foreign, name)];
  if (isSamplerPreset(value)) return [samplersIn(value, name)];
  const { name: _, ...rest } = value;
  if (Object.keys(rest).some(isSampler)) return [ownIn(rest, {}, name)];
  throw notAPreset('it contains neither samplers nor an instruct or context template');
}

const notAPreset = (why: string): SottoError =>
  new SottoError('usage', 'not_a_preset', `${why}; choose another file`);

function contextIn(value: Fields, name: string): ReadPreset {
  const { context, warnings } = readContextTemplate(JSON.stringify(value));
  renderStory(context.story, {});
  return { kind: 'context', name, body: { ...context, name }, foreign: value, warnings };
}

function turnsIn(value: Fields, name: string): ReadPreset {
  const { template, warnings } = readInstructTemplate(JSON.stringify(value));
  return { kind: 'template', name, body: { ...template, name }, foreign: value, warnings };
}

function samplersIn(value: Fields, name: string): ReadPreset {
  const { sampling, foreign, warnings } = readSamplerPreset(value);
  checkSamplers(sampling);
  return { kind: 'sampling', name, body: sampling, foreign, warnings };
}

function promptsIn(value: Fields, name: string): ReadPreset {
  const { preset, warnings } = readPromptPreset(value, name);
  return { kind: 'prompts', name, body: { ...preset }, foreign: value, warnings };
}

/** What a person is to decide about a preset that comes in. */
export const presetDecisions = (preset: Pick<StoredPreset, 'foreign'>): string[] =>
  scriptsNotice('preset', scriptsOfPreset(preset).length);

function ownIn(body: Fields, foreign: unknown, name: string): ReadPreset {
  checkSamplers(body);
  return { kind: 'sampling', name, body, foreign: isFields(foreign) ? foreign : {}, warnings: [] };
}

/** A preset as a file that reads as the same: samplers in sotto's own JSON, a template as it came. */
export function presetFile({ kind, name, body, foreign }: StoredPreset): string {
  const samplers = { name, sampling: body, ...(Object.keys(foreign).length > 0 && { foreign }) };
  return `${JSON.stringify(kind === 'sampling' ? samplers : foreign, null, 2)}\n`;
}
