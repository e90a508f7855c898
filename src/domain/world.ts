import type { DomainEvent, Payload } from './events.ts';
import type { CharacterId, MessageId } from './message.ts';

/** One of the cast. */
export interface Member {
  readonly id: CharacterId;
  readonly name: string;
  readonly card: { readonly id: string; readonly index: number } | null;
  readonly present: boolean;
}

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
}

/** The world before anything happened. */
export const initialWorld: World = {
  rules: '',
  cast: [],
  pins: [],
  epochs: {},
  variables: {},
  greeting: null,
};

const withPin = (world: World, pin: Pin): World =>
  world.pins.some((p) => p.message === pin.message && p.owner === pin.owner)
    ? world
    : { ...world, pins: [...world.pins, { message: pin.message, owner: pin.owner }] };

const withMember = (world: World, member: Member): World =>
  world.cast.some((m) => m.id === member.id) ? world : { ...world, cast: [...world.cast, member] };

const withVariables = (world: World, { owner, values }: Payload<'variables_set'>): World => ({
  ...world,
  variables: { ...world.variables, [owner]: { ...world.variables[owner], ...values } },
});

const withCard = (world: World, { character, card }: Payload<'character_changed'>): World => ({
  ...world,
  cast: world.cast.map((member) => (member.id === character ? { ...member, card } : member)),
});

/** A window that begins elsewhere begins an epoch, with what its speaker has pinned by then. */
const withWindow = (world: World, speaker: CharacterId, from: MessageId | null): World => {
  if (from === null || world.epochs[speaker]?.from === from) return world;
  return { ...world, epochs: { ...world.epochs, [speaker]: { from, pins: pinnedBy(world, speaker) } } };
};

/** The messages that a character has pinned, in the order of pinning. */
export const pinnedBy = ({ pins }: World, owner: CharacterId): MessageId[] =>
  pins.filter((pin) => pin.owner === owner).map(({ message }) => message);

/** The world after one event. Pure; the same event twice changes nothing. */
export function evolve(world: World, event: DomainEvent): World {
  switch (event.kind) {
    case 'chat_started':
      return { ...world, rules: event.payload.rules };
    case 'character_joined': {
      const { character, name, card } = event.payload;
      return withMember(world, { id: character, name, card, present: true });
    }
    case 'variables_set':
      return withVariables(world, event.payload);
    case 'character_changed':
      return withCard(world, event.payload);
    case 'opening_given':
      return { ...world, greeting: event.payload.greeting };
    case 'message_pinned':
      return withPin(world, event.payload);
    case 'message_unpinned': {
      const { message, owner } = event.payload;
      return { ...world, pins: world.pins.filter((p) => p.message !== message || p.owner !== owner) };
    }
    case 'reply_received':
    case 'reply_cut_short':
      return withWindow(world, event.payload.speaker, event.payload.windowFrom);
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
