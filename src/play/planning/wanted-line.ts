import type { NewEvent } from '../../domain/events/events.ts';
import type { Position } from '../../domain/lineage.ts';
import type { CharacterId, Message, MessageId } from '../../domain/message.ts';
import type { Member } from '../../domain/world/world.ts';
import type { PromptEpoch } from '../../prompt/input.ts';
import type { ChatState } from '../../store/chats/state.ts';

/** What a line answers, and to whose hearing it keeps. */
export interface Answering {
  /** The head that this holds for. */
  readonly head: Position;
  /** Never its speaker's own; null for nothing. */
  readonly message: Message | null;
  /** The same message, or the line with which the speaker has answered it already: it goes on from there. */
  readonly keepsTo: Message | null;
  /** Whether the message is still without an answer, though other lines have come behind it. */
  readonly isOverdue: boolean;
}

/** An older line that is written anew where it stands, while what came later stays. */
export interface Replaced {
  readonly message: Message;
  /** What else follows from its reading otherwise: all that is written, in order. */
  revise(at: ChatState, events: readonly NewEvent[]): readonly NewEvent[];
}

/** Who is to speak (`Who` as in `View`), where in the tree, and a reply to go on with. */
export interface WantedLine<Who = unknown> {
  readonly speaker: Member<Who>;
  readonly place?: Position;
  /** Where the head was when an alternative was asked for. */
  readonly head?: Position;
  readonly continues?: Message;
  /** The message in whose place it is written, at `head`; the prompt is that of `place`. */
  readonly replaces?: Replaced;
  /** What was said so far in the command that it belongs to, oldest first: what it is to answer. */
  readonly exchange?: readonly MessageId[];
  /** What it answers, once that is decided; decided anew only where the head has moved since. */
  readonly answering?: Answering;
  readonly maxTokens?: number | undefined;
  /** What its speaker is told for this one generation. */
  readonly instruction?: string;
  /** Where the window begins for what is asked beside the play; null = nowhere in particular, absent = as the log says. */
  readonly epoch?: PromptEpoch | null;
  /** Whose line will come first: the prompt ends where that will stand, to be read ahead. */
  readonly awaited?: CharacterId;
  /** How many calls of tools led to it, each from the line of the one before; absent = none. */
  readonly depth?: number;
  /** Who speaks after it, whose prompt may be read while it is written. */
  readonly following?: Member | undefined;
  /** True for what is asked beside the play: nothing is told for it that was not told before. */
  readonly isBeside?: boolean;
  /** Tokens that are to stay free behind the prompt, where that is more than a reply takes. */
  readonly room?: number;
  /** How many alternatives to it there are already. */
  readonly alternatives?: number;
}
