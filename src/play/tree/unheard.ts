import type { Position } from '../../domain/lineage.ts';
import type { CharacterId, MessageId } from '../../domain/message.ts';
import type { ChatReader } from '../chat/chat-reader.ts';
import { eventsBetween, partingOf } from './between.ts';

/** Up to so many events between two heads, looking at each is quicker than counting a long chat anew. */
const mostEvents = 100;

interface Known {
  readonly viewer: CharacterId;
  readonly head: Position;
  readonly count: number;
}

/** Counts the messages under the head that the viewer does not perceive; after a move, only what lies between. */
export class Unheard {
  readonly #chat: ChatReader;
  #known: Known | null = null;

  constructor(chat: ChatReader) {
    this.#chat = chat;
  }

  /** How many they are now. */
  get count(): number {
    const { viewer, state } = this.#chat;
    if (viewer === 'everyone') return 0;
    const { head } = state;
    const count = this.#sinceKnown(viewer, head) ?? this.#countAnew();
    this.#known = { viewer, head, count };
    return count;
  }

  #countAnew(): number {
    return this.#chat.view('everyone').count() - this.#chat.view().count();
  }

  /** From what was counted last; null when nothing was for this viewer, or too much lies between. */
  #sinceKnown(viewer: CharacterId, head: Position): number | null {
    const known = this.#known;
    if (known?.viewer !== viewer) return null;
    const parting = partingOf(this.#chat, known.head, head);
    const gone = this.#addedBetween(viewer, parting, known.head);
    const come = this.#addedBetween(viewer, parting, head);
    return gone === null || come === null ? null : known.count - gone + come;
  }

  /** How many more are unheard at one place than at an earlier one; null when looking is not worth it. */
  #addedBetween(viewer: CharacterId, from: Position, to: Position): number | null {
    const touched = new Set<MessageId>();
    let events = 0;
    for (const event of eventsBetween(this.#chat, from, to)) {
      // Who comes in may be told of everything that was said before.
      const isArrival = event.kind === 'character_joined' && event.payload.character === viewer;
      events += 1;
      if (isArrival || events > mostEvents) return null;
      const { message } = event.payload as { message?: MessageId };
      touched.add(event.id);
      if (message !== undefined) touched.add(message);
    }
    if (touched.size === 0) return 0;
    const [before, after] = [this.#unheardAt(viewer, from), this.#unheardAt(viewer, to)];
    return [...touched].reduce((sum, id) => sum + after(id) - before(id), 0);
  }

  /** Tells of a message whether it is there and unheard at a place: 1 or 0. */
  #unheardAt(viewer: CharacterId, place: Position): (id: MessageId) => number {
    const [all, own] = [this.#chat.view('everyone', place), this.#chat.view(viewer, place)];
    return (id) => (all.find(id) && !own.find(id) ? 1 : 0);
  }
}
