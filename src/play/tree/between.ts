import { isDeepStrictEqual } from 'node:util';
import { isNoteFor } from '../../domain/decide/notes.ts';
import type { DomainEvent } from '../../domain/events/events.ts';
import type { Position } from '../../domain/lineage.ts';
import type { Viewer } from '../../domain/view.ts';
import { mindOf } from '../../domain/world/mind.ts';
import { knownBy, presentIn, type World } from '../../domain/world/world.ts';
import type { ChatReader, ViewedChat } from '../chat/chat-reader.ts';

/** The events that a head at `to` has and one at `from`, in its history, has not; the oldest first on each branch. */
export function* eventsBetween(chat: ChatReader, from: Position, to: Position): Iterable<DomainEvent> {
  const { tree, log } = chat.parts.store;
  for (const { branch, after, upTo } of tree.lineage(chat.id, to).segments) {
    const start = Math.max(after, from.seq);
    if (start < upTo) yield* log.read({ branch, after: start, upTo });
  }
}

/** What no viewer is shown of a world. */
type Unshown = 'rules' | 'epochs' | 'variables' | 'greeting';

/** Who is known and there, what is told beside the play, and what else of a world a viewer can look at. */
const seenOf = (world: World, viewer: string): Record<Exclude<keyof World, Unshown>, unknown> => ({
  cast: [
    knownBy(world, viewer).map(({ id, name, card }) => ({ id, name, card })),
    presentIn(world).includes(viewer) ? presentIn(world) : [],
  ],
  pins: world.pins.filter(({ owner }) => owner === viewer),
  note: isNoteFor(world, viewer) && world.note,
  scenarios: world.scenarios[viewer],
  letters: world.letters[viewer],
  proposals: world.proposals.filter(({ knownTo }) => knownTo.includes(viewer)),
  state: mindOf(world.state, viewer),
});

/** Whether a viewer can see no difference between two worlds. */
export const looksAlike = (was: World, is: World, viewer: Viewer): boolean =>
  viewer === 'everyone'
    ? isDeepStrictEqual(was, is)
    : isDeepStrictEqual(seenOf(was, viewer), seenOf(is, viewer));

/**
 * Whether a viewer perceives anything of what lies between two heads, of which the first is in the history of the other,
 * or has done any of it, as whoever tells others something beside the play.
 */
export function isPerceivedBetween(viewed: ViewedChat, from: Position, to: Position): boolean {
  const { chat, viewer } = viewed;
  if (viewer === 'everyone') return true;
  const [before, after] = [viewed.view(from), viewed.view(to)];
  for (const event of eventsBetween(chat, from, to)) {
    const { message, by } = event.payload as { message?: string; by?: string };
    if (by === viewer) return true;
    const id = message ?? event.id;
    if (!isDeepStrictEqual(before.find(id), after.find(id))) return true;
  }
  const { worlds } = chat.parts.store;
  return !looksAlike(worlds.at(chat.id, from), worlds.at(chat.id, to), viewer);
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

/** Whether a viewer perceives anything of what one of two heads has and the other has not. */
export function isPerceivedApart(viewed: ViewedChat, one: Position, other: Position): boolean {
  const parting = partingOf(viewed.chat, one, other);
  return [one, other].some((head) => isPerceivedBetween(viewed, parting, head));
}
