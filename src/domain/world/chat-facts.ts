import type { DomainEvent, EventKind, Payload, Persona, Strategy } from '../events/events.ts';
import type { CharacterId } from '../message.ts';

/** How it is decided who speaks. */
export interface DirectorSettings {
  readonly strategy: Strategy;
  /** Whether somebody may be chosen right after a line of their own. */
  readonly selfReply: boolean;
  /** Those who are never chosen. */
  readonly muted: readonly CharacterId[];
  /** From 0 (only when named) to 1; absent = what the card says, else a half. */
  readonly talkativeness: Readonly<Record<CharacterId, number>>;
}

/** The director of a chat that nobody has told anything. */
export const initialDirector: DirectorSettings = {
  strategy: 'natural',
  selfReply: false,
  muted: [],
  talkativeness: {},
};

/** How far somebody's past reaches: into all of its chats, over one chat alone, nowhere. */
export type PastScope = NonNullable<Payload<'past_set'>['scope']>;

/** What a person has said of how far a past reaches, by character; under `everyone` that of all others. */
export type Pasts = Readonly<Record<string, PastScope>>;

/** Whether a tool is offered, by its name, then by character or `everyone`. */
export type ToolSwitches = Readonly<Record<string, Readonly<Record<string, boolean>>>>;

/** What a chat says of how its lorebooks are scanned; absent = as the settings say. */
export type LoreHere = {
  readonly [field in keyof Payload<'lore_set'>]?: NonNullable<Payload<'lore_set'>[field]>;
};

/** What is true of a chat as a whole, wherever its head stands: a rewind changes none of it. */
export interface ChatFacts {
  readonly title: string;
  readonly deleted: boolean;
  /** Who the human writes as. */
  readonly playing: CharacterId | null;
  readonly persona: Persona | null;
  /** Names of the lorebooks in use here beside those of the cards and those for all chats. */
  readonly books: readonly string[];
  readonly director: DirectorSettings;
  /** Names of the humans, by the characters that they play; the others are played by the model. */
  readonly players: Readonly<Record<CharacterId, string>>;
  /** Who has less of a past here than the settings say, or more. */
  readonly pasts: Pasts;
  /** What a person has said of which tools are offered, by tool and character; under `everyone` to the whole chat. */
  readonly tools: ToolSwitches;
  /** How its lorebooks are scanned, where that is not as the settings say. */
  readonly lore: LoreHere;
}

/** The facts before anything happened. */
export const initialFacts: ChatFacts = {
  title: '',
  deleted: false,
  playing: null,
  persona: null,
  books: [],
  director: initialDirector,
  players: {},
  pasts: {},
  tools: {},
  lore: {},
};

const factKinds: ReadonlySet<EventKind> = new Set([
  'chat_renamed',
  'chat_deleted',
  'chat_restored',
  'played_as',
  'book_added',
  'book_removed',
  'director_set',
  'player_set',
  'past_set',
  'tool_set',
  'lore_set',
]);

/** Whether a kind concerns the chat as a whole and stands beside its branches. */
export const isFactKind = (kind: EventKind): boolean => factKinds.has(kind);

function withDirector(facts: ChatFacts, { talkativeness, ...said }: Payload<'director_set'>): ChatFacts {
  const { director } = facts;
  const others = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
  const all = { ...director.talkativeness, ...talkativeness };
  return { ...facts, director: { ...director, ...others, talkativeness: all } };
}

function withPlayer(facts: ChatFacts, { character, player }: Payload<'player_set'>): ChatFacts {
  const { [character]: _, ...others } = facts.players;
  return { ...facts, players: player === null ? others : { ...others, [character]: player } };
}

function withPast(facts: ChatFacts, { character, scope }: Payload<'past_set'>): ChatFacts {
  const { [character ?? 'everyone']: _, ...others } = facts.pasts;
  return { ...facts, pasts: scope === null ? others : { ...others, [character ?? 'everyone']: scope } };
}

function withTool(facts: ChatFacts, { tool, character, isOn }: Payload<'tool_set'>): ChatFacts {
  const { [character ?? 'everyone']: _, ...others } = facts.tools[tool] ?? {};
  const set = isOn === null ? others : { ...others, [character ?? 'everyone']: isOn };
  return { ...facts, tools: { ...facts.tools, [tool]: set } };
}

function withLore(facts: ChatFacts, said: Payload<'lore_set'>): ChatFacts {
  const all = Object.entries({ ...facts.lore, ...said });
  return { ...facts, lore: Object.fromEntries(all.filter(([, value]) => value != null)) };
}

/** The facts after one event of the chat, in the order of the log. Pure. */
export function evolveFacts(facts: ChatFacts, event: DomainEvent): ChatFacts {
  switch (event.kind) {
    case 'chat_started':
    case 'chat_renamed':
      return { ...facts, title: event.payload.title };
    case 'chat_deleted':
      return { ...facts, deleted: true };
    case 'chat_restored':
      return { ...facts, deleted: false };
    case 'played_as':
      return { ...facts, playing: event.payload.character, persona: event.payload.persona };
    case 'book_added':
    case 'book_removed': {
      const { book } = event.payload;
      const others = facts.books.filter((name) => name !== book);
      return { ...facts, books: event.kind === 'book_added' ? [...others, book] : others };
    }
    case 'director_set':
      return withDirector(facts, event.payload);
    case 'player_set':
      return withPlayer(facts, event.payload);
    case 'past_set':
      return withPast(facts, event.payload);
    case 'tool_set':
      return withTool(facts, event.payload);
    case 'lore_set':
      return withLore(facts, event.payload);
    default:
      return facts;
  }
}
