import type { CharacterId } from './message.ts';
import { foldName, memberNamed, type World } from './world.ts';

/** How a private message is marked in text. */
export interface TagStyle {
  readonly enabled: boolean;
  /** Case-sensitive, e.g. `__known_to_chars__`. */
  readonly tag: string;
  /** What closes the list of names, e.g. `__`. */
  readonly end: string;
}

/** The tag of the original known-to feature. */
export const defaultTagStyle: TagStyle = { enabled: true, tag: '__known_to_chars__', end: '__' };

/** What the tags of a text say. */
export interface TaggedText {
  /** The text without its tags, and without an `(ooc: …)` that held nothing else. */
  readonly text: string;
  readonly tagged: boolean;
  /** Names as written, trimmed, in order, all tags together. */
  readonly names: readonly string[];
  readonly unclosed: boolean;
}

const maxEndMarksTried = 8;
const shortestCutTag = 3;
/** Stands where a tag was while the text around it is tidied; never part of a clean text. */
const hole = '\u0000';

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

/** The longest known name with which a text begins, as written; empty when there is none. */
function leadingName(text: string, known: ReadonlySet<string>): string {
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

const tidy = (text: string): string =>
  text
    .replace(/\(\s*ooc\s*:?\s*(?:\u0000\s*)+(?:\)|$)/gi, hole)
    .replace(/[ \t]*\u0000[ \t]*(?=\n|$)/g, '')
    .replace(/(^|\n)\u0000[ \t]*/g, '$1')
    .replace(/[ \t]*\u0000[ \t]*/g, ' ')
    .trim();

/** Length of the beginning of a tag, no shorter than `shortest`, with which a text ends; 0 when there is none. */
export function cutTagLength(text: string, tag: string, shortest = shortestCutTag): number {
  for (let length = Math.min(tag.length - 1, text.length); length >= shortest; length -= 1) {
    if (text.endsWith(tag.slice(0, length))) return length;
  }
  return 0;
}

/**
 * Reads and removes all known-to tags of a text (KT-02, KT-03, KT-06). `cast` settles names that hold the
 * end mark and tags that are not closed. `cut`: the text may end in the middle of a tag.
 */
export function readTags(
  source: string,
  style: TagStyle,
  cast: readonly string[],
  options: { cut?: boolean } = {},
): TaggedText {
  const clean = source.replaceAll(hole, '');
  if (!style.enabled) return { text: clean.trim(), tagged: false, names: [], unclosed: false };
  const cut = options.cut ? cutTagLength(clean, style.tag) : 0;
  const whole = cut > 0 ? clean.slice(0, -cut) + style.tag : clean;
  if (!whole.includes(style.tag)) return { text: clean.trim(), tagged: false, names: [], unclosed: false };
  const known = new Set(cast.map(foldName));
  const names: string[] = [];
  let unclosed = false;
  const [head = '', ...parts] = whole.split(style.tag);
  let text = head;
  for (const part of parts) {
    const line = part.split('\n', 1)[0] ?? '';
    const close = closingMark(line, style.end, known);
    const listed =
      close < 0
        ? leadingNames(line, known)
        : { names: splitNames(line.slice(0, close)), length: close + style.end.length };
    unclosed ||= close < 0;
    names.push(...listed.names);
    text += hole + part.slice(listed.length);
  }
  return { text: tidy(text), tagged: true, names, unclosed };
}

/** Ids in the order of the cast; [] when they cover everyone present, for then nothing is private (KT-16). */
export function canonicalAudience(world: World, ids: Iterable<CharacterId>): CharacterId[] {
  const wanted = new Set(ids);
  const covers = world.cast.every((member) => !member.present || wanted.has(member.id));
  return covers ? [] : world.cast.filter((member) => wanted.has(member.id)).map((member) => member.id);
}

/** Everyone who perceives a message: those who were present, or its audience. */
export const perceivers = (
  present: readonly CharacterId[],
  knownTo: readonly CharacterId[],
): readonly CharacterId[] => (knownTo.length === 0 ? present : knownTo);

/** Ids of the named and the names that nobody bears. */
export function resolveNames(
  world: World,
  names: readonly string[],
): { ids: CharacterId[]; unknown: string[] } {
  const ids: CharacterId[] = [];
  const unknown: string[] = [];
  for (const name of names) {
    const member = memberNamed(world, name);
    if (member) ids.push(member.id);
    else unknown.push(name);
  }
  return { ids, unknown };
}

/**
 * Audience of what a model wrote: the widest reading that leaks nothing. Known names and the sender;
 * a tag without a known name, or no tag at all, keeps to the audience of the message answered.
 */
export function modelAudience(
  world: World,
  said: TaggedText,
  how: {
    readonly speaker: CharacterId;
    readonly answered: { readonly knownTo: readonly CharacterId[] } | null;
    readonly untagged: 'inherit' | 'public';
  },
): CharacterId[] {
  const { speaker, answered, untagged } = how;
  const inherited = answered && answered.knownTo.length > 0 ? answered.knownTo : null;
  if (!said.tagged) return inherited && untagged === 'inherit' ? [...inherited] : [];
  const { ids } = resolveNames(world, said.names);
  if (ids.length > 0) return canonicalAudience(world, [...ids, speaker]);
  return inherited ? canonicalAudience(world, [...inherited, speaker]) : [speaker];
}
