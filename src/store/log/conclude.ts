import type { Actor, DomainEvent } from '../../domain/events/events.ts';
import { leavesLaterRecords, recordsOf } from '../../domain/events/records.ts';
import type { Position } from '../../domain/lineage.ts';
import { changesWorlds, evolve } from '../../domain/world/evolve.ts';
import { initialWorld, type World } from '../../domain/world/world.ts';
import type { Parts } from '../state.ts';
import type { Found } from './outcomes.ts';
import { rebuilt } from './rebuild.ts';

/** A chat where an outcome is written, and by whom. */
interface Concluding {
  readonly chat: string;
  readonly head: Position;
  readonly actor: Actor;
  readonly at: string;
}

/** What was written of an outcome, and the world at the head when it may be another now. */
interface Concluded {
  readonly events: readonly DomainEvent[];
  readonly world: World | null;
}

/** Writes an outcome and what it makes known at the place of what it is about, inside the caller's transaction. */
export function concluded(parts: Parts, { chat, head, ...how }: Concluding, found: Found): Concluded {
  const { log, outcomes, worlds, records } = parts;
  const about = log.byId(chat, found.about);
  const changes = found.facts.some(({ kind }) => changesWorlds(kind));
  let world = about && changes ? worlds.at(chat, about) : initialWorld;
  const kept = outcomes.keep(chat, found, how);
  if (!kept || !changes) return { events: kept?.events ?? [], world: null };
  const { events, place } = kept;
  for (const event of events) {
    const before = world;
    world = evolve(before, event);
    records.apply(event, recordsOf(before, event, world), place);
  }
  if (!events.every(({ kind }) => leavesLaterRecords(kind))) rebuilt(parts, chat, head);
  return { events, world: worlds.afterOutcome(chat, how.at, place, head) };
}
