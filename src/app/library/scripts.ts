import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { isSottoError } from '../../domain/errors.ts';
import { canonicalJson } from '../../domain/json/canonical.ts';
import { fieldsOf } from '../../domain/json/fields.ts';
import { readRegexScript } from '../../interop/sillytavern/regex-script.ts';
import { BoundedBacktracking } from '../../outside/bounded/backtracking.ts';
import type { RegexScript } from '../../prompt/regex-scripts.ts';
import type { Library, StoredPreset } from '../../store/library.ts';
import { attempt } from '../files/attempt.ts';

const processorTime = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Runs expressions that look around or back, of lore and scripts; what is too slow for a reader stays so in this process. */
export const backtracking = new BoundedBacktracking(processorTime);

/** What a person said to the scripts of a card or a preset; null = nothing yet. */
export type ScriptAnswer = 'yes' | 'no' | null;

/** Scripts that a card or a preset brings, as they came. */
export type BroughtScripts = readonly unknown[];

const answerShape = z.object({ answer: z.enum(['yes', 'no']) });
const kind = 'script_answer';

/** What tells these scripts from all others: the answer is to them as they are. */
const keyOf = (scripts: BroughtScripts): string =>
  createHash('sha256').update(canonicalJson(scripts)).digest('hex').slice(0, 32);

/** The scripts that a preset brings along, in its file. */
export const scriptsOfPreset = ({ foreign }: Pick<StoredPreset, 'foreign'>): BroughtScripts => {
  const { regex_scripts: scripts } = fieldsOf(fieldsOf(foreign.extensions));
  return Array.isArray(scripts) ? scripts : [];
};

/** What is to be said of so many scripts that a card or a preset brings: a person decides about them. */
export const scriptsNotice = (what: 'card' | 'preset', count: number): string[] =>
  count === 0
    ? []
    : [`The ${what} has regex scripts (${count}): they run once you agree (\`sotto scripts NAME\`)`];

/** What a person said to these scripts. */
export function answerTo(library: Library, scripts: BroughtScripts): ScriptAnswer {
  const stored = library.preset(kind, keyOf(scripts));
  return (stored && answerShape.safeParse(stored.body).data?.answer) ?? null;
}

/** Keeps what a person said to these scripts. */
export function setAnswer(library: Library, scripts: BroughtScripts, answer: 'yes' | 'no'): void {
  library.setPreset({ kind, name: keyOf(scripts), body: { answer }, foreign: {} });
}

/** The scripts among these that can be read, in their order. */
export const readScripts = (scripts: BroughtScripts): RegexScript[] =>
  scripts.flatMap((value) => {
    const read = attempt(() => readRegexScript(value));
    return isSottoError(read) ? [] : [read.script];
  });

/** Those of these scripts that are run: all that are switched on, once a person has agreed to them. */
export const agreedScripts = (library: Library, scripts: BroughtScripts): RegexScript[] =>
  scripts.length > 0 && answerTo(library, scripts) === 'yes'
    ? readScripts(scripts).flatMap((one) => (one.disabled ? [] : [{ ...one, backtracking }]))
    : [];

const places = new Map([
  [1, 'what you write'],
  [2, 'what the character writes'],
  [5, 'lorebook entries'],
  [6, 'what the model thinks'],
]);

const changedBy = ({ markdownOnly, promptOnly }: RegexScript): string => {
  if (markdownOnly && promptOnly) return 'what is shown and sent, not what is kept';
  if (markdownOnly) return 'what is shown alone';
  return promptOnly ? 'what is sent alone' : 'what is kept';
};

/** A script as a person reads it before they agree: name, what it looks for, what it puts there, where it works. */
export function scriptLines(script: RegexScript): string[] {
  const { name, find, replace, disabled, placement, minDepth, maxDepth } = script;
  const on = placement.flatMap((place) => places.get(place) ?? []);
  const depths = [minDepth, maxDepth].some((depth) => depth !== null && depth >= 0);
  const between = depths ? `, in messages ${minDepth ?? 0} to ${maxDepth ?? '…'} from the newest` : '';
  return [
    `${name}${disabled ? ' (switched off)' : ''}`,
    `  finds: ${find}`,
    `  puts: ${replace === '' ? '(nothing)' : replace}`,
    `  in: ${on.join(', ') || 'nothing that sotto has'}${between}; it changes ${changedBy(script)}`,
  ];
}
