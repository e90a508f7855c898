import { withinEarshot } from '../../domain/audience/audience.ts';
import { groupsOf, heardNow } from '../../domain/audience/groups.ts';
import { bringsLineHead, lineHeadGrammar } from '../../domain/audience/line-head.ts';
import { opensReasoning } from '../../domain/audience/reasoning.ts';
import { knownBy, type Member, type Stage } from '../../domain/world/world.ts';
import type { PlaySettings } from '../chat/parts.ts';
import type { ReplyStart } from '../reading/streamed.ts';

/** What a reply begins with. */
export interface LineShape extends ReplyStart {
  /** What the reply is held to where the server has grammars; null = nothing. */
  readonly grammar: string | null;
}

/**
 * The shape of a speaker's next line. `cue` is what the template opens it with. A model that may think before it writes,
 * at a chat endpoint or in a thought that the cue opens, is asked for the head but not held to it.
 */
export function lineShape(
  stage: Stage,
  speaker: Member,
  { tag }: Pick<PlaySettings, 'tag'>,
  how: { readonly isContinued: boolean; readonly isChat: boolean; readonly cue: string },
): LineShape {
  const isThoughtOpen = !how.isChat && opensReasoning(how.cue);
  if (!tag.enabled || !tag.heads) return { lineHead: undefined, isThoughtOpen, grammar: null };
  const isBrought = !how.isContinued && bringsLineHead(tag, knownBy(stage, speaker.id).length);
  if (!isBrought) return { lineHead: 'given', isThoughtOpen, grammar: null };
  const others = withinEarshot(stage, speaker.id).filter(({ id }) => id !== speaker.id);
  const isHeld = !how.isChat && !isThoughtOpen;
  const groups = groupsOf(stage, speaker.id)
    .map(({ called }) => `@${called}`)
    .filter((name) => heardNow(stage, speaker.id, [name]).some((id) => id !== speaker.id));
  const grammar = isHeld ? lineHeadGrammar([...others.map(({ name }) => name), ...groups]) : null;
  return { lineHead: 'brought', isThoughtOpen, grammar };
}
