import type { CharacterId } from './message.ts';
import { anyList, asFarAsWhole, knownList, type NameList } from './tag-names.ts';
import { foldName, knownBy, type Member, memberOf, type World } from './world.ts';

/** How a private message is marked in text. */
export interface TagStyle {
  readonly enabled: boolean;
  /** Case-sensitive, e.g. `__known_to_chars__`. */
  readonly tag: string;
  /** What closes the list of names, e.g. `__`. */
  readonly end: string;
  /** True when models mark it at the head of their line instead: `Alice (to Bob):`. */
  readonly heads?: boolean;
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

const shortestCutTag = 3;
/** Stands where something was taken out while the text around it is tidied; never part of a clean text. */
export const hole = '\u0000';

/** A text without its holes and the blanks around them. */
export const closeHoles = (text: string): string =>
  text
    .replace(/\u0000(?:[ \t]*\u0000)+/g, hole)
    .replace(/[ \t]*\u0000[ \t]*(?=\n|$)/g, '')
    .replace(/(^|\n)\u0000[ \t]*/g, '$1')
    .replace(/[ \t]*\u0000[ \t]*/g, ' ')
    .trim();

const tidy = (text: string): string =>
  closeHoles(text.replace(/\(\s*ooc\s*:?\s*(?:\u0000\s*)+(?:\)|$)/gi, hole));

/** Length of the beginning of a tag, no shorter than `shortest`, with which a text ends; 0 when there is none. */
export function cutTagLength(text: string, tag: string, shortest = shortestCutTag): number {
  for (let length = Math.min(tag.length - 1, text.length); length >= shortest; length -= 1) {
    if (text.endsWith(tag.slice(0, length))) return length;
  }
  return 0;
}

/** A tag of a text and the names behind it, which end at `end`, what closes them included. */
export interface KnownToTag extends NameList {
  readonly at: number;
  readonly end: number;
}

/**
 * All known-to tags of a text, in order. `cast` settles names that hold the end mark and tags that are not closed. `cut`:
 * a last name that may be the beginning of another's is nobody's.
 */
export function* tagsIn(
  text: string,
  style: TagStyle,
  cast: readonly string[],
  { cut = false }: { cut?: boolean } = {},
): Generator<KnownToTag> {
  const { tag, enabled } = style;
  if (!enabled || !text.includes(tag)) return;
  const known = new Set(cast.map(foldName));
  for (let at = text.indexOf(tag); at >= 0; ) {
    const from = at + tag.length;
    const line = text.slice(from).split('\n', 1)[0] ?? '';
    const read = knownList(line, style.end, known) ?? anyList(line.split(tag, 1)[0] ?? '', style.end, known);
    const isLast = cut && text.length === from + line.length && !line.includes(tag);
    const list = isLast ? asFarAsWhole(read, line, { end: style.end, known }) : read;
    const end = from + list.length;
    yield { ...list, at, end };
    at = text.indexOf(tag, end);
  }
}

/**
 * Reads and removes all known-to tags of a text (KT-02, KT-03, KT-06), as `tagsIn` finds them. `cut`: the text may end in
 * the middle of a tag.
 */
export function readTags(
  source: string,
  style: TagStyle,
  cast: readonly string[],
  options: { cut?: boolean } = {},
): TaggedText {
  const clean = source.replaceAll(hole, '');
  const cut = options.cut && style.enabled ? cutTagLength(clean, style.tag) : 0;
  const whole = cut > 0 ? clean.slice(0, -cut) + style.tag : clean;
  const tags = [...tagsIn(whole, style, cast, options)];
  if (tags.length === 0) return { text: clean.trim(), tagged: false, names: [], unclosed: false };
  const parts = tags.map(({ at }, index) => whole.slice(tags[index - 1]?.end ?? 0, at));
  const text = [...parts, whole.slice(tags.at(-1)?.end)].join(hole);
  const names = tags.flatMap((tag) => tag.names);
  return { text: tidy(text), tagged: true, names, unclosed: tags.some((tag) => tag.unclosed) };
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

/** Ids of the named among these members, and the names that none of them bears. */
export function resolveNames(
  members: readonly Member[],
  names: readonly string[],
): { ids: CharacterId[]; unknown: string[] } {
  const ids: CharacterId[] = [];
  const unknown: string[] = [];
  for (const name of names) {
    const member = members.find((one) => foldName(one.name) === foldName(name));
    if (member) ids.push(member.id);
    else unknown.push(name);
  }
  return { ids, unknown };
}

/** Those whom a speaker can tell something: they are there, and it knows of them. */
export const withinEarshot = (world: World, speaker: CharacterId): Member[] =>
  knownBy(world, speaker).filter(({ present }) => present);

/**
 * Audience of what a model wrote: the widest reading that leaks nothing. Known names and the sender;
 * a tag without a known name, or no tag at all, keeps to the audience of the message answered.
 */
export function modelAudience(
  world: World,
  said: Pick<TaggedText, 'tagged' | 'names'>,
  how: {
    readonly speaker: CharacterId;
    readonly answered: { readonly knownTo: readonly CharacterId[] } | null;
    readonly untagged: 'inherit' | 'public';
  },
): CharacterId[] {
  const { speaker, answered, untagged } = how;
  const inherited =
    answered && answered.knownTo.length > 0
      ? answered.knownTo.filter((id) => id === speaker || memberOf(world, id)?.present)
      : null;
  if (!said.tagged && inherited && untagged === 'inherit') {
    return inherited.length > 0 ? [...inherited] : [speaker];
  }
  if (!said.tagged) return [];
  const { ids } = resolveNames(withinEarshot(world, speaker), said.names);
  if (ids.length > 0) return canonicalAudience(world, [...ids, speaker]);
  return inherited ? canonicalAudience(world, [...inherited, speaker]) : [speaker];
}
