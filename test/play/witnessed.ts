import type { StoredEvent } from '../../src/domain/events.ts';
import type { Position } from '../../src/domain/lineage.ts';
import { type Command, carryOut, type Name } from '../commands.ts';
import type { Scene } from '../histories.ts';

/** One step that was taken: what it wrote, and the move that it was. */
export interface Step {
  readonly command: Command;
  readonly at: number;
  readonly events: readonly StoredEvent[];
  /** The message that a move or a regeneration goes by. */
  readonly target: string | undefined;
}

/** The history as it happened, and all of it that one character must not be told from nothing. */
export class Witnessed {
  readonly steps: Step[] = [];
  readonly seen = new Set<string>();
  /** Events that a move took back or went round: where it led to depends on them. */
  readonly #pivotal = new Set<string>();
  readonly #scene: Scene;
  readonly #who: Name;
  #last = 0;

  constructor(scene: Scene, who: Name) {
    this.#scene = scene;
    this.#who = who;
    this.#look();
  }

  /** Reads what is new in the log and in the character's view. */
  #look(): StoredEvent[] {
    const { store, id } = this.#scene;
    const fresh = [...store.log.all({ chat: id })].filter(({ seq }) => seq > this.#last);
    this.#last = fresh.at(-1)?.seq ?? this.#last;
    for (const message of this.#scene.seenBy(this.#who)) this.seen.add(message.id);
    return fresh;
  }

  async take(command: Command): Promise<void> {
    const scene = this.#scene;
    const { head } = scene.state;
    const wanted = this.#targetOf(command);
    if (!(await carryOut(scene, command))) return;
    const isReplaced =
      command.do !== 'regenerate' || !scene.seenBy('everyone').some(({ id }) => id === wanted);
    const target = isReplaced ? wanted : undefined;
    if (command.do !== 'switch' && command.do !== 'redo') this.#notePivots(head);
    if (target !== undefined) this.#pivotal.add(target);
    const events = this.#look();
    if (command.do === 'regenerate') for (const { id } of events) this.#pivotal.add(id);
    this.steps.push({ command, at: scene.at, events, target });
  }

  #targetOf(command: Command): string | undefined {
    const last = (by: Name | undefined, back: number) => this.#scene.playing(by).view().last(back)[0]?.id;
    if (command.do === 'rewind_to') return last(command.by, command.pick + 1);
    if (command.do === 'branch' && command.pick !== null) return last(command.by, command.pick + 1);
    return command.do === 'regenerate' ? last(undefined, 1) : undefined;
  }

  #notePivots(before: Position): void {
    const { store, id, state } = this.#scene;
    const was = store.tree.lineage(id, before);
    const is = store.tree.lineage(id, state.head);
    for (const event of store.log.all({ chat: id })) {
      if (was.contains(event) && !is.contains(event)) this.#pivotal.add(event.id);
    }
  }

  /** Whether the character has perceived nothing of an event, and no move went by it. */
  isUnknown(event: StoredEvent): boolean {
    const payload = event.payload as { message?: string; owner?: string };
    if (this.#pivotal.has(event.id)) return false;
    if (payload.owner !== undefined) return payload.owner !== this.#scene.who(this.#who);
    if (payload.message !== undefined) {
      return !this.seen.has(payload.message) && !this.#pivotal.has(payload.message);
    }
    return (
      ['message_said', 'reply_received', 'reply_cut_short'].includes(event.kind) && !this.seen.has(event.id)
    );
  }
}
