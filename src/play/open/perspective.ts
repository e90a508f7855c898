import type { GroupSeen } from '../../domain/audience/group-seen.ts';
import { groupsSeen } from '../../domain/audience/groups.ts';
import { isSottoError, SottoError } from '../../domain/errors.ts';
import { isOwn, isThere, type Known } from '../../domain/known/known.ts';
import type { Position } from '../../domain/lineage.ts';
import type { CharacterId, MessageId } from '../../domain/message.ts';
import type { OwnerOf, View, Viewer } from '../../domain/view.ts';
import { requireMember } from '../../domain/world/names.ts';
import { type Member, presentIn } from '../../domain/world/world.ts';
import { isPerceivedApart } from '../branches/between.ts';
import { KnownBranches } from '../branches/known-branches.ts';
import { isLine, Unheard } from '../branches/unheard.ts';
import type { ChatReader, ViewedChat } from '../chat/chat-reader.ts';
import type { Generating, ReplyUsage, RunningCall, VisibleWriting } from '../chat/play-state.ts';
import { Remembered } from '../chat/remembered.ts';

/** How many of the newest messages are looked through for those whose words the viewer did not hear. */
const recentForNames = 50;

const sizes: ReadonlySet<string> = new Set(['prompt_too_large', 'insert_too_large', 'context_exceeded']);

/**
 * What one viewer may know of an open chat that is no message: who is there, what is hidden from it, which branches there
 * are, what a reply has cost. Whatever tells a person any of this asks here; `privacy.hint` is read nowhere else.
 */
export class Perspective<V extends Viewer = Viewer> implements ViewedChat {
  readonly chat: ChatReader;
  readonly viewer: V;
  readonly #unheard: Unheard;
  /** The branches that it may know of. */
  readonly tree: KnownBranches;
  readonly #redo = new Remembered<boolean>();

  constructor(chat: ChatReader, viewer: V) {
    this.chat = chat;
    this.viewer = viewer;
    this.#unheard = new Unheard(this);
    this.tree = new KnownBranches(this);
  }

  /** What it has perceived, at the head or at another place. */
  view(head?: Position): View<OwnerOf<V>> {
    return this.chat.view<V>(this.viewer, head);
  }

  /** What it knows at the head. */
  get known(): Known<OwnerOf<V>> {
    return this.chat.known<V>(this.viewer);
  }

  /** The named audiences that it knows of. */
  get groups(): readonly GroupSeen[] {
    return groupsSeen(this.known, this.viewer);
  }

  /** Whether it is there to see the scene: everyone together always is. */
  get isThere(): boolean {
    return isThere(this.known);
  }

  /** Ids of those who are there, as far as it is there to see it. */
  get present(): CharacterId[] {
    return this.isThere ? presentIn(this.chat.stage) : [];
  }

  /** Whether what belongs to this character alone (its prompt, letters, pins) may be shown to the viewer. */
  owns(id: CharacterId): boolean {
    return isOwn(this, id);
  }

  /** The member of this name or id. Throws SottoError `unknown_name`, which names those whom the viewer knows of. */
  member(name: string): Member {
    return requireMember(this.chat.stage, name, this.viewer);
  }

  /** The same, of those alone whom the viewer knows of. */
  acquaintance(name: string): Member {
    return requireMember(this.known, name, this.viewer);
  }

  /** Whether it is told that there is something which it does not perceive: `privacy.hint` is not "none". */
  get isToldOfHidden(): boolean {
    return this.chat.parts.settings.hint !== 'none';
  }

  /** Whether it is told that one of two heads has anything which the other has not. */
  isToldApart(one: Position, other: Position): boolean {
    return this.isToldOfHidden || isPerceivedApart(this, one, other);
  }

  /** Where the head stood before it was last rewound to here by something that it perceives; undefined when it never was. */
  get redoTarget(): Position | undefined {
    const { state, id, parts } = this.chat;
    for (const from of parts.store.tree.rewoundFrom(id, state.head))
      if (isPerceivedApart(this, state.head, from)) return from;
    return undefined;
  }

  /** Whether a redo would change something that it perceives. Found once for each state of the chat. */
  get canRedo(): boolean {
    return this.#redo.of([this.chat.state], () => this.redoTarget !== undefined);
  }

  /** So many hidden messages as it is told of. */
  told(hidden: number): number {
    return this.isToldOfHidden ? hidden : 0;
  }

  /** Lines under the head that it does not perceive. */
  get unheard(): number {
    return this.#unheard.count;
  }

  /** Who said some of the newest of them, where the hint gives names: those whom it knows of. */
  get unheardNames(): string[] {
    if (this.chat.parts.settings.hint !== 'names' || this.unheard === 0) return [];
    const recent = this.chat.view('everyone').last(recentForNames);
    const speakers = recent.flatMap(({ perceived, speaker, role }) =>
      perceived.includes(this.viewer) || !isLine({ role }) ? [] : [speaker],
    );
    return this.known.cast.filter(({ id }) => speakers.includes(id)).map(({ name }) => name);
  }

  /** A line that is being written, as it is told of it. */
  generating(line: (Generating & { readonly isHidden: boolean }) | null): VisibleWriting {
    if (line?.isHidden) return this.isToldOfHidden ? 'hidden' : 'untold';
    if (line === null) return null;
    const { speaker, reading, replaces } = line;
    const isSeen = replaces !== undefined && this.view().find(replaces) !== undefined;
    return { speaker: { id: speaker.id, name: speaker.name }, reading, ...(isSeen && { replaces }) };
  }

  /**
   * A call of a tool that runs, as it is told of it: by the tool's name to whoever calls, and else that there is one, where it is
   * told of what it does not perceive.
   */
  running(call: (RunningCall & { readonly by: CharacterId }) | null): RunningCall | null {
    if (call === null) return null;
    const { by, tool, seconds } = call;
    if (this.owns(by)) return { tool, seconds };
    return this.isToldOfHidden ? { tool: null, seconds } : null;
  }

  /** What a reply has cost, as it is told: of another's only an estimate of the text that it read. */
  usage(speaker: CharacterId, measured: ReplyUsage, estimate: number): ReplyUsage {
    if (this.owns(speaker)) return measured;
    const { backend, model } = measured;
    const none = { promptTokens: 0, reusedTokens: 0, firstTokenMs: 0, totalMs: 0 };
    return { ...none, generatedTokens: estimate, backend, model };
  }

  /** Whether it may know that a model was asked this in vain: it knows all that the question was made of. */
  isToldOfQuestion({ owner, message }: { owner: CharacterId | null; message: MessageId | null }): boolean {
    if (owner !== null) return this.owns(owner);
    return this.viewer === 'everyone' || (message !== null && this.view().find(message) !== undefined);
  }

  /** A failure as it is told: how large another's prompt is, and its largest part, are not for it, nor who writes unseen. */
  failure({ id, name }: Member, error: unknown, isHidden: boolean): unknown {
    if (!isSottoError(error) || !sizes.has(error.code) || this.owns(id)) return error;
    const isKnown = !isHidden && this.known.cast.some((member) => member.id === id);
    const [whose, who] = isKnown ? [`${name}'s`, `"${name}"`] : ["somebody's", 'NAME'];
    const message = `${whose} prompt is too large; shorten its largest part, which \`sotto prompt --for ${who} --blocks\` shows, or raise prompt.hard and the server's context`;
    return new SottoError(error.family, error.code, message);
  }
}
