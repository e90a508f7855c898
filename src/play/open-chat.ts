import type { Character } from '../cards/character.ts';
import { requireMember } from '../domain/decide.ts';
import { SottoError } from '../domain/errors.ts';
import type { Actor, NewEvent } from '../domain/events.ts';
import type { Position } from '../domain/lineage.ts';
import type { CharacterId, Message, MessageId } from '../domain/message.ts';
import type { View } from '../domain/view.ts';
import { type Member, memberOf } from '../domain/world.ts';
import type { Append, Appended, ChatState } from '../store/state.ts';
import type { InProgress } from './in-progress.ts';
import { KnownBackend } from './known-backend.ts';
import { ChatLore } from './lore.ts';
import type { PlayParts } from './parts.ts';
import type { PlayEvent } from './play.ts';
import { ShownMessages } from './scripts.ts';
import { WarmUp } from './warm-up.ts';

/** What every command of a play works on: the chat at its head, who is played, who listens. */
export class OpenChat {
  readonly parts: PlayParts;
  readonly id: string;
  /** From the first speaker of a command to its last: who is being generated for, and how to stop them all. */
  generating: InProgress | null = null;
  readonly warmUp = new WarmUp();
  readonly lore = new ChatLore();
  readonly shown = new ShownMessages();
  readonly #told = new Set<string>();
  readonly #as: string | undefined;
  readonly #listeners = new Set<(event: PlayEvent) => void>();
  #state: ChatState;
  #backend: KnownBackend | null = null;
  #lastSeen: KnownBackend | null = null;
  #unperceived: number | null = null;

  /** `as` plays this character without changing who the chat's played character is. */
  constructor(parts: PlayParts, id: string, as?: string) {
    this.parts = parts;
    this.id = id;
    this.#as = as;
    this.#state = parts.store.chats.read(id);
    if (as !== undefined) requireMember(this.#state.world, as);
  }

  get state(): ChatState {
    return this.#state;
  }

  /** Reads the head again after a move or a write. */
  refresh(): void {
    this.#state = this.parts.store.chats.read(this.id);
  }

  get played(): Member {
    const { world, facts } = this.#state;
    const played = this.#as === undefined ? memberOf(world, facts.playing) : requireMember(world, this.#as);
    const member = played ?? world.cast[0];
    if (member) return member;
    throw new SottoError(
      'failed',
      'empty_cast',
      'nobody is in this chat; start a new one with `sotto new CARD`',
    );
  }

  /** What `{{user}}` stands for. */
  get userName(): string {
    return this.#state.facts.persona?.name ?? this.played.name;
  }

  view(viewer: CharacterId | 'everyone' = this.played.id, head: Position = this.#state.head): View {
    return this.parts.store.view(this.id, viewer, head);
  }

  character(member: Member): Character | null {
    return member.card && this.parts.character(member.card);
  }

  /** The message that an id, a unique prefix of one, `last` or `-2` means, in the played character's view. */
  message(address: string): Message {
    const view = this.view();
    const back = address === 'last' ? 1 : /^-\d+$/.test(address) ? -Number(address) : 0;
    if (back > 0) {
      const page = view.last(back);
      if (page.length === back && page[0]) return page[0];
    } else {
      const exact = view.find(address);
      if (exact) return exact;
      const likely = this.parts.store.messagesLike(address).flatMap((id) => view.find(id) ?? []);
      if (likely.length > 1) {
        const message = `"${address}" could be ${likely.length} messages; give more of its id`;
        throw new SottoError('usage', 'ambiguous_message', message);
      }
      if (likely[0]) return likely[0];
    }
    throw new SottoError(
      'not_found',
      'no_such_message',
      `there is no message "${address}"; see \`sotto log\``,
    );
  }

  subscribe(listener: (event: PlayEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  emit(event: PlayEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  /** Writes one turn at the head, or at or after another place, to which the head then goes. */
  write(
    actor: Actor,
    decide: (state: ChatState) => readonly NewEvent[],
    where: Pick<Append, 'place' | 'after'> = {},
  ): Appended {
    const how = { actor, at: this.parts.now(), ...where };
    return this.parts.store.chats.append(this.id, how, decide);
  }

  /** Tells the listeners what the played character may know of a turn that was just committed. */
  publish(written: Appended, { revised }: { revised?: MessageId | undefined } = {}): void {
    const { tree } = this.parts.store;
    const was = tree.canonical(this.id, this.#state.head);
    const [first] = written.events;
    const isNext = first && tree.before(this.id, first).seq === was.seq;
    this.refresh();
    if (revised !== undefined || !isNext) this.moved();
    const view = this.view();
    for (const id of [
      ...(revised === undefined ? [] : [revised]),
      ...written.events.map((event) => event.id),
    ]) {
      const message = view.find(id);
      if (message) this.emit({ type: 'message', message });
      else if (this.#unperceived !== null && this.view('everyone').find(id)) this.#unperceived += 1;
    }
    this.emit({ type: 'state' });
  }

  /** Writes one turn and publishes it. */
  record(
    actor: Actor,
    decide: (state: ChatState) => readonly NewEvent[],
    how: { revised?: MessageId } = {},
  ): Appended {
    const written = this.write(actor, decide);
    this.publish(written, how);
    return written;
  }

  /** The head moved or old text changed: everything is to be read again. */
  moved(): void {
    this.refresh();
    this.lore.forget();
    this.shown.forget();
    this.#unperceived = null;
    this.emit({ type: 'reload' });
  }

  /** Messages under this head that the played character does not perceive. */
  get unperceived(): number {
    this.#unperceived ??= this.view('everyone').count() - this.view().count();
    return this.#unperceived;
  }

  /** Says something about the server once, however often it is found. */
  tellOnce(message: string): void {
    if (this.#told.has(message)) return;
    this.#told.add(message);
    this.emit({ type: 'notice', message });
  }

  /** The model server, opened when it is first needed. */
  async backend(signal?: AbortSignal): Promise<KnownBackend> {
    if (this.#backend) return this.#backend;
    const last = this.#lastSeen?.backend;
    const backend = last?.isModel ? last : await this.parts.backend();
    const probe = backend.isModel ? await backend.probe(signal).catch(() => null) : null;
    this.#lastSeen = new KnownBackend(backend, probe);
    if (!backend.isModel || probe?.ok) this.#backend = this.#lastSeen;
    this.emit({ type: 'state' });
    return this.#lastSeen;
  }

  /** After a failure the server is looked at anew: it may come back with another model. */
  doubtBackend(failure: string): void {
    this.#backend = null;
    if (failure === 'unreachable' && this.#lastSeen) this.#lastSeen.isOffline = true;
    this.emit({ type: 'state' });
  }

  /** The model server as it was last found, answering or not; null before it was looked for. */
  get knownBackend(): KnownBackend | null {
    return this.#lastSeen;
  }
}
