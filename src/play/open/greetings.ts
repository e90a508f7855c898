import type { Character } from '../../cards/character.ts';
import { macroName } from '../../cards/substitute.ts';
import type { NewEvent, Payload } from '../../domain/events/events.ts';
import type { Position } from '../../domain/lineage.ts';
import type { CharacterId } from '../../domain/message.ts';
import { chanceOf } from '../../lore/chance.ts';
import { expandMacros } from '../../prompt/macros/expand.ts';
import type { OpenChat } from './open-chat.ts';

/** The greetings that a host can open a chat with: its own, and behind them, in a group, those for groups. */
export const greetingsOf = (host: Character, isGroup: boolean): string[] => [
  ...host.greetings,
  ...(isGroup ? host.groupOnlyGreetings : []),
];

/** An opening line: who says it, which greeting it is, and what its macros stand for at the beginning of a chat. */
export interface Opening {
  readonly chat: string;
  /** ISO time of the beginning. */
  readonly at: string;
  readonly speaker: CharacterId;
  readonly raw: string;
  readonly greeting: number;
  readonly char: string;
  readonly user: string;
}

/** The event of an opening line, its macros filled in: chance falls the same for the same greeting of the same chat. */
export const openingEvent = ({ chat, at, speaker, raw, greeting, char, user }: Opening) => {
  const use = JSON.stringify([chat, greeting, raw]);
  const { text } = expandMacros(raw, { char, user, now: at, use, place: use, chance: chanceOf });
  return {
    kind: 'opening_given',
    payload: { speaker, raw, text: text.trim(), knownTo: [], greeting },
  } satisfies NewEvent;
};

/** What the event at a place says when it opens the chat; null for any other. */
export function openingAt(chat: OpenChat, { branch, seq }: Position): Payload<'opening_given'> | null {
  const [event] = chat.parts.store.log.read({ branch, after: seq - 1, upTo: seq });
  return event?.kind === 'opening_given' ? event.payload : null;
}

/**
 * The host's greetings as events, in their order, for a chat that opened at this place with one of them; none when
 * it opened otherwise: with the shared line of a card of several, or with a card that is gone.
 */
export function greetingsAt(chat: OpenChat, place: Position): NewEvent[] {
  const { store } = chat.parts;
  const opening = openingAt(chat, place);
  const { cast } = chat.at(store.tree.before(chat.id, place)).stage;
  const [host] = cast;
  const character = host && chat.character(host);
  if (!opening || !character || opening.speaker !== host.id) return [];
  const greetings = greetingsOf(character, cast.filter(({ card }) => card !== null).length > 1);
  if (greetings[opening.greeting] !== opening.raw) return [];
  const { id, createdAt } = chat.state;
  const { member, persona } = chat.human;
  const user = persona?.name ?? member.name;
  const char = macroName(character);
  const about = { chat: id, at: createdAt, speaker: host.id, char, user };
  return greetings.map((raw, greeting) => openingEvent({ ...about, raw, greeting }));
}
