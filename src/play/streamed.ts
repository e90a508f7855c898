import { cutTagLength, modelAudience, readTags, type TagStyle } from '../domain/audience.ts';
import type { CharacterId, Message } from '../domain/message.ts';
import { splitReasoning } from '../domain/reasoning.ts';
import { memberOf, type World } from '../domain/world.ts';

/** What a reply is read against while it streams and when it is over. */
export interface ReplyContext {
  readonly world: World;
  readonly speaker: CharacterId;
  readonly answered: Message | null;
  readonly style: TagStyle;
  readonly untagged: 'inherit' | 'public';
  /** Changes the text when it is whole, its audience decided; absent = it stays. */
  readonly rewrite?: (text: string) => string;
}

/** A reply as it will stand in the log. */
export interface ReadReply {
  readonly text: string;
  readonly knownTo: CharacterId[];
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

/** What a model wrote without its thoughts: tags out, audience decided. */
function readAnswer(answer: string, context: ReplyContext, cut: boolean): Omit<ReadReply, 'thought'> {
  const names = context.world.cast.map(({ name }) => name);
  const said = readTags(withoutOwnName(answer, context), context.style, names, { cut });
  return { text: said.text, knownTo: modelAudience(context.world, said, context) };
}

/** Reads a model's text: thoughts and tags out, audience decided. `cut`: it may end in the middle of a tag. */
export function readReply(raw: string, context: ReplyContext, cut: boolean): ReadReply {
  const { text, reasoning } = splitReasoning(raw);
  return { ...readAnswer(text, context, cut), thought: reasoning };
}

const openAside = /\(\s*(?:o(?:o(?:c\s*:?\s*)?)?)?$/i;

/** The beginning of a streamed text that certainly is no part of a tag. */
function settled(raw: string, { tag, end }: TagStyle): string {
  const at = raw.lastIndexOf(tag);
  const isOpen = at >= 0 && !raw.includes(end, at + tag.length);
  const upTo = isOpen ? at : raw.length - cutTagLength(raw, tag, 1);
  return raw.slice(0, upTo).replace(openAside, '').trimEnd();
}

/** What a viewer may see of a reply so far: its text without tags, or null when it is not for them. */
export function visibleSoFar(raw: string, context: ReplyContext, viewer: CharacterId): string | null {
  const { style } = context;
  const answer = splitReasoning(raw).text;
  const said = mayBecomeOwnName(answer, context) ? '' : answer;
  const text = style.enabled ? settled(said, style) : said.trimEnd();
  const tagBegun = style.enabled && said.lastIndexOf(style.tag) >= text.length;
  if (tagBegun) return null;
  const { text: clean, knownTo } = readAnswer(text, context, false);
  const mayKnow = knownTo.length === 0 || knownTo.includes(viewer);
  return mayKnow ? clean : null;
}
