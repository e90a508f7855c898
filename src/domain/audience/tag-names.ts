import { foldName } from '../world/world.ts';

const maxEndMarksTried = 8;
/** Characters that a list may hold beside the names that are known. */
const roomForOthers = 1000;

/** Names that a list may hold, in the form in which they are compared, and how far one is read. */
export interface KnownNames {
  readonly all: ReadonlySet<string>;
  /** Characters that the longest may have, however its marks are written. */
  readonly longest: number;
  /** Characters of a list that are read: each name twice, and some that nobody bears. What is longer is no list. */
  readonly reach: number;
}

/** The names of these, to be looked for in texts. */
export function namesToRead(names: readonly string[]): KnownNames {
  const all = new Set(names.map(foldName));
  const lengths = [...all].map((name) => name.normalize('NFD').length);
  const longest = lengths.reduce((most, length) => Math.max(most, length), 0);
  const reach = lengths.reduce((sum, length) => sum + 2 * (length + 2), roomForOthers);
  return { all, longest, reach };
}

const splitNames = (list: string): string[] =>
  list
    .replace(/^\s*\{|\}\s*$/g, '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** Index of the end mark: the first that makes every name known, since a name may itself hold the mark. */
function closingMark(line: string, end: string, known: KnownNames): number {
  const first = line.indexOf(end);
  let at = first;
  for (let tried = 0; at >= 0 && tried < maxEndMarksTried; tried += 1) {
    const names = splitNames(line.slice(0, at));
    if (names.length > 0 && names.every((name) => isKnown(name, known))) return at;
    at = line.indexOf(end, at + 1);
  }
  return first;
}

/** The longest known name with which a text begins, as written; empty when there is none. */
export function leadingName(text: string, known: KnownNames): string {
  for (let length = Math.min(known.longest, text.length); length > 0; length -= 1) {
    const name = text.slice(0, length);
    if (isKnown(name, known) && !/^[\p{L}\p{N}]/u.test(text.slice(length, length + 2))) return name;
  }
  return '';
}

/** Whether a text may be the beginning of a longer known name. */
export const mayGrowToName = (text: string, known: KnownNames): boolean => {
  if (text.trim().length > known.longest) return false;
  const begun = foldName(text);
  for (const name of known.all) if (name.length > begun.length && name.startsWith(begun)) return true;
  return false;
};

/** Known names with which an unclosed tag begins, and how many characters they take. */
function leadingNames(line: string, known: KnownNames): { names: string[]; length: number } {
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
export function knownList(line: string, end: string, known: KnownNames): NameList | null {
  const starts = [/^\s*/, /^\s*\{\s*/].map((start) => start.exec(line)?.[0].length ?? 0);
  for (const start of new Set(starts)) {
    const found = listFrom(line, { start, end, known });
    if (found) return found;
  }
  return null;
}

function listFrom(
  line: string,
  { start, end, known }: { start: number; end: string; known: KnownNames },
): NameList | null {
  const isFollowed = (rest: string) => /^\s*,/.test(rest) || rest.replace(/^\s*\}?\s*/, '').startsWith(end);
  const names: string[] = [];
  for (let at = start; ; ) {
    let length = Math.min(known.longest, line.length - at);
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

const isKnown = (name: string, known: KnownNames): boolean => known.all.has(foldName(name));

/** Whatever a tag lists up to its end mark; the known names with which it begins where that is missing. */
export function anyList(line: string, end: string, known: KnownNames): NameList {
  const close = closingMark(line, end, known);
  if (close < 0) return { ...leadingNames(line, known), unclosed: true };
  return { names: splitNames(line.slice(0, close)), length: close + end.length, unclosed: false };
}

/** The list of a line that was cut short, without names that may be no more than the beginning of another's. */
export function asFarAsWhole(
  list: NameList,
  line: string,
  marks: { end: string; known: KnownNames },
): NameList {
  if (!list.unclosed) return mayNameAnother(line, list, marks) ? { ...list, names: [] } : list;
  const last = list.names.at(-1) ?? '';
  const isBegun = mayGrowToName(line.slice(Math.max(0, list.length - last.length)), marks.known);
  return last !== '' && isBegun ? { ...list, names: list.names.slice(0, -1) } : list;
}

/** Whether a list may, as far as the line goes, be one with a name that holds the end mark, not read as such yet. */
export function mayNameAnother(
  line: string,
  list: NameList,
  { end, known }: { end: string; known: KnownNames },
): boolean {
  const mark = end.toLowerCase();
  const marked = [...known.all].filter((name) => name.includes(mark));
  if (marked.length === 0) return false;
  const read = new Set(list.names.map(foldName));
  const behind = list.unclosed ? 1 + (/^[\s,{]*/.exec(line.slice(list.length))?.[0].length ?? 0) : 0;
  for (let at = 0; at < list.length + behind; at += 1) {
    if (at > 0 && !/[\s,{]/.test(line[at - 1] ?? '')) continue;
    const rest = foldName(line.slice(at, at + 2 * known.longest + 2));
    const mayBe = (name: string) =>
      rest.length < name.length ? name.startsWith(rest) : !read.has(name) && rest.startsWith(name);
    if (marked.some(mayBe)) return true;
  }
  return false;
}
