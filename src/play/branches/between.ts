import { isDeepStrictEqual } from 'node:util';
import type { DomainEvent } from '../../domain/events/events.ts';
import { type AnyKnown, isThere } from '../../domain/known/known.ts';
import type { Position, Segment } from '../../domain/lineage.ts';
import { presentIn } from '../../domain/world/world.ts';
import type { PerceivedEvent } from '../../store/acts/perceived-events.ts';
import type { ChatReader, ViewedChat } from '../chat/chat-reader.ts';

/** The parts of the log that a head at `to` has and one at `from`, in its history, has not; the newest first. */
function segmentsBetween(chat: ChatReader, from: Position, to: Position): Segment[] {
  const { segments } = chat.parts.store.tree.lineage(chat.id, to);
  return segments
    .map((segment) => ({ ...segment, after: Math.max(segment.after, from.seq) }))
    .filter(({ after, upTo }) => after < upTo);
}

/** The events that a head at `to` has and one at `from`, in its history, has not; the oldest first on each branch. */
export function* eventsBetween(chat: ChatReader, from: Position, to: Position): Iterable<DomainEvent> {
  for (const segment of segmentsBetween(chat, from, to)) yield* chat.parts.store.log.read(segment);
}

/** What no viewer is shown of what it knows, beside messages. */
type Unshown = 'view' | 'viewer' | 'rules' | 'untagged' | 'greeting' | 'epoch' | 'variables' | symbol;

/** Who is known and there, what is told beside the play, and what else of its knowledge a viewer can look at. */
const seenOf = (known: AnyKnown): Record<Exclude<keyof AnyKnown, Unshown>, unknown> => {
  const { cast, pins, note, scenarios, letters, groups, proposals, plans, toolNotes, mind } = known;
  const there = isThere(known) ? presentIn(known) : [];
  const seen = [cast.map(({ id, name, card }) => ({ id, name, card })), there];
  return { cast: seen, pins, note, scenarios, letters, groups, proposals, plans, toolNotes, mind };
};

/** Whether a viewer can see no difference between what it knew and what it knows. */
export const looksAlike = (was: AnyKnown, is: AnyKnown): boolean =>
  isDeepStrictEqual(seenOf(was), seenOf(is));

type Looking = Pick<ViewedChat, 'chat' | 'viewer'>;

/** The last event in the history of a head that a viewer perceived when it was written; undefined without one. */
export function lastPerceived({ chat, viewer }: Looking, head: Position): PerceivedEvent | undefined {
  const { tree, perceived } = chat.parts.store;
  for (const segment of tree.lineage(chat.id, head).segments) {
    const last = perceived.last(segment, viewer);
    if (last) return last;
  }
  return undefined;
}

/** Whether a viewer perceived anything of what lies between two heads, of which the first is in the history of the other. */
export function isPerceivedBetween({ chat, viewer }: Looking, from: Position, to: Position): boolean {
  if (viewer === 'everyone') return true;
  const { perceived } = chat.parts.store;
  return segmentsBetween(chat, from, to).some((segment) => perceived.last(segment, viewer) !== undefined);
}

/** Where the histories of two heads part. */
export function partingOf(chat: ChatReader, one: Position, other: Position): Position {
  const { tree } = chat.parts.store;
  const others = new Map(tree.lineage(chat.id, other).segments.map(({ branch, upTo }) => [branch, upTo]));
  for (const { branch, upTo } of tree.lineage(chat.id, one).segments) {
    const shared = others.get(branch);
    if (shared !== undefined) return { branch, seq: Math.min(upTo, shared) };
  }
  return tree.start(chat.id);
}

/** Whether a viewer perceived anything of what one of two heads has and the other has not. */
export function isPerceivedApart(looking: Looking, one: Position, other: Position): boolean {
  const parting = partingOf(looking.chat, one, other);
  return [one, other].some((head) => isPerceivedBetween(looking, parting, head));
}
