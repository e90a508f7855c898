import type { DomainEvent, StoredEvent } from '../../domain/events/events.ts';
import { type Unreadable, upcast } from '../../domain/events/upcast.ts';
import { type Position, sideBranches } from '../../domain/lineage.ts';
import { evolve } from '../../domain/world/evolve.ts';
import { initialWorld, type World } from '../../domain/world/world.ts';
import type { Parts } from './state.ts';

/** An event and the worlds just before and after it. */
export interface ReplayStep {
  readonly event: DomainEvent;
  readonly before: World;
  readonly after: World;
}

/** What comes of the next event of the log. */
export interface EventEffect {
  /** The event, then what jobs found about it, each where it counts; what was found is none at its own place in the log. */
  readonly steps: readonly ReplayStep[];
  /** The world after all of them. */
  readonly after: World;
  /** Why the event cannot be read. */
  readonly unreadable?: Unreadable['unreadable'];
}

const placeKey = ({ branch, seq }: { branch: number | null; seq: number }): string => `${branch}:${seq}`;

/** Folds the whole log of a chat, all branches in the order of the log, what jobs found at the place of what it is about. */
export class BranchWorlds {
  readonly #parts: Pick<Parts, 'log' | 'tree'>;
  readonly #chat: string;
  /** World of each branch at its newest event so far. */
  readonly #worlds = new Map<number, World>();
  /** Worlds at the places where branches fork, and at those asked for. */
  readonly #marked = new Map<string, World | null>();
  /** What jobs found, by the seq of what it is about, and the branch that it is written on. */
  readonly #found = new Map<number, DomainEvent[]>();
  readonly #beside: number | undefined;

  constructor(parts: Pick<Parts, 'log' | 'tree'>, chat: string, marked: readonly Position[] = []) {
    this.#parts = parts;
    this.#chat = chat;
    parts.tree.forget(chat);
    const branches = [...parts.tree.branches(chat).values()];
    const forks = branches.map(({ parent, forkSeq }) => ({ branch: parent, seq: forkSeq }));
    for (const place of [...forks, ...marked]) this.#marked.set(placeKey(place), null);
    this.#beside = branches.find(({ name }) => name === sideBranches.outcomes)?.id;
    this.#gather();
  }

  #gather(): void {
    if (this.#beside === undefined) return;
    const { log } = this.#parts;
    for (const stored of log.all({ branch: this.#beside })) {
      const event = upcast(stored);
      if ('unreadable' in event || !event.outcome) continue;
      const seq = log.byId(this.#chat, event.outcome.about)?.seq;
      if (seq !== undefined) this.#found.set(seq, [...(this.#found.get(seq) ?? []), event]);
    }
  }

  /** The world at a place that was marked, once the log was fed that far. */
  at(place: Position): World {
    return this.#marked.get(placeKey(place)) ?? initialWorld;
  }

  /** Takes in the next event; one that cannot be read changes nothing. */
  feed(stored: StoredEvent): EventEffect {
    const { branch, seq } = stored;
    const event = upcast(stored);
    const readable = 'unreadable' in event ? [] : [event];
    const here = branch === this.#beside ? [] : [...readable, ...(this.#found.get(seq) ?? [])];
    let world = this.#before(branch);
    const steps = here.map((one) => {
      const before = world;
      world = evolve(before, one);
      return { event: one, before, after: world };
    });
    this.#worlds.set(branch, world);
    const place = placeKey(stored);
    if (this.#marked.has(place)) this.#marked.set(place, world);
    return { steps, after: world, ...('unreadable' in event && event) };
  }

  #before(branch: number): World {
    const known = this.#worlds.get(branch);
    if (known) return known;
    const own = this.#parts.tree.branches(this.#chat).get(branch);
    return own && own.parent !== null ? this.at({ branch: own.parent, seq: own.forkSeq }) : initialWorld;
  }
}
