import { cutTagLength, modelAudience, readTags, type TagStyle } from '../domain/audience.ts';
import type { CharacterId, Message } from '../domain/message.ts';
import type { World } from '../domain/world.ts';

/** What a reply is read against while it streams and when it is over. */
export interface ReplyContext {
  readonly world: World;
  readonly speaker: CharacterId;
  readonly answered: Message | null;
  readonly style: TagStyle;
  readonly untagged: 'inherit' | 'public';
}

/** A reply as it will stand in the log. */
export interface ReadReply {
  readonly text: string;
  readonly knownTo: CharacterId[];
}

/** Reads a model's text: tags out, audience decided. `cut`: it may end in the middle of a tag. */
export function readReply(raw: string, context: ReplyContext, cut: boolean): ReadReply {
  const names = context.world.cast.map(({ name }) => name);
  const said = readTags(raw, context.style, names, { cut });
  return { text: said.text, knownTo: modelAudience(context.world, said, context) };
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
  const text = style.enabled ? settled(raw, style) : raw.trimEnd();
  const tagBegun = style.enabled && raw.lastIndexOf(style.tag) >= text.length;
  if (tagBegun) return null;
  const { text: clean, knownTo } = readReply(text, context, false);
  const mayKnow = knownTo.length === 0 || knownTo.includes(viewer);
  return mayKnow ? clean : null;
}
