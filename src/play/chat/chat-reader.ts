import type { Character } from '../../cards/character.ts';
import type { AnyKnown, Known, Moment } from '../../domain/known/known.ts';
import type { Position } from '../../domain/lineage.ts';
import type { ChatId } from '../../domain/message.ts';
import type { AnyView, AtTheTerminal, OwnerOf, View, Viewer } from '../../domain/view.ts';
import type { Member, Stage } from '../../domain/world/world.ts';
import type { ChatState } from '../../store/chats/state.ts';
import type { PlayedMember } from './human.ts';
import type { PlayParts } from './parts.ts';
import type { PlayEvent } from './play-state.ts';

/** An open chat as those see it who only read it and tell its listeners. */
export interface ChatReader {
  readonly parts: PlayParts;
  readonly id: ChatId;
  readonly state: ChatState;
  /** Through whose eyes this terminal looks. */
  readonly viewer: Viewer;
  /** Whom the chat says is played, whichever terminal asks, and the persona worn. Throws SottoError `empty_cast`. */
  readonly human: PlayedMember;
  /** The view of the viewer, or of somebody else, at the head or at another place. */
  view(): View<AtTheTerminal>;
  view<V extends Viewer>(viewer: V, head?: Position): View<OwnerOf<V>>;
  /** What the viewer, or somebody else, knows at the head or at another place. */
  known(): Known<AtTheTerminal>;
  known<V extends Viewer>(viewer: V, head?: Position): Known<OwnerOf<V>>;
  /** Who is in the chat and who of them is there: for audiences, presence and the director. */
  readonly stage: Stage;
  /** The chat at a place; it costs nothing at the head. */
  at(place: Position): Moment;
  /** The character of a member's card; null for one without a readable card. */
  character(member: Member): Character | null;
  /** Tells the listeners. */
  emit(event: PlayEvent): void;
}

/** A chat as one viewer looks at it, who need not be the one at this terminal. */
export interface ViewedChat {
  readonly chat: ChatReader;
  readonly viewer: Viewer;
  /** What the viewer has perceived, at the head or at another place. */
  view(head?: Position): AnyView;
  /** What the viewer knows at the head. */
  readonly known: AnyKnown;
}
