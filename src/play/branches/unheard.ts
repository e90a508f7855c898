import type { Position } from '../../domain/lineage.ts';
import type { Message, MessageId } from '../../domain/message.ts';
import type { ViewedChat } from '../chat/chat-reader.ts';
import { eventsBetween, partingOf } from './between.ts';

/** Up to so many events between two heads, looking at each is quicker than counting a long chat anew. */
const mostEvents = 100;

interface Counted {
  readonly head: Position;
  readonly count: number;
}

/** Whether it can be unheard: a call of a tool is only its caller's, and no line that somebody missed. */
export const isLine = ({ role }: Pick<Message, 'role'>): boolean => role !== 'tool';

/** Counts the lines under the head that a viewer does not perceive; after a move, only what lies between. */
export class Unheard {
  readonly #viewed: ViewedChat;
  #known: Counted | null = null;

  constructor(viewed: ViewedChat) {
    this.#viewed = viewed;
  }

  /** How many they are now. */
  get count(): number {
    const { viewer, chat } = this.#viewed;
    if (viewer === 'everyone') return 0;
    const { head } = chat.state;
    const count = this.#sinceKnown(head) ?? this.#whole();
    this.#known = { head, count };
    return count;
  }

  #whole(): number {
    return this.#viewed.chat.view('everyone').countLines() - this.#viewed.view().countLines();
  }

  /** From what was counted last; null when nothing was, or too much lies between. */
  #sinceKnown(head: Position): number | null {
    const known = this.#known;
    if (!known) return null;
    const parting = partingOf(this.#viewed.chat, known.head, head);
    const gone = this.#addedBetween(parting, known.head);
    const come = this.#addedBetween(parting, head);
    return gone === null || come === null ? null : known.count - gone + come;
  }

  /** How many more are unheard at one place than at an earlier one; null when looking is not worth it. */
  #addedBetween(from: Position, to: Position): number | null {
    const { chat, viewer } = this.#viewed;
    const touched = new Set<MessageId>();
    let events = 0;
    for (const event of eventsBetween(chat, from, to)) {
      // Who comes in may be told of everything that was said before.
      const isArrival = event.kind === 'character_joined' && event.payload.character === viewer;
      events += 1;
      if (isArrival || events > mostEvents) return null;
      const { message } = event.payload as { message?: MessageId };
      touched.add(event.id);
      if (message !== undefined) touched.add(message);
    }
    if (touched.size === 0) return 0;
    const [before, after] = [this.#unheardAt(from), this.#unheardAt(to)];
    return [...touched].reduce((sum, id) => sum + after(id) - before(id), 0);
  }

  /** Tells of a line whether it is there and unheard at a place: 1 or 0, which it is for all that is no line. */
  #unheardAt(place: Position): (id: MessageId) => number {
    const [all, own] = [this.#viewed.chat.view('everyone', place), this.#viewed.view(place)];
    return (id) => {
      const found = all.find(id);
      return found && isLine(found) && !own.find(id) ? 1 : 0;
    };
  }
}
