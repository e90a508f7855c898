import type { DomainEvent, EventKind, Persona } from './events.ts';
import type { CharacterId } from './message.ts';

/** What is true of a chat as a whole, wherever its head stands: a rewind changes none of it. */
export interface ChatFacts {
  readonly title: string;
  readonly deleted: boolean;
  /** Who the human writes as. */
  readonly playing: CharacterId | null;
  readonly persona: Persona | null;
  /** Names of the lorebooks in use here beside those of the cards and those for all chats. */
  readonly books: readonly string[];
}

/** The facts before anything happened. */
export const initialFacts: ChatFacts = { title: '', deleted: false, playing: null, persona: null, books: [] };

const factKinds: ReadonlySet<EventKind> = new Set([
  'chat_renamed',
  'chat_deleted',
  'chat_restored',
  'played_as',
  'book_added',
  'book_removed',
]);

/** Whether a kind concerns the chat as a whole and stands beside its branches. */
export const isFactKind = (kind: EventKind): boolean => factKinds.has(kind);

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
    default:
      return facts;
  }
}
