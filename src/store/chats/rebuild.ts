import { upcast } from '../../domain/events/upcast.ts';
import type { Position } from '../../domain/lineage.ts';
import { recordsOf } from '../../domain/rows/records.ts';
import { evolve } from '../../domain/world/evolve.ts';
import type { World } from '../../domain/world/world.ts';
import { BranchWorlds } from './branch-worlds.ts';
import type { Parts } from './state.ts';

/**
 * Writes the records of a chat, and who perceived its acts, anew from its log, inside the caller's transaction, and gives the world at a place: what
 * other code made of the same events may differ.
 */
export function rebuilt(parts: Parts, chat: string, head: Position): World {
  const { log, tree, records, acts } = parts;
  const place = tree.canonical(chat, head);
  const worlds = new BranchWorlds(parts, chat, [place]);
  records.forget(chat);
  acts.forget(chat);
  for (const stored of log.all({ chat })) {
    for (const { event, before, after } of worlds.feed(stored).steps) {
      records.apply(event, recordsOf(before, event, after), stored);
      acts.apply(before, event, after);
    }
  }
  return worlds.at(place);
}

/** A chat where outcomes are written, and its head. */
interface Concluding {
  readonly chat: string;
  readonly head: Position;
}

/** Writes what the ends of scenes behind a seq make known anew, inside the caller's transaction: where and when that was may differ. */
export function scenesRewritten(parts: Parts, { chat, head }: Concluding, seq: number): void {
  const { log, tree, records, worlds } = parts;
  for (const stored of log.all({ chat, kind: 'scene_closed', after: seq })) {
    const event = upcast(stored);
    if ('unreadable' in event) continue;
    if (event.outcome) {
      const { seq: about = 0 } = log.byId(chat, event.outcome.about) ?? {};
      if (about >= seq) return void rebuilt(parts, chat, head);
      continue;
    }
    const before = worlds.at(chat, tree.before(chat, event));
    records.replace(event, recordsOf(before, event, evolve(before, event)));
  }
}
