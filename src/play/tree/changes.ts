import { type Command, decide } from '../../domain/decide/decide.ts';
import { SottoError } from '../../domain/errors.ts';
import type { NewEvent, Payload, Persona } from '../../domain/events/events.ts';
import type { Message, MessageId } from '../../domain/message.ts';
import type { Member } from '../../domain/world/world.ts';
import type { AppendResult, ChatState } from '../../store/chats/state.ts';
import { lastWorn } from '../chat/human.ts';
import { messageAt } from '../open/address.ts';
import { requireIdle } from '../open/idle.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { editedIn } from '../texts/scripts.ts';
import { retractions } from '../world/pass/retracting.ts';

/** What a command causes in the world of the moment. Throws SottoError with what is refused. */
export const decided =
  ({ parts }: OpenChat, command: Command) =>
  ({ world }: ChatState): readonly NewEvent[] => {
    const decision = decide(world, command, parts.settings.tag);
    if ('refused' in decision) throw new SottoError('usage', decision.refused.code, decision.refused.message);
    return decision.events;
  };

/** These events, and what no longer holds because of them. */
export const withTakenBack = (
  { parts }: OpenChat,
  state: ChatState,
  events: readonly NewEvent[],
): readonly NewEvent[] => {
  const { before, after } = retractions(parts, state, events);
  return [...before, ...events, ...after];
};

/** Decides a command and writes what it causes as one turn, and what no longer holds because of it. Throws SottoError with what is refused. */
export function perform(chat: OpenChat, command: Command, how: { revised?: MessageId } = {}): AppendResult {
  requireIdle(chat);
  const decide = decided(chat, command);
  return chat.record('human', (state) => withTakenBack(chat, state, decide(state)), how);
}

/** As `perform`, where what was written matters to nobody. */
export const carryOut = (...[chat, command, how]: Parameters<typeof perform>): void =>
  void perform(chat, command, how);

/** Changes the text of a message from here on; its tags are read again. `isAnew`: to another version of it, as that was written. */
export function edit(chat: OpenChat, message: Message, text: string, isAnew = false): void {
  const { id: revised } = message;
  const how = { viewer: chat.viewer, fillIn: editedIn(chat, message), isAnew };
  carryOut(chat, { type: 'edit', message, raw: text, ...how }, { revised });
}

/** Takes a message out from here on; what came later stays. */
export function remove(chat: OpenChat, address: string): void {
  const message = messageAt(chat, address);
  carryOut(chat, { type: 'delete', message }, { revised: message.id });
}

/** Pins a message for the played character, or takes the pin away. */
export const pin = (chat: OpenChat, address: string, what: 'pin' | 'unpin'): void =>
  carryOut(chat, { type: what, message: messageAt(chat, address), owner: chat.played.id });

/** Messages that a character (the played one) has pinned, as it perceives them. */
export function pins(chat: OpenChat, of?: string): Message[] {
  const owner = of === undefined ? chat.played : chat.perspective.member(of);
  const known = chat.known(owner.id);
  return known.pins.flatMap(({ message }) => known.view.find(message) ?? []);
}

/**
 * Makes this terminal's human play this character from now on, wearing a persona; without one what they wore when they last
 * played it, none where they play it already. `*` looks on as everyone.
 */
export function playAs(chat: OpenChat, name: string, persona?: string): void {
  requireIdle(chat);
  const { store } = chat.parts;
  const before = chat.viewer;
  const given = persona === undefined ? null : findPersona(store.library.personas(), persona);
  const isRemembered = chat.lookAs(name);
  const isBack = persona === undefined && chat.viewer !== 'everyone' && chat.viewer !== before;
  const worn = isBack ? lastWorn(store, chat.state, chat.viewer) : given;
  if (isRemembered) carryOut(chat, { type: 'play_as', character: chat.played.id, persona: worn });
}

/** The persona of this name. Throws SottoError `no_such_persona`. */
export function findPersona(personas: readonly Persona[], name: string): Persona {
  const found = personas.find((one) => one.name.toLowerCase() === name.trim().toLowerCase());
  if (found) return { name: found.name, description: found.description };
  const message = `there is no persona "${name}"; see \`sotto persona list\``;
  throw new SottoError('not_found', 'no_such_persona', message);
}

/** Gives a character another card from here on; `card` is in the library. */
export const changeCard = (chat: OpenChat, name: string, card: NonNullable<Member['card']>): void =>
  carryOut(chat, { type: 'change_card', character: chat.perspective.member(name).id, card });

/** Takes a lorebook of the library into use in this chat, or out of it. Throws SottoError `no_such_book`. */
export function setBook(chat: OpenChat, name: string, isUsed: boolean): void {
  const books = chat.parts.store.library.presetNames('lorebook').map((book) => book.name);
  const known = isUsed ? books : chat.state.facts.books;
  const book = known.find((one) => one.toLowerCase() === name.trim().toLowerCase());
  if (book === undefined) {
    const where = isUsed ? 'in the library' : 'in use in this chat';
    const message = `there is no lorebook "${name}" ${where}; see \`sotto lore list\``;
    throw new SottoError('not_found', 'no_such_book', message);
  }
  if (chat.state.facts.books.includes(book) === isUsed) return;
  chat.record('human', () => [{ kind: isUsed ? 'book_added' : 'book_removed', payload: { book } }]);
}

/** Says how the lorebooks of this chat are scanned; null = as the settings say, what is absent stays. */
export function setLore(chat: OpenChat, change: Payload<'lore_set'>): void {
  if (Object.keys(change).length === 0) return;
  chat.record('human', () => [{ kind: 'lore_set', payload: change }]);
}

/** Gives the chat another title. */
export const rename = (chat: OpenChat, title: string): void => carryOut(chat, { type: 'rename', title });
