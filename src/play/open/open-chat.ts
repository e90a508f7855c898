import { isDeepStrictEqual } from 'node:util';
import type { Character } from '../../cards/character.ts';
import { SottoError } from '../../domain/errors.ts';
import type { Actor, NewEvent } from '../../domain/events/events.ts';
import type { AnyKnown, Known, Moment } from '../../domain/known/known.ts';
import type { Position } from '../../domain/lineage.ts';
import type { CharacterId, MessageId } from '../../domain/message.ts';
import type { AnyView, AtTheTerminal, OwnerOf, View, Viewer } from '../../domain/view.ts';
import { directorName, requireMember } from '../../domain/world/names.ts';
import { type Member, memberOf, type Stage } from '../../domain/world/world.ts';
import type { Append, AppendResult, ChatMark, ChatState } from '../../store/chats/state.ts';
import { looksAlike } from '../branches/between.ts';
import type { ChatReader } from '../chat/chat-reader.ts';
import { humanIn, type PlayedMember, viewerIn } from '../chat/human.ts';
import type { PlayParts } from '../chat/parts.ts';
import type { PlayEvent } from '../chat/play-state.ts';
import { Remembered } from '../chat/remembered.ts';
import { writeTurn } from '../chat/write-turn.ts';
import { Lease } from '../lease/lease.ts';
import { otherTerminals } from '../lease/liveness.ts';
import { ChatLore } from '../lore/lore.ts';
import { ServerInUse } from '../server/server-in-use.ts';
import { ShownMessages } from '../texts/scripts.ts';
import { Perspective } from './perspective.ts';
import { Session } from './session.ts';

/** What every command of a play works on: the chat at its head, who is played, who listens. */
export class OpenChat implements ChatReader {
  readonly parts: PlayParts;
  readonly id: string;
  readonly session = new Session(() => this.emit({ type: 'state' }));
  readonly lore = new ChatLore();
  readonly server: ServerInUse;
  readonly lease: Lease;
  readonly shown = new ShownMessages();
  readonly #told = new Set<string>();
  /** What this terminal's viewer may know; another terminal's change of the played character leaves it alone. */
  readonly perspective: Perspective;
  readonly #isGuest: boolean;
  readonly #listeners = new Set<(event: PlayEvent) => void>();
  /** The chat at its head, as it was read last. */
  readonly #moment = new Remembered<Moment>();
  readonly state: ChatState;
  /** What this terminal has read of the chat. */
  readonly mark: ChatMark;

  /** `as` plays this character without changing who the chat's played character is; `*` looks on as everyone. */
  constructor(parts: PlayParts, id: string, as?: string) {
    this.parts = parts;
    this.id = id;
    this.#isGuest = as !== undefined;
    this.mark = parts.store.chats.mark(id);
    this.state = parts.store.chats.read(id);
    this.lease = new Lease(this);
    this.server = new ServerInUse(parts, () => this.emit({ type: 'state' }));
    this.perspective = new Perspective(this, viewerIn(parts.store, this.state, as));
  }

  #viewerNamed(name: string): Viewer {
    if (name.trim() === directorName) return 'everyone';
    return requireMember(this.stage, name, this.perspective.viewer).id;
  }

  #set(change: { readonly [Key in 'perspective' | 'state' | 'mark']?: OpenChat[Key] }): void {
    Object.assign(this, change);
  }

  refresh(): void {
    const { chats } = this.parts.store;
    this.#set({ mark: chats.mark(this.id), state: chats.read(this.id) });
  }

  /** Whom living terminals of other processes play. */
  playedElsewhere(): ReadonlySet<CharacterId> {
    return new Set(
      otherTerminals(this.parts, this.id, this.lease.terminal).flatMap(({ character }) => character ?? []),
    );
  }

  get human(): PlayedMember {
    return humanIn(this.parts.store, this.state);
  }

  get viewer(): Viewer {
    return this.perspective.viewer;
  }

  get stage(): Stage {
    return this.at(this.state.head).stage;
  }

  /** Whom this terminal plays. Throws SottoError `looking_on` for the omniscient director, who is nobody. */
  get played(): Member {
    const member = memberOf(this.stage, this.viewer === 'everyone' ? null : this.viewer);
    if (member && this.session.onlooker === null) return member;
    const message = `you look on as ${member?.name ?? 'everyone'} and play nobody; write as somebody with \`sotto as NAME\` first`;
    throw new SottoError('usage', 'looking_on', message);
  }

  /** Looks through these eyes from now on. True when the chat is to remember whom the human plays. */
  lookAs(name: string): boolean {
    this.#set({ perspective: new Perspective(this, this.#viewerNamed(name)) });
    this.session.looksOn(null);
    this.session.mirror?.tellPlayed();
    this.moved();
    return this.viewer !== 'everyone' && !this.#isGuest;
  }

  view(): View<AtTheTerminal>;
  view<V extends Viewer>(viewer: V, head?: Position): View<OwnerOf<V>>;
  view(viewer: Viewer = this.viewer, head: Position = this.state.head): AnyView {
    return this.parts.store.view(this.id, viewer, head);
  }

  known(): Known<AtTheTerminal>;
  known<V extends Viewer>(viewer: V, head?: Position): Known<OwnerOf<V>>;
  known(viewer: Viewer = this.viewer, head: Position = this.state.head): AnyKnown {
    return this.at(head).known(viewer);
  }

  at(place: Position): Moment {
    const { store } = this.parts;
    const { head, world } = this.state;
    if (place.branch !== head.branch || place.seq !== head.seq) return store.moment(this.id, place);
    return this.#moment.of([this.state], () => store.moment(this.id, head, world));
  }

  character(member: Member): Character | null {
    return member.card && this.parts.character(member.card);
  }

  subscribe(listener: (event: PlayEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  emit(event: PlayEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  /** Writes one turn at the head, or at another place, to which the head then goes unless it is to stay. */
  write(
    actor: Actor,
    decide: (state: ChatState) => readonly NewEvent[],
    where: Pick<Append, 'place' | 'headStays'> = {},
  ): AppendResult {
    const how = { actor, at: this.parts.now(), ...where };
    return writeTurn(this.parts, this.id, how, decide);
  }

  /** Tells the listeners what the played character may know of a turn that was just committed. */
  publish(
    written: Pick<AppendResult, 'events' | 'head'>,
    { revised }: { revised?: MessageId | undefined } = {},
  ): void {
    const { tree } = this.parts.store;
    const was = tree.canonical(this.id, this.state.head);
    const [first] = written.events;
    const isNext = first && tree.before(this.id, first).seq === was.seq;
    this.refresh();
    const isLast = isDeepStrictEqual(this.state.head, written.head);
    if (revised !== undefined || !isNext || !isLast) this.moved();
    const view = this.view();
    for (const id of [
      ...(revised === undefined ? [] : [revised]),
      ...written.events.map((event) => event.id),
    ]) {
      const message = view.find(id);
      if (message) this.emit({ type: 'message', message });
    }
    this.emit({ type: 'state' });
  }

  record(
    actor: Actor,
    decide: (state: ChatState) => readonly NewEvent[],
    how: { revised?: MessageId } = {},
  ): AppendResult {
    const written = this.write(actor, decide);
    this.publish(written, how);
    return written;
  }

  /** The head moved or old text changed: everything is to be read again. */
  moved(): void {
    this.refresh();
    this.lore.forget();
    this.shown.forget();
    this.emit({ type: 'reload' });
    this.session.line?.again();
  }

  /**
   * Takes in what was found about earlier turns, where nothing else has happened since the chat was read: whoever can see
   * none of it is told nothing. False when something else has.
   */
  takeOutcomes(): boolean {
    const { store } = this.parts;
    const { head, facts } = this.mark;
    const isSame = (now: ChatMark) => isDeepStrictEqual([now.head, now.facts], [head, facts]);
    if (!isSame(store.chats.mark(this.id))) return false;
    // At once: what another process writes between two reads would be taken in without a word.
    const read = () => ({ mark: store.chats.mark(this.id), state: store.chats.read(this.id) });
    const { mark, state } = store.reading(read);
    if (!isSame(mark)) return false;
    const before = this.known();
    this.#set({ mark, state });
    if (!looksAlike(before, this.known())) this.emit({ type: 'state' });
    return true;
  }

  /** Says something about the server once, however often it is found. */
  tellOnce(message: string): void {
    if (this.#told.has(message)) return;
    this.#told.add(message);
    this.emit({ type: 'notice', message });
  }
}
