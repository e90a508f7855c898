import { isDeepStrictEqual } from 'node:util';
import type { StoredEvent } from '../../src/domain/events/events.ts';
import { givenName, type Position } from '../../src/domain/lineage.ts';
import { mindOf } from '../../src/domain/world/mind.ts';
import { memberOf, opened, presentIn } from '../../src/domain/world/world.ts';
import { carryOut } from '../commands.ts';
import type { Scene } from '../histories.ts';
import type { Act } from './deeds.ts';
import { type Booked, bookedFor, isBooking, perform, Quay } from './doing.ts';

/** A place in the tree by what its history holds, so that it can be found in another telling. */
export interface Place {
  /** Ids of all events before it, oldest first. */
  readonly history: readonly string[];
  /** The name that a person gave to its line of play. */
  readonly line: string;
}

/** One step that was taken: what it wrote, and where the head went. */
export interface Step {
  readonly command: Act;
  readonly at: number;
  readonly events: readonly StoredEvent[];
  /** Whether it was done through the character's own eyes. */
  readonly isOwn: boolean;
  /** The message that a move goes by. */
  readonly target: string | undefined;
  /** Where each turn that it wrote stands; none of what is nowhere in the play. */
  readonly under: ReadonlyMap<string, Place>;
  /** Where the head is behind it. */
  readonly landed: Place;
  /** The job that was booked, or the question that was asked. */
  readonly booked: Booked | null;
}

interface Told {
  readonly message?: string;
  readonly owner?: string;
  readonly character?: string | null;
  readonly from?: string | null;
  readonly to?: readonly string[];
  readonly knownTo?: readonly string[];
  readonly members?: readonly string[];
  readonly knowsPast?: boolean;
  readonly by?: string;
}

const utterances: ReadonlySet<string> = new Set([
  'message_said',
  'message_imported',
  'reply_received',
  'reply_cut_short',
  'time_skipped',
  'tool_called',
]);

/** What changes the state of the fiction for those who are there, where nobody is named. */
const states: ReadonlySet<string> = new Set([
  ...['manual_edit', 'occasion_change', 'activity_change', 'entity_state_change', 'edge_update'],
  'scene_closed',
]);

/** What an event says of an occasion, if anything. */
const occasionIn = ({ kind, payload }: StoredEvent): { occasion: string; state?: string } | null => {
  const { change } = payload as { change?: { what: string } };
  if (kind === 'occasion_change') return payload as never;
  return change?.what === 'occasion' ? (change as never) : null;
};

/** The history as it happened, and all of it that one character must not be told from nothing. */
export class Witnessed {
  readonly steps: Step[] = [];
  readonly seen = new Set<string>();
  /** Those who were there at the start, and whom the character has known of, on whatever branch. */
  readonly #met = new Set<string>();
  /** Notes that changed what the character was told, be it that another note is gone. */
  readonly #notes = new Set<string>();
  /** What people set of the state, and scenes that they ended, while the character was there, or was told of later. */
  readonly #states = new Set<string>();
  /** Messages that were there before anything happened; greetings that the character itself went to, and time that it let pass, wherever it was. */
  readonly #given = new Set<string>();
  readonly #scene: Scene;
  /** Id of the character. */
  readonly who: string;
  #last = 0;

  constructor(scene: Scene, who: string) {
    this.#scene = scene;
    this.who = scene.who(who);
    for (const { id } of opened(scene.state.world).cast) this.#met.add(id);
    for (const { id } of scene.seenBy('everyone')) this.#given.add(id);
    this.#look();
  }

  /** Reads what is new in the log, in the character's view and among its acquaintances. */
  #look(): StoredEvent[] {
    const { store, id, state } = this.#scene;
    const fresh = [...store.log.all({ chat: id })].filter(({ seq }) => seq > this.#last);
    this.#last = fresh.at(-1)?.seq ?? this.#last;
    for (const message of store.view(id, this.who, state.head).last(10_000)) this.seen.add(message.id);
    for (const other of memberOf(opened(state.world), this.who)?.met ?? []) this.#met.add(other);
    for (const event of fresh) {
      if (this.#isNoteOfTheirs(event)) this.#notes.add(event.id);
      this.#noteState(event);
      const told = event.payload as Told;
      const { from, to } = told;
      if (event.kind === 'audience_group_changed' && told.knownTo?.includes(this.who))
        for (const other of told.members ?? []) this.#met.add(other);
      if (event.kind === 'letter_sent' && from && to?.includes(this.who)) this.#met.add(from);
    }
    return fresh;
  }

  /**
   * What is set for all is known to those who are there, and to whoever is told of the past later; of occasions whoever comes
   * in sees what goes on, because of whom it does, and what is over that they took to go on.
   */
  #noteState(event: StoredEvent): void {
    const { store, id } = this.#scene;
    const { knownTo = [], character, knowsPast } = event.payload as Told;
    if (states.has(event.kind) && knownTo.length === 0) {
      const before = opened(store.moment(id, store.tree.before(id, event)).whole);
      if (presentIn(before).includes(this.who)) this.#states.add(event.id);
    }
    if (event.kind !== 'character_joined' || character !== this.who) return;
    const [was, is] = [store.tree.before(id, event), event].map(
      (place) => mindOf(opened(store.moment(id, place).whole).state, this.who).occasions,
    );
    const seen = Object.keys(is ?? {}).filter((one) => !isDeepStrictEqual(was?.[one], is?.[one]));
    for (const one of store.log.all({ chat: id })) {
      if (one.seq >= event.seq) break;
      const of = occasionIn(one);
      const isSeen = of && seen.includes(of.occasion) && (of.state ?? 'planned') !== 'planned';
      const isTold = knowsPast && states.has(one.kind) && (!of || this.#isTellable(one));
      const isComing = seen.length > 0 && /^character_(?:joined|left)$/.test(one.kind);
      if (isSeen || isTold || isComing) this.#states.add(one.id);
    }
  }

  /** Whether all who were there were told. */
  #isTellable(event: StoredEvent): boolean {
    const { store, id } = this.#scene;
    const { knownTo = [] } = event.payload as Told;
    const before = opened(store.moment(id, store.tree.before(id, event)).whole);
    return knownTo.length === 0 || presentIn(before).every((one) => knownTo.includes(one));
  }

  #isNoteOfTheirs(event: StoredEvent): boolean {
    if (event.kind !== 'author_note_set') return false;
    const { store, id } = this.#scene;
    const isTheirs = ({ knownTo = [] }: Told) => knownTo.length === 0 || knownTo.includes(this.who);
    const before = opened(store.moment(id, store.tree.before(id, event)).whole).note;
    return isTheirs(event.payload as Told) || (before !== null && isTheirs(before));
  }

  async take(command: Act): Promise<void> {
    const scene = this.#scene;
    if (this.#isUnseenComing(command)) return;
    const isOwn = this.#isOwn(command);
    const target = isOwn ? this.#targetOf(command) : undefined;
    const booked = isBooking(command) && scene instanceof Quay ? bookedFor(scene, command) : null;
    const isDone = scene instanceof Quay ? perform(scene, command) : carryOut(scene, command as never);
    if (!(await isDone)) return;
    const events = this.#look();
    const ofTheirs = isOwn ? ['opening_given', 'time_skipped'] : [];
    for (const { kind, id } of events) if (ofTheirs.includes(kind)) this.#given.add(id);
    const landed = this.#placeOf(scene.state.head);
    this.steps.push({
      command,
      at: scene.at,
      events,
      isOwn,
      target,
      under: this.#under(events),
      landed,
      booked,
    });
  }

  /**
   * Whether somebody whom the character may know comes or goes while it is away, on a fork on which it perceives nothing: where it
   * goes on from there, others were there in the other telling.
   */
  #isUnseenComing(command: Act): boolean {
    if (command.type !== 'join' && command.type !== 'leave') return false;
    const { store, id, state } = this.#scene;
    const { playing } = this.#scene.playing().state();
    const isThere = presentIn(opened(state.world)).includes(this.who);
    if (isThere || playing.id === this.who || this.#scene.who(command.who) === this.who) return false;
    const { branch } = state.head;
    const { parent = null, forkSeq: after = 0 } = store.tree.branches(id).get(branch) ?? {};
    return parent !== null && !store.perceived.first({ branch, after, upTo: state.head.seq }, this.who);
  }

  #isOwn(command: Act): boolean {
    if ('by' in command && command.by !== null) return this.#scene.who(command.by) === this.who;
    return this.#scene.playing().state().playing.id === this.who;
  }

  #targetOf(command: Act): string | undefined {
    if (command.type !== 'rewind_to' && command.type !== 'branch') return undefined;
    if (command.pick === null) return undefined;
    return this.#scene
      .playing(command.by)
      .view()
      .last(command.pick + 1)[0]?.id;
  }

  /** Where the first of each turn that is no fact of the chat stands. */
  #under(events: readonly StoredEvent[]): Map<string, Place> {
    const { store, id } = this.#scene;
    const lines = new Set(store.tree.playBranches(id).map((branch) => branch.id));
    const under = new Map<string, Place>();
    for (const event of events)
      if (lines.has(event.branch) && !under.has(event.turn))
        under.set(event.turn, this.#placeOf(store.tree.before(id, event)));
    return under;
  }

  #placeOf(place: Position): Place {
    const { store, id } = this.#scene;
    const { segments } = store.tree.lineage(id, place);
    const history = [...segments].reverse().flatMap((segment) => [...store.log.read(segment)]);
    const line = givenName(store.tree.branches(id).get(place.branch)?.name ?? '');
    return { history: history.map((event) => event.id), line };
  }

  /** Whether a message, or the end of a scene, is in both tellings: it was perceived, or there before anything happened. */
  #isKnown(message: string): boolean {
    return [this.seen, this.#given, this.#states].some((known) => known.has(message));
  }

  /** Whether a job or question is none of the character's business: it perceived nothing of what it is about, or it is made from another's view. */
  isUnknownJob({ about, owner }: Booked): boolean {
    return !this.#isKnown(about) || (owner !== null && owner !== this.who);
  }

  /**
   * Whether the character has perceived nothing of an event. Of others who come, go or are
   * called otherwise, and of whom the human plays, it learns when it knows of them at some time; what it did itself it knows,
   * wherever it was, and what the human tells the director is the human's own and never unknown.
   */
  isUnknown(event: StoredEvent): boolean {
    const told = event.payload as Told;
    if (this.#states.has(event.id) || told.by === this.who) return false;
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
      case 'audience_group_changed':
        return !told.knownTo?.includes(this.who);
      case 'scenario_set':
        return told.character !== this.who;
      case 'tool_note_set':
        return told.character !== null && told.character !== this.who;
      case 'occasion_told':
        return !told.to?.includes(this.who);
      case 'letter_sent':
        return told.from !== this.who && !told.to?.includes(this.who);
      default:
        if (told.message !== undefined) return !this.#isKnown(told.message);
        return utterances.has(event.kind) && !this.seen.has(event.id);
    }
  }
}
