import type { Position } from '../../domain/lineage.ts';
import type { Message, MessageId } from '../../domain/message.ts';
import type { Member } from '../../domain/world/world.ts';

/** Who is to speak (`Who` as in `View`), where in the tree, and a reply to go on with. */
export interface WantedLine<Who = unknown> {
  readonly speaker: Member<Who>;
  readonly place?: Position;
  /** Where the head was when an alternative was asked for. */
  readonly head?: Position;
  readonly continues?: Message;
  /** What was said so far in the command that it belongs to, oldest first: what it is to answer. */
  readonly exchange?: readonly MessageId[];
  readonly maxTokens?: number;
  /** How many alternatives to it there are already. */
  readonly alternatives?: number;
}
