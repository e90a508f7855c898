import type { CharacterId } from '../message.ts';
import { foldName, knownBy, type Member, memberOf, type Stage } from '../world/world.ts';
import { Gaps, hole } from './gaps.ts';
import { heardNow } from './groups.ts';
import {
  anyList,
  asFarAsWhole,
  type KnownNames,
  knownList,
  mayNameAnother,
  type NameList,
  namesToRead,
} from './tag-names.ts';

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

/** The line behind a tag, as far as it may list names. */
const lineAt = (text: string, from: number, { reach }: KnownNames): string =>
  text.slice(from, from + reach).split('\n', 1)[0] ?? '';

/**
 * All known-to tags of a text, in order. `known` settles names that hold the end mark and tags that are not closed. `cut`:
 * a last name that may be the beginning of another's is nobody's.
 */
function* tagsIn(text: string, style: TagStyle, known: KnownNames, cut = false): Generator<KnownToTag> {
  const { tag, enabled } = style;
  if (!enabled) return;
  for (let at = text.indexOf(tag); at >= 0; ) {
    const from = at + tag.length;
    const line = lineAt(text, from, known);
    const read = knownList(line, style.end, known) ?? anyList(line.split(tag, 1)[0] ?? '', style.end, known);
    const isLast = cut && text.length === from + line.length && !line.includes(tag);
    const list = isLast ? asFarAsWhole(read, line, { end: style.end, known }) : read;
    const end = from + list.length;
    yield { ...list, at, end };
    at = text.indexOf(tag, end);
  }
}

/** The tag with which a growing text begins; null while what comes next may still change whom it names. */
export function certainTag(text: string, style: TagStyle, known: KnownNames): KnownToTag | null {
  const [first, next] = firstTwo(tagsIn(text, style, known));
  const line = lineAt(text, style.tag.length, known);
  const isOver = line.length === known.reach || style.tag.length + line.length < text.length;
  if (isOver || first === undefined) return first ?? null;
  const list = { ...first, length: first.end - style.tag.length };
  if (mayNameAnother(line, list, { end: style.end, known })) return null;
  if (first.unclosed || next) return next ? first : null;
  const grown = text + style.tag.slice(cutTagLength(text, style.tag, 1));
  return firstTwo(tagsIn(grown, style, known))[0]?.end === first.end ? first : null;
}

const firstTwo = (tags: Generator<KnownToTag>): (KnownToTag | undefined)[] => [
  tags.next().value || undefined,
  tags.next().value || undefined,
];

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
  const tags = [...tagsIn(whole, style, namesToRead(cast), options.cut)];
  if (tags.length === 0) return { text: clean.trim(), tagged: false, names: [], unclosed: false };
  const gaps = new Gaps({ dropEmptyOoc: true });
  const parts = tags.map(
    ({ at }, index) => gaps.push(whole.slice(tags[index - 1]?.end ?? 0, at)) + gaps.hole(),
  );
  const text = parts.join('') + gaps.push(whole.slice(tags.at(-1)?.end)) + gaps.end();
  const names = tags.flatMap((tag) => tag.names);
  return { text, tagged: true, names, unclosed: tags.some((tag) => tag.unclosed) };
}

/** Ids in the order of the cast; [] when they cover everyone present, for then nothing is private (KT-16). */
export function canonicalAudience(stage: Stage, ids: Iterable<CharacterId>): CharacterId[] {
  const wanted = new Set(ids);
  const covers = stage.cast.every((member) => !member.present || wanted.has(member.id));
  return covers ? [] : stage.cast.filter((member) => wanted.has(member.id)).map((member) => member.id);
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
  const named = new Map([...members].reverse().map((member) => [foldName(member.name), member]));
  for (const name of names) {
    const member = named.get(foldName(name));
    if (member) ids.push(member.id);
    else unknown.push(name);
  }
  return { ids, unknown };
}

/** Those whom a speaker can tell something: they are there, and it knows of them. */
export const withinEarshot = (stage: Stage, speaker: CharacterId): Member[] =>
  knownBy(stage, speaker).filter(({ present }) => present);

/**
 * Audience of what a model wrote: the widest reading that leaks nothing. Known names and the sender;
 * a tag without a known name, or no tag at all, keeps to the audience of the message answered.
 */
export function modelAudience(
  stage: Stage,
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
      ? answered.knownTo.filter((id) => id === speaker || memberOf(stage, id)?.present)
      : null;
  if (!said.tagged && inherited && untagged === 'inherit') {
    return inherited.length > 0 ? [...inherited] : [speaker];
  }
  if (!said.tagged) return [];
  const ids = heardNow(stage, speaker, said.names);
  if (ids.length > 0) return canonicalAudience(stage, [...ids, speaker]);
  return inherited ? canonicalAudience(stage, [...inherited, speaker]) : [speaker];
}
