import { changed, withArrival, withAudience } from './acquaintance.ts';
import type { DomainEvent, Payload } from './events.ts';
import type { CharacterId, MessageId } from './message.ts';

/** One of the cast. */
export interface Member {
  readonly id: CharacterId;
  readonly name: string;
  readonly card: { readonly id: string; readonly index: number } | null;
  readonly present: boolean;
  /** Whom they know of, in the order of meeting: everybody with whom they were ever present, or were told of. */
  readonly met: readonly CharacterId[];
}

/** What the author wants all to bear in mind, or some. */
export type AuthorNote = Omit<Payload<'author_note_set'>, 'by'>;

/** What somebody is to read before the next line; from null is the director. */
export type Letter = Omit<Payload<'letter_sent'>, 'to' | 'by'> & { readonly id: string };

/** A message that a character keeps in mind. */
export interface Pin {
  readonly message: MessageId;
  readonly owner: CharacterId;
}

/**
 * What stays as it is from one prompt of a speaker to the next, so that the server's cache survives: where its
 * window begins, and the pins that stand before it. An epoch lasts until the window is trimmed.
 */
export interface Epoch {
  readonly from: MessageId;
  readonly pins: readonly MessageId[];
}

/** State of one chat at one head: the fold of its events. Messages are rows of their own. */
export interface World {
  readonly rules: string;
  /** In the order of joining; the host first. */
  readonly cast: readonly Member[];
  readonly pins: readonly Pin[];
  /** By speaker; none before its first reply. */
  readonly epochs: Readonly<Record<CharacterId, Epoch>>;
  /** Values of macro variables, by owner and name. */
  readonly variables: Readonly<Record<CharacterId, Readonly<Record<string, string>>>>;
  /** Which greeting of the host opened the chat, from 0; null when none did. */
  readonly greeting: number | null;
  readonly note: AuthorNote | null;
  /** What is going on, by the character who alone is told so. */
  readonly scenarios: Readonly<Record<CharacterId, string>>;
  /** Letters not read yet, by recipient, oldest first. */
  readonly letters: Readonly<Record<CharacterId, readonly Letter[]>>;
}

/** The world before anything happened. */
export const initialWorld: World = {
  rules: '',
  cast: [],
  pins: [],
  epochs: {},
  variables: {},
  greeting: null,
  note: null,
  scenarios: {},
  letters: {},
};

const withPin = (world: World, pin: Pin): World =>
  world.pins.some((p) => p.message === pin.message && p.owner === pin.owner)
    ? world
    : { ...world, pins: [...world.pins, { message: pin.message, owner: pin.owner }] };

/** Before its line everybody reads the letters that wait; one that came while it was written, before the next. */
const withLettersRead = (world: World, speaker: CharacterId, read?: readonly string[]): World => {
  const { [speaker]: waiting = [], ...others } = world.letters;
  if (waiting.length === 0) return world;
  const left = read ? waiting.filter(({ id }) => !read.includes(id)) : [];
  return { ...world, letters: left.length === 0 ? others : { ...others, [speaker]: left } };
};

const withLetter = (world: World, id: string, { to, by: _, ...said }: Payload<'letter_sent'>): World => {
  const added = (waiting: readonly Letter[] = []) =>
    waiting.some((letter) => letter.id === id) ? waiting : [...waiting, { id, ...said }];
  const waiting = Object.fromEntries(to.map((who) => [who, added(world.letters[who])]));
  const sent = { ...world, letters: { ...world.letters, ...waiting } };
  return to.reduce((after, who) => withAudience(after, said.from, [who]), sent);
};

const withNote = (world: World, { by: _, ...note }: Payload<'author_note_set'>): World => ({
  ...world,
  note: note.text === '' ? null : note,
});

const withScenario = (world: World, { character, text }: Payload<'scenario_set'>): World => {
  const { [character]: _, ...others } = world.scenarios;
  return { ...world, scenarios: text === '' ? others : { ...others, [character]: text } };
};

const withoutPin = (world: World, { message, owner }: Pin): World => ({
  ...world,
  pins: world.pins.filter((p) => p.message !== message || p.owner !== owner),
});

const withVariables = (world: World, { owner, values }: Payload<'variables_set'>): World => ({
  ...world,
  variables: { ...world.variables, [owner]: { ...world.variables[owner], ...values } },
});

/** A window that begins elsewhere begins an epoch, with what its speaker has pinned by then. */
const withWindow = (world: World, speaker: CharacterId, from: MessageId | null): World => {
  if (from === null || world.epochs[speaker]?.from === from) return world;
  return { ...world, epochs: { ...world.epochs, [speaker]: { from, pins: pinnedBy(world, speaker) } } };
};

const withReply = (world: World, payload: Payload<'reply_received'>): World => {
  const { speaker, windowFrom, lettersRead } = payload;
  return withLettersRead(withWindow(world, speaker, windowFrom), speaker, lettersRead);
};

/** The messages that a character has pinned, in the order of pinning. */
export const pinnedBy = ({ pins }: World, owner: CharacterId): MessageId[] =>
  pins.filter((pin) => pin.owner === owner).map(({ message }) => message);

/** The world after one event. Pure; the same event twice changes nothing. */
export function evolve(world: World, event: DomainEvent): World {
  switch (event.kind) {
    case 'chat_started':
      return { ...world, rules: event.payload.rules };
    case 'character_joined':
      return withArrival(world, event.payload);
    case 'character_left':
      return changed(world, event.payload.character, { present: false });
    case 'character_renamed':
      return changed(world, event.payload.character, { name: event.payload.name });
    case 'variables_set':
      return withVariables(world, event.payload);
    case 'character_changed':
      return changed(world, event.payload.character, { card: event.payload.card });
    case 'opening_given':
      return { ...world, greeting: event.payload.greeting };
    case 'message_pinned':
      return withPin(world, event.payload);
    case 'message_unpinned':
      return withoutPin(world, event.payload);
    case 'message_said':
      return withLettersRead(world, event.payload.speaker);
    case 'reply_received':
    case 'reply_cut_short':
      return withReply(world, event.payload);
    case 'message_edited':
    case 'audience_changed':
      return withAudience(world, event.payload.speaker ?? null, event.payload.knownTo);
    case 'author_note_set':
      return withNote(world, event.payload);
    case 'scenario_set':
      return withScenario(world, event.payload);
    case 'letter_sent':
      return withLetter(world, event.id, event.payload);
    case 'message_deleted':
      return { ...world, pins: world.pins.filter((p) => p.message !== event.payload.message) };
    default:
      return world;
  }
}

/** The member with this id; undefined for a stranger. */
export const memberOf = (world: World, id: CharacterId | null): Member | undefined =>
  world.cast.find((member) => member.id === id);

/** The member of this name, trimmed and case-insensitive; undefined when nobody is called so. */
export const memberNamed = (world: World, name: string): Member | undefined => {
  const wanted = foldName(name);
  return world.cast.find((member) => foldName(member.name) === wanted);
};

/** The form in which two names are compared. */
export const foldName = (name: string): string => name.trim().normalize('NFC').toLowerCase();

/** Ids of those who are there now, in the order of the cast. */
export const presentIn = (world: World): CharacterId[] =>
  world.cast.filter(({ present }) => present).map(({ id }) => id);

/** Those of the cast whom a viewer knows of, itself included, in the order of the cast; everyone for `everyone`. */
export const knownBy = (world: World, viewer: CharacterId | 'everyone'): Member[] => {
  const met = viewer === 'everyone' ? null : (memberOf(world, viewer)?.met ?? []);
  return world.cast.filter(({ id }) => met === null || id === viewer || met.includes(id));
};
