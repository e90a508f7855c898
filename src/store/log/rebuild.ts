import { recordsOf } from '../../domain/events/records.ts';
import type { Position } from '../../domain/lineage.ts';
import type { World } from '../../domain/world/world.ts';
import type { Parts } from '../state.ts';
import { BranchWorlds } from './branch-worlds.ts';

/**
 * Writes the records of a chat anew from its log, inside the caller's transaction, and gives the world at a place: what
 * other code made of the same events may differ.
 */
export function rebuilt({ log, tree, records }: Parts, chat: string, head: Position): World {
  const place = tree.canonical(chat, head);
  const worlds = new BranchWorlds(tree, chat, [place]);
  records.forget(chat);
  for (const stored of log.all({ chat })) {
    const replayed = worlds.feed(stored);
    if ('unreadable' in replayed) continue;
    const { event, before, after } = replayed;
    records.apply(event, recordsOf(before, event, after));
  }
  return worlds.at(place);
}
