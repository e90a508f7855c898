import { modelAudience, perceivers, readTags, type TagStyle } from '../../domain/audience/audience.ts';
import { heardNow, namesToHear } from '../../domain/audience/groups.ts';
import { type LineHead, type LineHeadReading, readLineHead } from '../../domain/audience/line-head.ts';
import { splitReasoning, takeThoughts } from '../../domain/audience/reasoning.ts';
import type { CharacterId, Message } from '../../domain/message.ts';
import type { Viewer } from '../../domain/view.ts';
import { memberOf, presentIn, type Stage } from '../../domain/world/world.ts';

/** How the prompt of a reply ended, so that its beginning is read as what it is. */
export interface ReplyStart {
  /** In head style: whether the prompt gave the head of the line or the reply brings it; absent = tags. */
  readonly lineHead?: 'given' | 'brought' | undefined;
  /** Whether the reply begins in a block of thoughts that the prompt has opened. */
  readonly isThoughtOpen?: boolean;
}

/** What a reply is read against while it streams and when it is over. */
export interface ReplyContext extends ReplyStart {
  readonly stage: Stage;
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

/** The name of who speaks; empty for nobody. */
export const speakerName = ({ stage, speaker }: ReplyContext): string => memberOf(stage, speaker)?.name ?? '';

/** A text without the speaker's name, which models that are asked for a line without it like to write all the same. */
export const withoutOwnName = (text: string, context: ReplyContext): string => {
  const name = speakerName(context);
  const start = text.trimStart();
  const cue = `${name}:`;
  return name !== '' && start.toLowerCase().startsWith(cue.toLowerCase()) ? start.slice(cue.length) : text;
};

type Answer = Omit<ReadReply, 'thought'>;

/** Names of those whom the speaker may name, and of its groups. */
export const namesKnown = ({ stage, speaker }: ReplyContext): string[] => namesToHear(stage, speaker);

/** How a text begins that is said aloud, whatever it answers. */
export const aloudFirst = /^\(\s{0,9}aloud\s{0,9}\)\s*:?\s*/i;

/** What a text says without its tags and `(aloud)`, and to whom, where nothing else says so. */
function readTagged(text: string, context: ReplyContext, cut: boolean): Answer {
  const { stage, style, speaker } = context;
  const said = readTags(text, style, namesKnown(context), { cut });
  const plain = style.enabled ? said.text.replace(aloudFirst, '') : said.text;
  const isAloud = plain !== said.text && !said.tagged;
  const knownTo = isAloud ? [] : modelAudience(stage, said, context);
  const ids = heardNow(stage, speaker, said.names);
  return { text: plain, knownTo, isExplicit: ids.length > 0 };
}

const headOf = (answer: string, context: ReplyContext, state: LineHeadReading['state']): LineHead | null => {
  if (context.lineHead === undefined) return null;
  if (context.lineHead === 'given')
    return { kind: 'usual', names: [], text: withoutOwnName(answer, context) };
  return readLineHead(answer, { own: speakerName(context), names: namesKnown(context), state });
};

/** What stands behind a head, which has decided the audience: tags in it change nothing. */
function readBehind({ kind, names, text }: LineHead, context: ReplyContext, cut: boolean): Answer {
  const { stage, speaker } = context;
  const tagged = kind === 'private';
  const knownTo = kind === 'aloud' ? [] : modelAudience(stage, { tagged, names }, context);
  const ids = heardNow(stage, speaker, names);
  return { text: readTagged(text, context, cut).text, knownTo, isExplicit: ids.length > 0 };
}

/** A head that decides who hears what follows it. */
export type WholeLineHead = LineHead & { readonly kind: 'usual' | 'aloud' | 'private' };

/** Whether a head decides who hears what follows it. */
export const isRead = (head: LineHead | null): head is WholeLineHead =>
  head !== null && head.kind !== 'none' && head.kind !== 'open';

/**
 * An answer without the thoughts before it, and what it says behind its head or the speaker's name. Where it begins with
 * a head, only tags just behind that hold thoughts.
 */
function answerIn(raw: string, context: ReplyContext, state: LineHeadReading['state']) {
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

/** Whether a viewer perceives what is known to these. */
export const mayRead = (
  knownTo: readonly CharacterId[],
  { stage, speaker }: ReplyContext,
  viewer: Viewer,
): boolean =>
  viewer === 'everyone' || viewer === speaker || perceivers(presentIn(stage), knownTo).includes(viewer);
