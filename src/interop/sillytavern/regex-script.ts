import * as z from 'zod';
import { SottoError } from '../../domain/errors.ts';
import { type Fields, fieldsOf, without } from '../../domain/json/fields.ts';
import type { RegexScript } from '../../prompt/regex-scripts.ts';

const limits = { pattern: 10_000, replacement: 20_000, trims: 100 };
const flag = z
  .boolean()
  .nullish()
  .transform((said) => said === true);
const depth = z
  .number()
  .int()
  .nullish()
  .transform((said) => said ?? null);

const shape = z.object({
  scriptName: z.string().default(''),
  findRegex: z.string().max(limits.pattern),
  replaceString: z.string().max(limits.replacement).default(''),
  trimStrings: z.array(z.string()).max(limits.trims).default([]),
  placement: z.array(z.number()).default([]),
  disabled: flag,
  markdownOnly: flag,
  promptOnly: flag,
  runOnEdit: flag,
  substituteRegex: z.union([z.number(), z.boolean()]).nullish(),
  minDepth: depth,
  maxDepth: depth,
});

/** A regex script, the fields that sotto has no place for, and what the person should know. */
export interface ReadRegexScript {
  readonly script: RegexScript;
  readonly foreign: Fields;
  readonly warnings: readonly string[];
}

const carriedOut = [1, 2, 5, 6];
const slashCommands = 3;

function warningsOf(placement: readonly number[], foreign: Fields): string[] {
  const others = placement.filter((place) => !carriedOut.includes(place) && place !== slashCommands);
  const unknown = Object.keys(foreign).filter((field) => field !== 'id');
  return [
    ...(placement.includes(slashCommands) ? ['placement 3 (slash commands) is kept but not used'] : []),
    ...(others.length > 0 ? [`placement ${others.join(', ')} is kept but not used`] : []),
    ...(unknown.length > 0
      ? [`kept, although sotto does not know them: ${unknown.slice(0, 10).join(', ')}`]
      : []),
  ];
}

/** One of SillyTavern's regex scripts. Throws SottoError `not_a_regex_script` with the field that is wrong. */
export function readRegexScript(value: unknown): ReadRegexScript {
  const read = shape.safeParse(value);
  if (!read.success) {
    const field = read.error.issues[0]?.path.join('.') || 'the whole';
    const message = `it is not a regex script: ${field} is missing or of the wrong kind; export it again`;
    throw new SottoError('usage', 'not_a_regex_script', message);
  }
  const { data } = read;
  const script: RegexScript = {
    name: data.scriptName.replace(/\p{C}+/gu, ' ').trim() || 'unnamed',
    find: data.findRegex,
    replace: data.replaceString,
    trim: data.trimStrings,
    placement: data.placement,
    disabled: data.disabled,
    markdownOnly: data.markdownOnly,
    promptOnly: data.promptOnly,
    runOnEdit: data.runOnEdit,
    substitute: Number(data.substituteRegex ?? 0),
    minDepth: data.minDepth,
    maxDepth: data.maxDepth,
  };
  const foreign = without(fieldsOf(value), Object.keys(shape.shape));
  return { script, foreign, warnings: warningsOf(data.placement, foreign) };
}

/** A script as SillyTavern keeps it, with the fields that came in with it. */
export const toRegexScript = (script: RegexScript, foreign: Fields): Fields => ({
  ...foreign,
  scriptName: script.name,
  findRegex: script.find,
  replaceString: script.replace,
  trimStrings: script.trim,
  placement: script.placement,
  disabled: script.disabled,
  markdownOnly: script.markdownOnly,
  promptOnly: script.promptOnly,
  runOnEdit: script.runOnEdit,
  substituteRegex: script.substitute,
  minDepth: script.minDepth,
  maxDepth: script.maxDepth,
});
