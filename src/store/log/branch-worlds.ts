import type { DomainEvent, StoredEvent } from '../../domain/events/events.ts';
import { type Unreadable, upcast } from '../../domain/events/upcast.ts';
import type { Position } from '../../domain/lineage.ts';
import { evolve } from '../../domain/world/evolve.ts';
import { initialWorld, type World } from '../../domain/world/world.ts';
import type { Tree } from './tree.ts';

/** An event and the worlds just before and after it. */
export interface Replayed {
  readonly event: DomainEvent;
  readonly before: World;
  readonly after: World;
}

const placeKey = ({ branch, seq }: { branch: number | null; seq: number }): string => `${branch}:${seq}`;

/** Folds the whole log of a chat, all branches in the order of the log. */
export class BranchWorlds {
  readonly #tree: Tree;
  readonly #chat: string;
  /** World of each branch at its newest event so far. */
  readonly #worlds = new Map<number, World>();
  /** Worlds at the places where branches fork, and at those asked for. */
  readonly #marked = new Map<string, World | null>();

  constructor(tree: Tree, chat: string, marked: readonly Position[] = []) {
    this.#tree = tree;
    this.#chat = chat;
    const forks = [...tree.branches(chat).values()].map(({ parent, forkSeq }) => ({
      branch: parent,
      seq: forkSeq,
    }));
    for (const place of [...forks, ...marked]) this.#marked.set(placeKey(place), null);
  }

  /** The world at a place that was marked, once the log was fed that far. */
  at(place: Position): World {
    return this.#marked.get(placeKey(place)) ?? initialWorld;
  }

  /** Takes in the next event; one that cannot be read changes nothing. */
  feed(stored: StoredEvent): Replayed | Unreadable {
    const { branch } = stored;
    const before = this.#before(branch);
    const event = upcast(stored);
    const after = 'unreadable' in event ? before : evolve(before, event);
    this.#worlds.set(branch, after);
    const place = placeKey(stored);
    if (this.#marked.has(place)) this.#marked.set(place, after);
    return 'unreadable' in event ? event : { event, before, after };
  }

  #before(branch: number): World {
    const known = this.#worlds.get(branch);
    if (known) return known;
    const own = this.#tree.branches(this.#chat).get(branch);
    return own && own.parent !== null ? this.at({ branch: own.parent, seq: own.forkSeq }) : initialWorld;
  }
}
