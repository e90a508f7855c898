import type { RE2JS } from 're2js';
import { escapeForRegExp } from '../domain/reg-exp.ts';
import { type Backtracking, compile, type Found, refusalOf, type Written } from '../lore/keys/pattern.ts';

/** A search and replace that other programs run over messages, as it came. */
export interface RegexScript {
  readonly name: string;
  /** A regular expression, as `/pattern/flags` or bare. */
  readonly find: string;
  /** With `$1`, `$<name>`, `{{match}}`. */
  readonly replace: string;
  /** Cut out of what was found before it goes into the replacement. */
  readonly trim: readonly string[];
  /** 1 = what the human writes, 2 = what a model writes, 5 = lore, 6 = what a model thinks; others are kept. */
  readonly placement: readonly number[];
  readonly disabled: boolean;
  /** Changes what is shown alone. */
  readonly markdownOnly: boolean;
  /** Changes what a model is sent alone. */
  readonly promptOnly: boolean;
  readonly runOnEdit: boolean;
  /** Whether names in `find` are filled in: 0 no, 1 as they are, 2 as plain text. */
  readonly substitute: number;
  /** Messages from the newest (0) between which it works; null = everywhere. */
  readonly minDepth: number | null;
  readonly maxDepth: number | null;
  /** Runs it where it looks around or back; absent = then it is not run. */
  readonly backtracking?: Backtracking;
}

/**
 * Whose text it is, and where it is on its way to: kept, sent to a model, or shown. Reasoning is kept as it came: the
 * scripts for what is kept run where it is shown.
 */
export interface ScriptedText {
  readonly from: 'human' | 'model' | 'lore' | 'reasoning';
  readonly to: 'store' | 'prompt' | 'screen';
  /** Messages from the newest; absent where no depth counts. */
  readonly depth?: number;
  readonly names: { readonly char: string; readonly user: string };
  /** Who will read it: what takes too long in what others read has no say in it. Absent where it is for nobody alone. */
  readonly reader?: string;
}

const placements = { human: 1, model: 2, lore: 5, reasoning: 6 };
const longest = { text: 50_000, result: 200_000 };
/** Matches times characters: to find one match may mean to read the whole text. */
const mostWork = 20_000_000;
const slashed = /^\/([\s\S]+)\/([a-z]*)$/;
const nameMacro = /\{\{(char|user)\}\}/gi;

const inNames = (text: string, { names }: ScriptedText): string =>
  text.replace(nameMacro, (_, which: string) => (which.toLowerCase() === 'char' ? names.char : names.user));

const partsOf = (find: string): Written => {
  const [, source, flags] = slashed.exec(find) ?? [];
  return source === undefined ? { source: find, flags: '' } : { source, flags: flags ?? '' };
};

/** Why a script is never run, in one line; empty when it is. */
export const refusedScript = ({ find }: RegexScript): string => {
  const { source, flags } = partsOf(find.replace(nameMacro, 'name'));
  return source === '' ? 'it looks for nothing' : refusalOf(source, flags);
};

/** Whether a script is for such a text. */
function isFor(script: RegexScript, text: ScriptedText): boolean {
  const { minDepth, maxDepth, markdownOnly, promptOnly } = script;
  if (script.disabled || !script.placement.includes(placements[text.from])) return false;
  const isKept = !markdownOnly && !promptOnly;
  const isShown = markdownOnly || (isKept && text.from === 'reasoning');
  const isWanted = { store: isKept, prompt: promptOnly, screen: isShown }[text.to];
  const { depth } = text;
  if (!isWanted || depth === undefined) return isWanted;
  if (minDepth !== null && minDepth >= 0 && depth < minDepth) return false;
  return maxDepth === null || maxDepth < 0 || depth <= maxDepth;
}

interface Compiled extends Written {
  /** Null where it has to be run by backtracking. */
  readonly pattern: RE2JS | null;
}

const mostKnown = 500;
const known = new Map<string, Compiled | null>();

/** A pattern, compiled once; null for one that is refused. */
function compiledOf(find: string): Compiled | null {
  const before = known.get(find);
  if (before !== undefined) return before;
  const written = partsOf(find);
  const { source, flags } = written;
  const pattern = source === '' ? '' : compile(source, flags);
  const isRefused = source === '' || refusalOf(source, flags) !== '';
  const compiled = isRefused ? null : { ...written, pattern: typeof pattern === 'string' ? null : pattern };
  if (known.size >= mostKnown) known.clear();
  known.set(find, compiled);
  return compiled;
}

function compiled({ find, substitute }: RegexScript, about: ScriptedText): Compiled | null {
  if (substitute === 0) return compiledOf(find);
  const { char, user } = about.names;
  const names = substitute === 2 ? { char: escapeForRegExp(char), user: escapeForRegExp(user) } : about.names;
  return compiledOf(inNames(find, { ...about, names }));
}

/** At most so many places of a pattern in a text, one after the other. */
function* straight(pattern: RE2JS, text: string, most: number): Generator<Found> {
  const matcher = pattern.matcher(text);
  const names = Object.entries(pattern.namedGroups());
  for (let count = 0; count < most && matcher.find(); count++) {
    const groups = Array.from(
      { length: matcher.groupCount() + 1 },
      (_, at) => matcher.group(at) ?? undefined,
    );
    const named = Object.fromEntries(names.map(([name, at]) => [name, groups[Number(at)]]));
    yield { at: matcher.start(), groups, named };
  }
}

/** Where a script finds something; null where to look for it takes too long. */
function placesIn(text: string, script: RegexScript, about: ScriptedText): Iterable<Found> | null {
  const written = compiled(script, about);
  if (!written) return null;
  const most = written.flags.includes('g') ? Math.floor(mostWork / Math.max(1, text.length)) + 1 : 1;
  if (written.pattern) return straight(written.pattern, text, most);
  const backtracking = script.backtracking?.apart?.(about.reader) ?? script.backtracking;
  backtracking?.begin();
  return backtracking?.find(written, text, most) ?? null;
}

/** What stands in place of one match. */
function replacement({ groups, named }: Found, script: RegexScript, about: ScriptedText): string {
  const cut = (text: string | undefined) =>
    script.trim.reduce((left, trim) => left.replaceAll(inNames(trim, about) || '\0', ''), text ?? '');
  const written = script.replace.replace(/\{\{match\}\}/gi, '$0');
  const found = (all: string, number?: string, name = ''): string => {
    if (number !== undefined) return Number(number) < groups.length ? cut(groups[Number(number)]) : all;
    return Object.hasOwn(named, name) ? cut(named[name]) : '';
  };
  let room = longest.result;
  const filled = written.replace(/\$(\d{1,2})|\$<([^>]+)>/g, (all, number?: string, name?: string) => {
    const put = found(all, number, name);
    room -= put.length;
    if (room < 0) throw new RangeError('the replacement is too long');
    return put;
  });
  return inNames(filled, about);
}

function replaced(text: string, script: RegexScript, about: ScriptedText): string {
  let result = '';
  let from = 0;
  let matches = 0;
  for (const found of placesIn(text, script, about) ?? []) {
    matches += 1;
    if (matches * text.length > mostWork) return text;
    result += text.slice(from, found.at) + replacement(found, script, about);
    from = found.at + (found.groups[0]?.length ?? 0);
    if (result.length > longest.result) return text;
  }
  return result + text.slice(from);
}

/**
 * A text after all scripts that are for it, in their order. A script that is refused, a text over 50,000 characters, a
 * result over 200,000 and more matches than a text of its length can be searched for leave it as it is.
 */
export const scripted = (text: string, scripts: readonly RegexScript[], about: ScriptedText): string =>
  scripts.reduce((now, script) => {
    if (now.length > longest.text || !isFor(script, about)) return now;
    try {
      return replaced(now, script, about);
    } catch {
      return now;
    }
  }, text);
