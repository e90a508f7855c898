import { SottoError } from '../../domain/errors.ts';
import type { Persona } from '../../domain/events/events.ts';
import type { CharacterId } from '../../domain/message.ts';
import type { Viewer } from '../../domain/view.ts';
import { directorName, requireMember } from '../../domain/world/names.ts';
import { knownBy, type Member, type Stage, stageOf } from '../../domain/world/world.ts';
import type { ChatState } from '../../store/chats/state.ts';
import type { Store } from '../../store/store.ts';
import type { PlayParts } from './parts.ts';

/** The human in the eyes of one character: the played one and its persona; nobody (`id` empty) when it knows none. */
export interface HumanAsKnown {
  readonly id: CharacterId;
  /** What `{{user}}` stands for. */
  readonly name: string;
  readonly persona: Persona | null;
}

/** Somebody whom the human plays or played, and the persona worn then. */
export interface PlayedMember {
  readonly member: Member;
  readonly persona: Persona | null;
}

interface PlayedAs {
  readonly character: CharacterId | null;
  readonly persona: Persona | null;
}

/** Whom the human has played, the latest first. */
function* played({ log, tree }: Store, { id, facts }: ChatState): Iterable<PlayedAs> {
  yield { character: facts.playing, persona: facts.persona };
  const all = [...log.read({ branch: tree.factsBranch(id), after: 0, upTo: Number.MAX_SAFE_INTEGER })];
  for (const event of all.reverse()) if (event.kind === 'played_as') yield event.payload;
}

/**
 * The character that the human played last of those that somebody (or everyone together) knows of, and all of these others
 * too, and the persona worn then; null when none is known. Whoever else is played by now is none of their business, not even
 * by name.
 */
export function playedKnownTo(
  store: Store,
  state: ChatState,
  who: CharacterId | 'everyone',
  { others = [], stage = stageOf(state.world) }: { others?: readonly CharacterId[]; stage?: Stage } = {},
): PlayedMember | null {
  const toOthers = others.map((other) => new Set(knownBy(stage, other).map(({ id }) => id)));
  const known = knownBy(stage, who).filter(({ id }) => toOthers.every((ids) => ids.has(id)));
  for (const { character, persona } of played(store, state)) {
    const id = character ?? stage.cast[0]?.id;
    const member = known.find((one) => one.id === id);
    if (member) return { member, persona };
  }
  return null;
}

/** The persona that the human wore when they last played somebody; null for none, or where they never did. */
export function lastWorn(store: Store, state: ChatState, who: CharacterId): Persona | null {
  for (const { character, persona } of played(store, state)) if (character === who) return persona;
  return null;
}

/**
 * The persona that somebody wears, absent for none: as far as they know it is they whom the human plays. Whoever they do not
 * know takes it from nobody.
 */
export function personaOf(
  { parts, state }: { readonly parts: PlayParts; readonly state: ChatState },
  who: CharacterId,
): { readonly persona?: Persona } {
  const known = playedKnownTo(parts.store, state, who);
  return known?.persona && known.member.id === who ? { persona: known.persona } : {};
}

/**
 * Whom the chat says is played at its head, and the persona worn then: the one who was played last of those in the cast,
 * for whoever is played may have come later than that; else the host. Undefined when nobody is there.
 */
export const playedIn = (store: Store, state: ChatState): PlayedMember | undefined => {
  const [host] = stageOf(state.world).cast;
  return playedKnownTo(store, state, 'everyone') ?? (host && { member: host, persona: null });
};

/** Whom the chat says is played. Throws SottoError `empty_cast` where nobody is there. */
export function humanIn(store: Store, state: ChatState): PlayedMember {
  const played = playedIn(store, state);
  if (played) return played;
  const message = 'this chat has no characters; start a new one with `sotto new CARD`';
  throw new SottoError('failed', 'empty_cast', message);
}

/**
 * Who looks at a chat: whoever a name means there to the one who is played, `*` everyone, and without a name who is played. Throws
 * SottoError `unknown_name`, `empty_cast`.
 */
export function viewerIn(store: Store, state: ChatState, as?: string): Viewer {
  if (as?.trim() === directorName) return 'everyone';
  const { id } = humanIn(store, state).member;
  return as === undefined ? id : requireMember(stageOf(state.world), as, id).id;
}

/** Who the human is to a speaker, among those who are in the chat where its line will stand. */
export function humanTo(
  { parts, state }: { readonly parts: PlayParts; readonly state: ChatState },
  speaker: CharacterId,
  stage: Stage = stageOf(state.world),
): HumanAsKnown {
  const found = playedKnownTo(parts.store, state, speaker, { stage });
  if (!found) return { id: '', name: parts.settings.userName, persona: null };
  const { member, persona } = found;
  return { id: member.id, name: persona?.name ?? member.name, persona };
}
