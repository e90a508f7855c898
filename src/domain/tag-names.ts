import { foldName } from './world.ts';

const maxEndMarksTried = 8;

const splitNames = (list: string): string[] =>
  list
    .replace(/^\s*\{|\}\s*$/g, '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** Index of the end mark: the first that makes every name known, since a name may itself hold the mark. */
function closingMark(line: string, end: string, known: ReadonlySet<string>): number {
  const first = line.indexOf(end);
  let at = first;
  for (let tried = 0; at >= 0 && tried < maxEndMarksTried; tried += 1) {
    const names = splitNames(line.slice(0, at));
    if (names.length > 0 && names.every((name) => known.has(foldName(name)))) return at;
    at = line.indexOf(end, at + 1);
  }
  return first;
}

/** The longest known name with which a text begins, as written, of names in the form in which they are compared; empty when there is none. */
export function leadingName(text: string, known: ReadonlySet<string>): string {
  const longest = Math.max(0, ...[...known].map((name) => name.normalize('NFD').length));
  for (let length = Math.min(longest, text.length); length > 0; length -= 1) {
    const name = text.slice(0, length);
    if (known.has(foldName(name)) && !/^[\p{L}\p{N}]/u.test(text.slice(length))) return name;
  }
  return '';
}

/** Known names with which an unclosed tag begins, and how many characters they take. */
function leadingNames(line: string, known: ReadonlySet<string>): { names: string[]; length: number } {
  const names: string[] = [];
  let length = 0;
  for (;;) {
    const rest = line.slice(length);
    const lead = /^[\s,{]*/.exec(rest)?.[0].length ?? 0;
    const name = leadingName(rest.slice(lead), known).trimEnd();
    if (name === '') return { names, length };
    names.push(name);
    length += lead + name.length;
  }
}

/** Names that a tag lists, and how many characters they and what closes them take. */
export interface NameList {
  readonly names: readonly string[];
  readonly length: number;
  readonly unclosed: boolean;
}

/** A closed list of known names, each as long as it can be: they may hold commas, end marks and tags; null for any other. */
export function knownList(line: string, end: string, known: ReadonlySet<string>): NameList | null {
  const starts = [/^\s*/, /^\s*\{\s*/].map((start) => start.exec(line)?.[0].length ?? 0);
  for (const start of new Set(starts)) {
    const found = listFrom(line, { start, end, known });
    if (found) return found;
  }
  return null;
}

function listFrom(
  line: string,
  { start, end, known }: { start: number; end: string; known: ReadonlySet<string> },
): NameList | null {
  const longest = Math.max(0, ...[...known].map((name) => name.normalize('NFD').length));
  const isFollowed = (rest: string) => /^\s*,/.test(rest) || rest.replace(/^\s*\}?\s*/, '').startsWith(end);
  const names: string[] = [];
  for (let at = start; ; ) {
    let length = Math.min(longest, line.length - at);
    while (
      length > 0 &&
      !(isKnown(line.slice(at, at + length), known) && isFollowed(line.slice(at + length)))
    ) {
      length -= 1;
    }
    if (length === 0) return null;
    names.push(line.slice(at, at + length).trim());
    at += length;
    const comma = /^\s*,\s*/.exec(line.slice(at))?.[0];
    if (comma === undefined) return { names, length: line.indexOf(end, at) + end.length, unclosed: false };
    at += comma.length;
  }
}

const isKnown = (name: string, known: ReadonlySet<string>): boolean => known.has(foldName(name));

/** Whatever a tag lists up to its end mark; the known names with which it begins where that is missing. */
export function anyList(line: string, end: string, known: ReadonlySet<string>): NameList {
  const close = closingMark(line, end, known);
  if (close < 0) return { ...leadingNames(line, known), unclosed: true };
  return { names: splitNames(line.slice(0, close)), length: close + end.length, unclosed: false };
}

/** The list of a line that was cut short, without names that may be no more than the beginning of another's. */
export function asFarAsWhole(
  list: NameList,
  line: string,
  marks: { end: string; known: ReadonlySet<string> },
): NameList {
  const { known } = marks;
  if (!list.unclosed) return mayNameAnother(line, list, marks) ? { ...list, names: [] } : list;
  const last = list.names.at(-1) ?? '';
  const begun = foldName(line.slice(Math.max(0, list.length - last.length)));
  const isBegun = [...known].some((name) => name.length > begun.length && name.startsWith(begun));
  return last !== '' && isBegun ? { ...list, names: list.names.slice(0, -1) } : list;
}

/** Whether a closed list may, as far as the line goes, be one with a name that holds the end mark, not read as such yet. */
export function mayNameAnother(
  line: string,
  list: NameList,
  { end, known }: { end: string; known: ReadonlySet<string> },
): boolean {
  const read = new Set(list.names.map(foldName));
  const longer = [...known].filter((name) => name.includes(end.toLowerCase()) && !read.has(name));
  if (longer.length === 0) return false;
  for (let at = 0; at < list.length; at += 1) {
    const isStart = at === 0 || /[\s,{]/.test(line[at - 1] ?? '');
    const rest = isStart ? foldName(line.slice(at)) : '';
    if (isStart && longer.some((name) => name.startsWith(rest) || rest.startsWith(name))) return true;
  }
  return false;
}
