import type { StoredEvent } from '../../src/domain/events/events.ts';
import type { Position } from '../../src/domain/lineage.ts';
import { memberOf, presentIn } from '../../src/domain/world/world.ts';
import { carryOut } from '../commands.ts';
import type { Scene } from '../histories.ts';
import type { Act } from './deeds.ts';
import { type Booked, bookedFor, isBooking, perform, Quay } from './doing.ts';

/** One step that was taken: what it wrote, and the move that it was. */
export interface Step {
  readonly command: Act;
  readonly at: number;
  readonly events: readonly StoredEvent[];
  /** The message that a move or a regeneration goes by. */
  readonly target: string | undefined;
  /** The first event that a move took back: whose eyes it was made with decides which that is. */
  readonly back: string | undefined;
  /** The job that was booked, or the question that was asked. */
  readonly booked: Booked | null;
}

interface Told {
  readonly message?: string;
  readonly owner?: string;
  readonly character?: string;
  readonly from?: string | null;
  readonly to?: readonly string[];
  readonly knownTo?: readonly string[];
  readonly knowsPast?: boolean;
}

const utterances: ReadonlySet<string> = new Set([
  'message_said',
  'message_imported',
  'reply_received',
  'reply_cut_short',
  'time_skipped',
]);

/** What changes the state of the fiction for those who are there, where nobody is named. */
const states: ReadonlySet<string> = new Set([
  ...['manual_edit', 'occasion_change', 'activity_change', 'entity_state_change', 'edge_update'],
  'scene_closed',
]);

const isOccasion = ({ kind, payload }: StoredEvent): boolean =>
  kind === 'occasion_change' || (payload as { target?: string }).target === 'occasion';

/** The history as it happened, and all of it that one character must not be told from nothing. */
export class Witnessed {
  readonly steps: Step[] = [];
  readonly seen = new Set<string>();
  /** Events that a move took back or went round, and the messages that they changed: where it led to depends on them. */
  readonly #pivotal = new Set<string>();
  /** Those who were there at the start, and whom the character has known of, on whatever branch. */
  readonly #met = new Set<string>();
  /** Notes that changed what the character was told, be it that another note is gone. */
  readonly #notes = new Set<string>();
  /** What people set of the state, and scenes that they ended, while the character was there, or was told of later. */
  readonly #states = new Set<string>();
  /** Messages that were there before anything happened. */
  readonly #given = new Set<string>();
  readonly #scene: Scene;
  /** Id of the character. */
  readonly who: string;
  #last = 0;

  constructor(scene: Scene, who: string) {
    this.#scene = scene;
    this.who = scene.who(who);
    for (const { id } of scene.state.world.cast) this.#met.add(id);
    for (const { id } of scene.seenBy('everyone')) this.#given.add(id);
    this.#look();
  }

  /** Reads what is new in the log, in the character's view and among its acquaintances. */
  #look(): StoredEvent[] {
    const { store, id, state } = this.#scene;
    const fresh = [...store.log.all({ chat: id })].filter(({ seq }) => seq > this.#last);
    this.#last = fresh.at(-1)?.seq ?? this.#last;
    for (const message of store.view(id, this.who, state.head).last(10_000)) this.seen.add(message.id);
    for (const other of memberOf(state.world, this.who)?.met ?? []) this.#met.add(other);
    for (const event of fresh) {
      if (this.#isNoteOfTheirs(event)) this.#notes.add(event.id);
      this.#noteState(event);
      const { from, to } = event.payload as Told;
      if (event.kind === 'letter_sent' && from && to?.includes(this.who)) this.#met.add(from);
    }
    return fresh;
  }

  /**
   * What is set for all is known to those who are there, and to whoever is told of the past later; of occasions whoever comes
   * in learns what has become of them.
   */
  #noteState(event: StoredEvent): void {
    const { store, id } = this.#scene;
    const { knownTo = [], character, knowsPast } = event.payload as Told;
    if (states.has(event.kind) && knownTo.length === 0) {
      const before = store.worlds.at(id, store.tree.before(id, event));
      if (presentIn(before).includes(this.who)) this.#states.add(event.id);
    }
    if (event.kind !== 'character_joined' || character !== this.who) return;
    for (const one of store.log.all({ chat: id }))
      if (one.seq < event.seq && (isOccasion(one) || (knowsPast && states.has(one.kind))))
        this.#states.add(one.id);
  }

  #isNoteOfTheirs(event: StoredEvent): boolean {
    if (event.kind !== 'author_note_set') return false;
    const { store, id } = this.#scene;
    const isTheirs = ({ knownTo = [] }: Told) => knownTo.length === 0 || knownTo.includes(this.who);
    const before = store.worlds.at(id, store.tree.before(id, event)).note;
    return isTheirs(event.payload as Told) || (before !== null && isTheirs(before));
  }

  async take(command: Act): Promise<void> {
    const scene = this.#scene;
    const { head } = scene.state;
    const wanted = this.#targetOf(command);
    const booked = isBooking(command) && scene instanceof Quay ? bookedFor(scene, command) : null;
    const isDone = scene instanceof Quay ? perform(scene, command) : carryOut(scene, command as never);
    if (!(await isDone)) return;
    const isReplaced =
      command.type !== 'regenerate' || !scene.seenBy('everyone').some(({ id }) => id === wanted);
    const target = isReplaced ? wanted : undefined;
    const isMove = command.type !== 'switch' && command.type !== 'redo';
    const back = isMove ? this.#notePivots(head) : undefined;
    if (target !== undefined) this.#pivotal.add(target);
    const events = this.#look();
    if (command.type === 'regenerate') for (const { id } of events) this.#pivotal.add(id);
    this.steps.push({ command, at: scene.at, events, target, back, booked });
  }

  #targetOf(command: Act): string | undefined {
    const last = (by: string | undefined, back: number) => this.#scene.playing(by).view().last(back)[0]?.id;
    if (
      'by' in command &&
      command.by !== null &&
      !memberOf(this.#scene.state.world, this.#scene.who(command.by))
    )
      return undefined;
    if (command.type === 'rewind_to') return last(command.by, command.pick + 1);
    if (command.type === 'branch' && command.pick !== null) return last(command.by, command.pick + 1);
    return command.type === 'regenerate' ? last(undefined, 1) : undefined;
  }

  #notePivots(before: Position): string | undefined {
    const { store, id, state } = this.#scene;
    const was = store.tree.lineage(id, before);
    const is = store.tree.lineage(id, state.head);
    let first: string | undefined;
    for (const event of store.log.all({ chat: id })) {
      if (!was.contains(event) || is.contains(event)) continue;
      first ??= event.id;
      this.#pivotal.add(event.id);
      const { message } = event.payload as Told;
      if (message !== undefined) this.#pivotal.add(message);
    }
    return first;
  }

  /** Whether a message, or the end of a scene, is in both tellings: it was perceived, moved by, or there before anything happened. */
  #isKnown(message: string): boolean {
    return [this.seen, this.#pivotal, this.#given, this.#states].some((known) => known.has(message));
  }

  /** Whether a job or question is none of the character's business: it perceived nothing of what it is about, or it is made from another's view. */
  isUnknownJob({ about, owner }: Booked): boolean {
    return !this.#isKnown(about) || (owner !== null && owner !== this.who);
  }

  /**
   * Whether the character has perceived nothing of an event, and no move went by it. Of others who come, go or are
   * called otherwise, and of whom the human plays, it learns when it knows of them at some time; what the human tells
   * the director is the human's own and never unknown.
   */
  isUnknown(event: StoredEvent): boolean {
    const told = event.payload as Told;
    if (this.#pivotal.has(event.id)) return false;
    if (told.owner !== undefined) return told.owner !== this.who;
    switch (event.kind) {
      case 'character_joined':
      case 'character_left':
      case 'character_renamed':
      case 'played_as':
      case 'player_set':
        return told.character !== this.who && !this.#met.has(told.character ?? '');
      case 'author_note_set':
        return !this.#notes.has(event.id);
      case 'manual_edit':
      case 'occasion_change':
      case 'activity_change':
      case 'entity_state_change':
      case 'edge_update':
      case 'scene_closed':
        return !this.#states.has(event.id) && !told.knownTo?.includes(this.who);
      case 'scenario_set':
        return told.character !== this.who;
      case 'letter_sent':
        return told.from !== this.who && !told.to?.includes(this.who);
      default:
        if (told.message !== undefined) return !this.#isKnown(told.message);
        return utterances.has(event.kind) && !this.seen.has(event.id);
    }
  }
}
