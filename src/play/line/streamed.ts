import {
  modelAudience,
  perceivers,
  readTags,
  resolveNames,
  type TagStyle,
  withinEarshot,
} from '../../domain/audience.ts';
import { type Head, type HeadReading, readHead } from '../../domain/head.ts';
import type { CharacterId, Message } from '../../domain/message.ts';
import { splitReasoning, takeThoughts } from '../../domain/reasoning.ts';
import { knownBy, memberOf, presentIn, type World } from '../../domain/world.ts';
import { settled } from './settled.ts';

/** How the prompt of a reply ended, so that its beginning is read as what it is. */
export interface ReplyStart {
  /** In head style: whether the prompt gave the head of the line or the reply brings it; absent = tags. */
  readonly lineHead?: 'given' | 'brought' | undefined;
  /** Whether the reply begins in a block of thoughts that the prompt has opened. */
  readonly isThoughtOpen?: boolean;
}

/** What a reply is read against while it streams and when it is over. */
export interface ReplyContext extends ReplyStart {
  readonly world: World;
  readonly speaker: CharacterId;
  readonly answered: Message | null;
  readonly style: TagStyle;
  readonly untagged: 'inherit' | 'public';
  /** Whether others see a reply before its audience is certain; absent = stream. */
  readonly reveal?: 'stream' | 'strict';
  /** Those to whom what it goes on with is known; nobody else ever reads it. Absent or empty = no such bound. */
  readonly within?: readonly CharacterId[];
  /** Changes the text when it is whole, its audience decided; absent = it stays. */
  readonly rewrite?: (text: string) => string;
}

/** A reply as it will stand in the log. */
export interface ReadReply {
  readonly text: string;
  readonly knownTo: CharacterId[];
  /** Whether a tag or a head names people, rather than the audience being that of what was answered. */
  readonly isExplicit: boolean;
  /** What the model thought before it, in the same text. */
  readonly thought: string;
}

/** Models that are asked for a line without the name like to write it all the same. */
const withoutOwnName = (text: string, { world, speaker }: ReplyContext): string => {
  const name = memberOf(world, speaker)?.name ?? '';
  const start = text.trimStart();
  const cue = `${name}:`;
  return name !== '' && start.toLowerCase().startsWith(cue.toLowerCase()) ? start.slice(cue.length) : text;
};

const mayBecomeOwnName = (text: string, { world, speaker }: ReplyContext): boolean => {
  const cue = `${memberOf(world, speaker)?.name ?? ''}:`.toLowerCase();
  return cue.startsWith(text.trim().toLowerCase());
};

type Answer = Omit<ReadReply, 'thought'>;

const namesKnown = ({ world, speaker }: ReplyContext): string[] =>
  knownBy(world, speaker).map(({ name }) => name);

/** What makes an answer to what only some perceived public: at its beginning and nowhere else, as prompts teach it. */
const aloud = /^\s*\(\s*aloud\s*\)\s*:?\s*/i;

/** What a text says without its tags and `(aloud)`, and to whom, where nothing else says so. */
function readTagged(text: string, context: ReplyContext, cut: boolean): Answer {
  const { world, style, speaker } = context;
  const said = readTags(text, style, namesKnown(context), { cut });
  const plain = style.enabled ? said.text.replace(aloud, '') : said.text;
  const isAloud = plain !== said.text && !said.tagged;
  const knownTo = isAloud ? [] : modelAudience(world, said, context);
  const { ids } = resolveNames(withinEarshot(world, speaker), said.names);
  return { text: plain, knownTo, isExplicit: ids.length > 0 };
}

const headOf = (answer: string, context: ReplyContext, state: HeadReading['state']): Head | null => {
  if (context.lineHead === undefined) return null;
  if (context.lineHead === 'given')
    return { kind: 'usual', names: [], text: withoutOwnName(answer, context) };
  const own = memberOf(context.world, context.speaker)?.name ?? '';
  return readHead(answer, { own, names: namesKnown(context), state });
};

/** What stands behind a head, which has decided the audience: tags in it change nothing. */
function readBehind({ kind, names, text }: Head, context: ReplyContext, cut: boolean): Answer {
  const { world, speaker } = context;
  const tagged = kind === 'private';
  const knownTo = kind === 'aloud' ? [] : modelAudience(world, { tagged, names }, context);
  const { ids } = resolveNames(withinEarshot(world, speaker), names);
  return { text: readTagged(text, context, cut).text, knownTo, isExplicit: ids.length > 0 };
}

type WholeHead = Head & { readonly kind: 'usual' | 'aloud' | 'private' };

const isRead = (head: Head | null): head is WholeHead =>
  head !== null && head.kind !== 'none' && head.kind !== 'open';

/**
 * An answer without the thoughts before it, and what it says behind its head or the speaker's name. Where it begins with
 * a head, only tags just behind that hold thoughts.
 */
function answerIn(raw: string, context: ReplyContext, state: HeadReading['state']) {
  const { lineHead, isThoughtOpen: isOpened = false } = context;
  const isHeaded = lineHead === 'brought' && !isOpened && headOf(raw, context, state)?.kind !== 'none';
  const before = isHeaded ? { text: raw, reasoning: '' } : splitReasoning(raw, { isOpened });
  const head = headOf(before.text, context, state);
  const behind = takeThoughts(isRead(head) ? head.text : withoutOwnName(before.text, context));
  const thoughts = [before.reasoning, behind.reasoning].filter((thought) => thought !== '');
  return { answer: before.text, said: behind.text, reasoning: thoughts.join('\n\n'), head };
}

/** Reads a model's text: thoughts, heads and tags out, audience decided. `cut`: it may end in the middle of one. */
export function readReply(raw: string, context: ReplyContext, cut: boolean): ReadReply {
  const { said, reasoning, head } = answerIn(raw, context, cut ? 'cut' : 'whole');
  const read = isRead(head)
    ? readBehind({ ...head, text: said }, context, cut)
    : readTagged(said, context, cut);
  return { ...read, thought: reasoning };
}

const certain = (text: string, context: ReplyContext): string =>
  settled(text, context.style, namesKnown(context));

type Viewer = CharacterId | 'everyone';

const isOwn = (viewer: Viewer, { speaker }: ReplyContext): boolean =>
  viewer === 'everyone' || viewer === speaker;

const mayRead = (knownTo: readonly CharacterId[], context: ReplyContext, viewer: Viewer): boolean =>
  isOwn(viewer, context) || perceivers(presentIn(context.world), knownTo).includes(viewer as CharacterId);

/** Nothing is shown yet; null when not even the name may be, for the reply may turn out to be for others. */
function masked(context: ReplyContext, viewer: Viewer): '' | null {
  const { answered, style, world, speaker } = context;
  if (isOwn(viewer, context)) return '';
  const present = presentIn(world);
  const isAlone = present.every((id) => id === viewer || id === speaker);
  const isPublic = !answered || answered.knownTo.length === 0;
  return isPublic && present.includes(viewer) && (isAlone || !style.enabled) ? '' : null;
}

function behindHead(raw: string, context: ReplyContext, viewer: Viewer): string | null {
  const { answer, said, head } = answerIn(raw, context, 'growing');
  if (isRead(head)) {
    const begun = context.lineHead === 'given' && mayBecomeOwnName(answer, context);
    const text = begun ? '' : certain(said, context);
    const read = readBehind({ ...head, text }, context, false);
    return mayRead(read.knownTo, context, viewer) ? read.text : null;
  }
  if (!isOwn(viewer, context) || head?.kind === 'open') return masked(context, viewer);
  return readTagged(certain(said, context), context, false).text;
}

function betweenTags(raw: string, context: ReplyContext, viewer: Viewer): string | null {
  const { style, reveal, answered } = context;
  const { answer, said } = answerIn(raw, context, 'growing');
  const begun = mayBecomeOwnName(answer, context) ? '' : said;
  const text = certain(begun, context);
  if (style.enabled && begun.lastIndexOf(style.tag) >= text.length) return null;
  const read = readTagged(text, context, false);
  if (!mayRead(read.knownTo, context, viewer)) return null;
  if (isOwn(viewer, context)) return read.text;
  const namesNobody = style.enabled && text.includes(style.tag) && !read.isExplicit;
  if (namesNobody) return null;
  if (reveal === 'strict' && style.enabled) return masked(context, viewer);
  const isOutsider = answered !== null && !mayRead(answered.knownTo, context, viewer);
  return isOutsider && !read.isExplicit ? masked(context, viewer) : read.text;
}

/**
 * What a viewer may see of a reply so far: its text without heads and tags, or null when it is not for them or may
 * turn out not to be. What others than its audience were shown is at most what was public until a tag began; nothing
 * where replies bring heads or `reveal` is strict.
 */
export function visibleSoFar(raw: string, context: ReplyContext, viewer: Viewer): string | null {
  const { within = [], lineHead } = context;
  if (within.length > 0 && !mayRead(within, context, viewer)) return null;
  return lineHead === undefined ? betweenTags(raw, context, viewer) : behindHead(raw, context, viewer);
}
