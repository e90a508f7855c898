import { withinEarshot } from '../../domain/audience.ts';
import { bringsHead, headGrammar } from '../../domain/head.ts';
import { knownBy, type Member, type World } from '../../domain/world.ts';
import type { PlaySettings } from '../parts.ts';
import type { ReplyContext } from './streamed.ts';

/** What a reply begins with. */
export interface LineShape {
  /** Who says to whom the line is: the prompt, or the reply at its head; undefined = tags. */
  readonly lineHead: ReplyContext['lineHead'];
  /** What the reply is held to where the server has grammars; null = nothing. */
  readonly grammar: string | null;
}

/**
 * The shape of a speaker's next line. A chat endpoint is asked for the head but not held to it: a model there may
 * think before it writes.
 */
export function lineShape(
  world: World,
  speaker: Member,
  { tag }: Pick<PlaySettings, 'tag'>,
  how: { readonly isContinued: boolean; readonly isChat: boolean },
): LineShape {
  if (!tag.enabled || !tag.heads) return { lineHead: undefined, grammar: null };
  const isBrought = !how.isContinued && bringsHead(tag, knownBy(world, speaker.id).length);
  if (!isBrought) return { lineHead: 'given', grammar: null };
  const others = withinEarshot(world, speaker.id).filter(({ id }) => id !== speaker.id);
  return { lineHead: 'brought', grammar: how.isChat ? null : headGrammar(others.map(({ name }) => name)) };
}
