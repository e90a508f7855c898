import type { Actor, DomainEvent, EventKind } from '../../domain/events/events.ts';
import { stateKinds } from '../../domain/events/state-kinds.ts';
import type { Position } from '../../domain/lineage.ts';
import { isSaidOfScenes, leavesLaterRecords, recordsOf } from '../../domain/rows/records.ts';
import { changesWorlds, evolve } from '../../domain/world/evolve.ts';
import { initialWorld, type World } from '../../domain/world/world.ts';
import type { NewOutcome } from '../log/outcomes.ts';
import { rebuilt, scenesRewritten } from './rebuild.ts';
import type { Parts } from './state.ts';

/** A chat where outcomes are written, the world at its head, and by whom. */
interface Concluding {
  readonly chat: string;
  readonly head: Position;
  readonly world: World;
  readonly actor: Actor;
  readonly at: string;
}

/** What was written of an outcome, and the world at the head, another where it is in its history and changes worlds. */
interface Concluded {
  readonly events: readonly DomainEvent[];
  readonly world: World;
}

/** Events of these kinds neither change nor read the state of the fiction, nor who is there. */
const apart: ReadonlySet<EventKind> = new Set([
  ...(['opening_given', 'message_said', 'message_imported'] as const),
  ...(['reply_received', 'reply_cut_short', 'reply_continued'] as const),
  ...(['judged', 'reply_failed', 'author_note_set', 'scenario_set', 'variables_set'] as const),
  ...(['scene_summarized', 'memory_written', 'memory_forgotten'] as const),
]);
/** So do these, but for what was proposed of what they revise. */
const readProposals: ReadonlySet<EventKind> = new Set(['message_edited', 'audience_changed']);

/** How many events between are looked at before all is folded again. */
const mostBetween = 64;

const besideState: ReadonlySet<EventKind> = new Set([
  ...(['judged', 'scene_summarized', 'memory_written', 'memory_forgotten'] as const),
]);
const isState = ({ kind }: NewOutcome['facts'][number]): boolean =>
  Object.hasOwn(stateKinds, kind) || besideState.has(kind);

const proposes = ({ facts }: NewOutcome): boolean => facts.some(({ kind }) => kind === 'proposal_made');

/** Whether the head's world comes out the same when an outcome is folded last instead of at its place before the head. */
function isAsGoodLast(
  { tree, outcomes }: Parts,
  chat: string,
  found: NewOutcome,
  to: [Position, Position],
): boolean {
  const [place, head] = to;
  const isApart = (kind: EventKind) => apart.has(kind) || (readProposals.has(kind) && !proposes(found));
  let between = 0;
  for (const segment of tree.lineage(chat, head).segments) {
    const isItsOwn = segment.branch === place.branch;
    const range = { ...segment, after: isItsOwn ? Math.max(place.seq, segment.after) : segment.after };
    const unknown = () => {
      between = mostBetween;
    };
    if (range.after < range.upTo)
      for (const { kind } of outcomes.history(range, unknown)) {
        between += 1;
        if (between > mostBetween || !isApart(kind)) return false;
      }
    if (isItsOwn) return true;
  }
  return false;
}

/**
 * Writes outcomes and what they make known at the place of what each is about, inside the caller's transaction; and the
 * snapshot that is due then.
 */
export function concluded(parts: Parts, concluding: Concluding, found: readonly NewOutcome[]): Concluded {
  const { chat, head, at } = concluding;
  let { world } = concluding;
  const places: Position[] = [];
  let changed = Number.POSITIVE_INFINITY;
  const tidy = () => {
    const about = places.splice(0);
    if (about.length > 0) parts.worlds.afterOutcome(chat, at, { about, head, known: world });
  };
  const events = found.flatMap((one) => {
    const { events, place, isFolded, isRebuilt, ...after } = concludedOne(
      parts,
      { ...concluding, world, tidy },
      one,
    );
    if (place && !isFolded) places.push(place);
    if (place && !isRebuilt && events.some(isSaidOfScenes)) changed = Math.min(changed, place.seq);
    world = after.world;
    return events;
  });
  tidy();
  if (changed < Number.POSITIVE_INFINITY) scenesRewritten(parts, { chat, head }, changed);
  const place = { ...parts.tree.canonical(chat, head), world };
  if (events.length > 0) parts.worlds.afterAppend(chat, events.length, at, place);
  return { events, world };
}

function concludedOne(
  parts: Parts,
  { chat, head, world, tidy, ...how }: Concluding & { readonly tidy: () => void },
  found: NewOutcome,
): Concluded & { readonly place?: Position; readonly isFolded?: boolean; readonly isRebuilt?: boolean } {
  const { log, outcomes, worlds, records, recallIndex, tree } = parts;
  const about = log.byId(chat, found.about);
  const changes = found.facts.some(({ kind }) => changesWorlds(kind));
  const isThere = about !== undefined && tree.lineage(chat, head).contains(about);
  const isQuick =
    about && found.facts.every(isState) && (!isThere || isAsGoodLast(parts, chat, found, [about, head]));
  if (!isQuick) tidy();
  let before = isQuick ? world : about && changes ? worlds.at(chat, about) : initialWorld;
  const kept = outcomes.keep(chat, found, how);
  if (!kept || !changes) return { events: kept?.events ?? [], world };
  const { events, place } = kept;
  for (const event of events) {
    const after = evolve(before, event);
    records.apply(event, recordsOf(before, event, after), place);
    recallIndex.addMemory(event, after, place);
    before = after;
  }
  const isRebuilt = !events.every(({ kind }) => leavesLaterRecords(kind));
  if (isRebuilt) rebuilt(parts, chat, head);
  if (!isThere || isQuick) return { events, world: isThere ? before : world, place, isRebuilt };
  const folded = worlds.afterOutcome(chat, how.at, { about: [place], head, known: null });
  return { events, world: folded, place, isFolded: true, isRebuilt };
}
